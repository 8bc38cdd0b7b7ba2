// A rebuilt generation is what a build of the state's quads makes; its renumbering takes every quad there; and it is a
// base for more updates, merges and rebuilds.

#include "loader/compaction/rebuild_generation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "base/error.hpp"
#include "loader/build.hpp"
#include "loader/compaction/snapshot_columns.hpp"
#include "loader/dump.hpp"
#include "loader/shared_list.hpp"
#include "tests/query/query_file.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kData =
    "<a> <p> <b> , \"one\" . <b> <n> 1 , 2.50 , "
    "\"1.000000000000000000000000000001\"^^<http://www.w3.org/2001/XMLSchema#decimal> . "
    "<g> { <a> <p> <d> . <z> <q> \"t\"@en , \"u\"^^<type> . }";

pgas::Team& team() {
  return pgas::test_job().team();
}

// Inserts and deletes among few old and many new terms of all kinds, in the default graph and in others. No blank
// nodes: their labels hang on how they came.
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

// The N-Quads of a state, on every image.
std::multiset<std::string> lines_of(const Dictionary& dictionary, const Snapshot& snapshot) {
  pgas::QueryArena arena(pgas::test_job().heap());
  std::string mine;
  team().run([&] {
    QuadDump dump(team(), arena, dictionary, snapshot,
                  shards_of_member(team().rank(), team().size(), snapshot.shards()));
    for (std::string lines; dump.next(lines); lines.clear()) mine += lines;
    team().barrier();
  });
  std::multiset<std::string> all;
  for (const std::string& theirs : team().all_gather_bytes(mine)) {
    std::istringstream lines(theirs);
    for (std::string line; std::getline(lines, line);) all.insert(line);
  }
  return all;
}

// All quads, on every image.
std::set<Quad> quads_of(const Snapshot& snapshot) {
  const std::vector<ShardId> shards = shards_of_member(team().rank(), team().size(), snapshot.shards());
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
  for (const auto& theirs : gather_lists(team(), mine)) all.insert(theirs.begin(), theirs.end());
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
  if (team().is_first()) {
    std::ofstream file(folder / "dump.nq");
    for (const std::string& line : lines) file << line << '\n';
  }
  team().barrier();
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
    if (team().is_first()) {
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
    team().barrier();
  }
}

}  // namespace
}  // namespace quadrille::testing
