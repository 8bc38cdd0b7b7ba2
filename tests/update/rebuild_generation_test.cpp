// A rebuilt generation equals a build of the state's quads; its renumbering maps every quad to it; and it is a base for
// more updates, merges and rebuilds.

#include "loader/compaction/rebuild_generation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "base/error.hpp"
#include "loader/build/build.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/build/term_record.hpp"
#include "loader/compaction/snapshot_columns.hpp"
#include "loader/database/dump.hpp"
#include "quadstore/sharding.hpp"
#include "tests/query/query_file.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing::rebuild_generation_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kData =
    "<a> <p> <b> , \"one\" . <b> <n> 1 , 2.50 , "
    "\"1.000000000000000000000000000001\"^^<http://www.w3.org/2001/XMLSchema#decimal> . "
    "<g> { <a> <p> <d> . <z> <q> \"t\"@en , \"u\"^^<type> . }";

// Inserts and deletes among few old and many new terms of all kinds, in the default graph and in others. No blank
// nodes: their labels depend on the order of insertion.
std::string random_update(std::mt19937_64& random, const std::string& more = "") {
  const auto term = [&](const std::string& prefix, std::uint64_t different) {
    return "<" + prefix + std::to_string(random() % different) + ">";
  };
  const auto object = [&]() -> std::string {
    switch (random() % 6) {
      case 0:
        return "\"text " + std::to_string(random() % 50) + "\"@en";
      case 1:
        return std::to_string(random() % 30);
      case 2:
        return "\"plain " + std::to_string(random() % 90) + "\"";
      case 3:
        return "\"" + std::to_string(random() % 20) + "\"^^<type" + std::to_string(random() % 3) + ">";
      case 4:
        return std::to_string(random() % 20) + ".00000000000000000000000000000000000000001";
      default:
        return term("o", 40);
    }
  };
  const auto quad = [&] {
    const std::string triple = term("s", 30) + " " + term("p", 4) + " " + object();
    return random() % 3 == 0 ? "GRAPH " + term("g", 3) + " { " + triple + " } " : triple + " . ";
  };
  std::string text = "DELETE DATA { ";
  for (int i = 0; i < 30; ++i) text += quad();
  text += "} ; INSERT DATA { ";
  for (int i = 0; i < 40; ++i) text += quad();
  return text + "} " + more;
}

// All quads, on every image.
std::set<Quad> quads_of(const Snapshot& snapshot) {
  const std::vector<ShardId> shards =
      shards_of_member(pgas::test_team().rank(), pgas::test_team().size(), snapshot.shards());
  std::vector<Quad> mine;
  for (const Permutation permutation : {Permutation::spo, Permutation::spog}) {
    SnapshotColumns columns(snapshot, permutation, shards);
    while (columns.next()) {
      const auto s = columns[ColumnIndex{0}], p = columns[ColumnIndex{1}], o = columns[ColumnIndex{2}];
      const auto g = holds_named_graphs(permutation) ? columns[ColumnIndex{3}] : std::span<Huri>();
      for (std::size_t i = 0; i < s.size(); ++i) mine.push_back({s[i], p[i], o[i], g.empty() ? kDefaultGraph : g[i]});
    }
  }
  std::set<Quad> all;
  for (const auto& theirs : gather_lists(pgas::test_team(), mine)) all.insert(theirs.begin(), theirs.end());
  return all;
}

std::string bytes_of(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// Every term of the vocabulary, in order, with its HURI.
std::vector<std::pair<std::uint64_t, std::string>> vocabulary_of(const Database& database) {
  std::vector<std::pair<std::uint64_t, std::string>> terms;
  const Vocabulary& vocabulary = database.dictionary().vocabulary();
  KeyBuffer buffer;
  for (std::size_t number = 0; number < kHuriKinds; ++number) {
    const auto kind = static_cast<HuriKind>(number);
    if (!in_vocabulary(kind)) continue;
    vocabulary.for_each(
        kind, {vocabulary.first_rank(kind), vocabulary.end_rank(kind)}, buffer,
        [&](std::uint64_t rank, std::string_view key) { terms.emplace_back(Huri::make(kind, rank).bits(), key); });
  }
  return terms;
}

// A build of these lines, beside the bed's database. Collective.
fs::path build_of(const UpdateBed& bed, const std::multiset<std::string>& lines, std::uint32_t shards) {
  const fs::path folder = bed.database_folder().parent_path();
  if (pgas::test_team().is_first()) {
    std::ofstream file(folder / "dump.nq");
    for (const std::string& line : lines) file << line << '\n';
  }
  pgas::test_team().barrier();
  BuildOptions options;
  options.inputs = {(folder / "dump.nq").string()};
  options.database = folder / "built";
  options.replace = true;
  options.shards = shards;
  options.progress = ProgressDisplay::none;
  build_database(pgas::test_job(), options);
  return options.database;
}

// The same files but the vocabulary's, which has the same terms. Local.
void expect_same_database(const fs::path& rebuilt, const fs::path& built) {
  const Manifest mine = Manifest::read(rebuilt), expected = Manifest::read(built);
  for (const char* role : {file_role::kShard, file_role::kStatistics, file_role::kHeavyObjects}) {
    const auto files = mine.files_of(role), others = expected.files_of(role);
    ASSERT_EQ(files.size(), others.size()) << role;
    for (std::size_t i = 0; i < files.size(); ++i) {
      EXPECT_TRUE(bytes_of(rebuilt / files[i].path) == bytes_of(built / others[i].path)) << files[i].path;
      EXPECT_EQ(files[i].seal, others[i].seal) << files[i].path;
    }
  }
  EXPECT_EQ(mine.default_quads, expected.default_quads);
  EXPECT_EQ(mine.named_quads, expected.named_quads);
  EXPECT_EQ(mine.terms_of_kind, expected.terms_of_kind);
  EXPECT_EQ(mine.files.size(), expected.files.size());
  const Database database(rebuilt);
  database.check();
  EXPECT_EQ(vocabulary_of(database), vocabulary_of(Database(built)));
}

TEST(RebuildGeneration, IsWhatABuildOfItsQuadsMakes) {
  UpdateBed bed(kData);
  std::mt19937_64 random(99);
  for (std::uint64_t generation = 2; generation <= 5; ++generation) {
    SCOPED_TRACE(generation);
    for (int update = 0; update < 6; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
    const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
    const auto quads = bed.quads();
    const std::set<Quad> old = quads_of(bed.state()->snapshot);
    const std::uint64_t version = bed.state()->snapshot.version();
    const RebuiltGeneration next = bed.rebuild();
    EXPECT_EQ(next.manifest.generation, generation);
    EXPECT_EQ(next.manifest.version, version);
    bed.open_again(next.manifest);
    if (pgas::test_team().is_first()) {
      EXPECT_EQ(Manifest::read(bed.database_folder()), next.manifest);
    }
    EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
    EXPECT_EQ(bed.quads(), quads);
    std::set<Quad> mapped;
    for (const Quad& quad : old) {
      const auto its = next.renumbering(quad);
      ASSERT_TRUE(its.has_value());
      mapped.insert(*its);
    }
    EXPECT_EQ(mapped, quads_of(bed.state()->snapshot));
    expect_same_database(bed.database_folder(), build_of(bed, lines, next.manifest.shards));
    pgas::test_team().barrier();
  }
}

// More shards than before, or fewer; also fewer than images, some of which have none then.
TEST(RebuildGeneration, DividesTheDatabaseIntoOtherShards) {
  UpdateBed bed(kData);
  std::mt19937_64 random(12);
  for (const std::uint32_t shards : {29, 1, 8, 40, 3}) {
    SCOPED_TRACE(shards);
    for (int update = 0; update < 3; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
    const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
    RebuildOptions options;
    options.shards = shards;
    double last = 0;
    std::string step;
    options.progress = [&](const CompactionProgress& progress) {
      if (progress.step != step) last = 0;
      step = progress.step;
      EXPECT_GE(share_done(progress), last);
      EXPECT_LE(share_done(progress), 1);
      last = share_done(progress);
    };
    const RebuiltGeneration next = bed.rebuild(*bed.state(), options);
    if (pgas::test_team().is_first()) {
      EXPECT_EQ(step, "Index");
    }
    EXPECT_EQ(next.manifest.shards, shards);
    bed.open_again(next.manifest);
    EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
    if (static_cast<int>(shards) >= pgas::test_team().size()) {
      expect_same_database(bed.database_folder(), build_of(bed, lines, shards));
    }
    pgas::test_team().barrier();
  }
}

TEST(RebuildGeneration, RefusesMoreShardsThanADatabaseCanHave) {
  UpdateBed bed(kData);
  RebuildOptions options;
  options.shards = kMaxShards + 1;
  EXPECT_THROW(bed.rebuild(*bed.state(), options), Error);
}

// The result does not depend on the batch size.
TEST(RebuildGeneration, IsTheSameInSmallSteps) {
  UpdateBed bed(kData);
  std::mt19937_64 random(7);
  for (int update = 0; update < 12; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
  const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
  const fs::path built = build_of(bed, lines, bed.state()->snapshot.shards());
  for (const std::uint64_t window_terms : {1, 3, 1000}) {
    RebuildOptions options;
    options.window_terms = window_terms;
    options.memory_bytes = window_terms * 1000;
    options.share = 0.9;
    const RebuiltGeneration next = bed.rebuild(*bed.state(), options);
    if (pgas::test_team().is_first()) {
      fs::create_directories(bed.database_folder().string() + "-copy");
      fs::rename(bed.database_folder() / "generation-2", bed.database_folder().string() + "-copy/generation-2");
      next.manifest.write(bed.database_folder().string() + "-copy");
      expect_same_database(bed.database_folder().string() + "-copy", built);
      fs::remove_all(bed.database_folder().string() + "-copy");
    }
    pgas::test_team().barrier();
  }
}

TEST(RebuildGeneration, KeepsTheCountersOfBlankNodes) {
  UpdateBed bed("<a> <p> _:x , _:y . _:x <p> \"t\" . <g> { _:x <q> <b> . }");
  ASSERT_EQ(bed.update("INSERT { ?s <again> _:b . _:b <p> \"new\" } WHERE { ?s ?p ?o }"), "");
  ASSERT_EQ(bed.update("DELETE WHERE { ?x <p> \"t\" }"), "");
  const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
  const RebuiltGeneration next = bed.rebuild();
  bed.open_again(next.manifest);
  EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
  EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr("_:b")));
  EXPECT_GT(next.manifest.blank_nodes, 2u);
  ASSERT_EQ(bed.update("INSERT { ?s <more> _:b } WHERE { ?s <p> \"new\" }"), "");  // none is given out twice
  const auto rows = bed.rows("SELECT (COUNT(DISTINCT ?b) AS ?n) { { ?x <more> ?b } UNION { ?x <again> ?b } }");
  const auto all = bed.rows("SELECT (COUNT(*) AS ?n) { { ?x <more> ?b } UNION { ?x <again> ?b } }");
  EXPECT_EQ(rows, all);
}

TEST(RebuildGeneration, DropsTermsThatNoQuadUses) {
  UpdateBed bed(kData);
  ASSERT_EQ(
      bed.update("INSERT DATA { <new> <of> \"gone\" , \"here\" } ; DELETE DATA { <new> <of> \"gone\" . <b> <n> 1 }"),
      "");
  ASSERT_EQ(bed.update("CLEAR GRAPH <g>"), "");
  bed.open_again(bed.rebuild().manifest);
  const Manifest& manifest = bed.state()->snapshot.generation().manifest();
  // <a> <b> <p> <n> <new> <of>; "one" "here"; the long decimal
  EXPECT_EQ(manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::iri)], 6u);
  EXPECT_EQ(manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::string)], 2u);
  EXPECT_EQ(manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::number)], 1u);
  EXPECT_EQ(manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::language_string)], 0u);
  EXPECT_EQ(bed.update("INSERT DATA { <z> <q> \"t\"@en , \"gone\" }"), "");  // they can come back
  const auto rows = bed.rows("SELECT ?o { <z> <q> ?o }");
  if (pgas::test_team().is_first()) {
    EXPECT_THAT(rows, ::testing::ElementsAre("\"gone\"", "\"t\"@en"));
  }
}

TEST(RebuildGeneration, OfNothingAndFromNothing) {
  UpdateBed bed("");
  bed.open_again(bed.rebuild().manifest);  // nothing at all
  ASSERT_EQ(bed.update("INSERT DATA { <a> <b> <c> , \"d\" . GRAPH <e> { <f> <g> 1 } }"), "");
  const auto quads = bed.quads();
  bed.open_again(bed.rebuild().manifest);
  EXPECT_EQ(bed.quads(), quads);
  ASSERT_EQ(bed.update("CLEAR ALL"), "");
  const RebuiltGeneration empty = bed.rebuild();
  EXPECT_EQ(empty.manifest.default_quads + empty.manifest.named_quads, 0u);
  for (const std::uint64_t terms : empty.manifest.terms_of_kind) EXPECT_EQ(terms, 0u);
  bed.open_again(empty.manifest);
  EXPECT_TRUE(bed.quads().empty());
}

// A class that updates have made heavy, and one that they have made light.
TEST(RebuildGeneration, FindsTheHeavyObjectsOfTheState) {
  std::string data, light, heavy;
  for (int i = 0; i < 3000; ++i) {
    data += "<s" + std::to_string(i) + "> a <Old> . ";
    (i % 4 == 0 ? light : heavy) += "<s" + std::to_string(i) + "> a <Old> . ";
  }
  UpdateBed bed(data);
  ASSERT_EQ(bed.state()->snapshot.heavy_objects().objects().size(), 1u);
  std::string inserted;
  for (int i = 0; i < 2500; ++i) inserted += "<t" + std::to_string(i) + "> a <New> . ";
  ASSERT_EQ(bed.update("INSERT DATA { " + inserted + "}"), "");
  for (const std::string& deleted : {light, heavy}) {
    const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
    const RebuiltGeneration next = bed.rebuild();
    bed.open_again(next.manifest);
    EXPECT_EQ(bed.state()->snapshot.heavy_objects().objects().size(), 2u);
    expect_same_database(bed.database_folder(), build_of(bed, lines, next.manifest.shards));
    pgas::test_team().barrier();
    ASSERT_EQ(bed.update("DELETE DATA { " + deleted + "}"), "");
  }
  const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
  const RebuiltGeneration next = bed.rebuild();
  bed.open_again(next.manifest);
  EXPECT_EQ(bed.state()->snapshot.heavy_objects().objects().size(), 1u);
  expect_same_database(bed.database_folder(), build_of(bed, lines, next.manifest.shards));
  pgas::test_team().barrier();
}

// Merges keep terms of updates in files; the next rebuild sorts them in.
TEST(RebuildGeneration, FollowsMerges) {
  UpdateBed bed(kData);
  std::mt19937_64 random(31);
  for (int round = 0; round < 3; ++round) {
    for (int update = 0; update < 3; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
    bed.open_again(bed.merge());
    for (int update = 0; update < 3; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
    const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
    const RebuiltGeneration next = bed.rebuild();
    EXPECT_TRUE(next.manifest.files_of(file_role::kDeltaVocabulary).empty());
    bed.open_again(next.manifest);
    EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
    expect_same_database(bed.database_folder(), build_of(bed, lines, next.manifest.shards));
    pgas::test_team().barrier();
  }
}

// The ids of the terms that updates have brought have 32 bits on each image.
TEST(RebuildGeneration, WithMoreNewTermsThanIdsIsRefusedOnAllImages) {
  UpdateBed bed(kData);
  std::string quads;
  for (int i = 0; i < 200; ++i) quads += "<new" + std::to_string(i) + "> <p> <b> . ";
  ASSERT_EQ(bed.update("INSERT DATA { " + quads + "}"), "");
  {
    const LoweredLimit lowered(most_terms, 20);
    try {
      bed.rebuild();
      ADD_FAILURE() << "it ended";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported);
      EXPECT_THAT(error.what(), ::testing::HasSubstr("new terms, more than it can number; rebuild with more images"));
    }
  }
  const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
  bed.open_again(bed.rebuild().manifest);
  EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
}

// Quads that are carried over later: those of known terms by the map alone; other terms do not exist there yet.
TEST(RebuildGeneration, MapsTheQuadsOfLaterVersions) {
  UpdateBed bed(kData);
  std::mt19937_64 random(5);
  for (int update = 0; update < 4; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
  query::DatasetStatePtr pinned = bed.state();
  const std::set<Quad> then = quads_of(pinned->snapshot);
  for (int update = 0; update < 4; ++update) {
    ASSERT_EQ(bed.update(random_update(random, "; INSERT DATA { <a> <late" + std::to_string(update) + "> <b> }")), "");
  }
  const std::set<Quad> now = quads_of(bed.state()->snapshot);
  const RebuiltGeneration next = bed.rebuild(*pinned);
  EXPECT_EQ(next.manifest.version, pinned->snapshot.version());
  std::set<Huri> known;
  for (const Quad& quad : then) {
    for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph}) known.insert(huri);
  }
  std::size_t unknown = 0;
  for (const Quad& quad : now) {
    for (const Huri huri : {quad.subject, quad.predicate, quad.object, quad.graph}) {
      const bool is_inline = !huri.is_volatile() && !in_vocabulary(huri.kind());
      EXPECT_EQ(next.renumbering(huri).is_unbound(), !is_inline && !known.contains(huri));
    }
    if (!next.renumbering(quad)) ++unknown;
  }
  EXPECT_GT(unknown, 4u);
  EXPECT_LT(unknown, now.size());
  pinned.reset();
  bed.open_again(next.manifest);
  std::set<Quad> mapped;
  for (const Quad& quad : then) mapped.insert(next.renumbering(quad).value());
  EXPECT_EQ(quads_of(bed.state()->snapshot), mapped);
}

TEST(RebuildGeneration, ThatIsGivenUpAnywhereLeavesNothing) {
  UpdateBed bed(kData);
  std::mt19937_64 random(12);
  for (int update = 0; update < 3; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
  const auto quads = bed.quads();
  int given_up = 0;
  for (int pulses = 1;; pulses += 1 + pulses / 4) {
    SCOPED_TRACE(pulses);
    RebuildOptions options;
    options.window_terms = 50;
    options.memory_bytes = 5000;
    int left = pulses;
    const bool cancels = given_up % 2 == 0;
    options.is_cancelled = [&] {
      if (pgas::test_team().rank() != given_up % pgas::test_team().size() || --left > 0) return false;
      if (!cancels) fail(ErrorKind::io, "the disk of image {} is away", given_up % pgas::test_team().size());
      return true;
    };
    std::string message;
    try {
      bed.rebuild(*bed.state(), options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), cancels ? ErrorKind::cancelled : ErrorKind::io);
      message = error.what();
    }
    const auto all = pgas::test_team().all_gather_bytes(message);
    EXPECT_THAT(all, ::testing::Each(all.front()));
    const bool ended = message.empty();
    EXPECT_EQ(fs::exists(bed.database_folder() / "generation-2"), ended);
    pgas::test_team().barrier();
    if (ended) break;
    ++given_up;
  }
  EXPECT_GT(given_up, 10);
  EXPECT_EQ(bed.quads(), quads);
  ASSERT_EQ(bed.update("INSERT DATA { <still> <p> <here> }"), "");
}

}  // namespace
}  // namespace quadrille::testing::rebuild_generation_test
