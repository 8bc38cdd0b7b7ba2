// A merged generation has the same rows in every permutation and the same terms as the state from which it was made, on
// any number of images, and is a base for more updates and merges.

#include "loader/compaction/merge_generation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "base/error.hpp"
#include "dictionary/volatile_huri.hpp"
#include "loader/database/delta_term_files.hpp"
#include "loader/database/testing/dump_quads.hpp"
#include "quadstore/merged_batch.hpp"
#include "tests/query/query_file.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing::merge_generation_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kData =
    "<a> <p> <b> , _:x . _:x <p> <c> . <b> <n> 1 , 2.50 . <g> { <a> <p> <d> . _:x <q> \"t\" . }";

// Inserts and deletes among few old and many new terms, in the default graph and in others.
std::string random_update(std::mt19937_64& random) {
  const auto term = [&](char prefix, std::uint64_t different) {
    return std::string("<") + prefix + std::to_string(random() % different) + ">";
  };
  const auto quad = [&] {
    const std::string object = random() % 3 == 0   ? "\"text " + std::to_string(random() % 50) + "\"@en"
                               : random() % 2 == 0 ? std::to_string(random() % 30)
                                                   : term('o', 40);
    const std::string triple = term('s', 30) + " " + term('p', 4) + " " + object;
    return random() % 3 == 0 ? "GRAPH " + term('g', 3) + " { " + triple + " } " : triple + " . ";
  };
  std::string text = "DELETE DATA { ";
  for (int i = 0; i < 30; ++i) text += quad();
  text += "} ; INSERT DATA { ";
  for (int i = 0; i < 40; ++i) text += quad();
  text += "} ; INSERT { ?s <again> _:b } WHERE { ?s <p1> ?o FILTER(isLiteral(?o)) }";
  if (random() % 3 == 0) text += " ; DELETE { ?s <again> ?b } WHERE { ?s <again> ?b }";
  return text;
}

using Rows = std::vector<std::vector<Huri>>;

// Every permutation of this image's own shards.
std::vector<Rows> all_rows(const Snapshot& snapshot) {
  std::vector<Rows> all;
  for (const ShardId shard : shards_of_member(pgas::test_team().rank(), pgas::test_team().size(), snapshot.shards())) {
    for (int number = 0; number < kGraphPermutations; ++number) {
      MergedRows rows = snapshot.run(permutation_at(number), shard).find({});
      MergedBatch batch;
      batch.take(rows, rows.size());
      Rows columns(static_cast<std::size_t>(column_count(permutation_at(number))));
      for (std::size_t column = 0; column < columns.size(); ++column) {
        columns[column].resize(batch.size());
        batch.read(static_cast<ColumnIndex>(column), columns[column]);
      }
      all.push_back(std::move(columns));
    }
  }
  return all;
}

Generation open_own(const fs::path& folder) {
  GenerationOptions options;
  options.shards = shards_of_member(pgas::test_team().rank(), pgas::test_team().size(), Manifest::read(folder).shards);
  return Generation::open(folder, options);
}

TEST(MergeGeneration, HasTheRowsOfTheStateInEveryPermutation) {
  UpdateBed bed(kData);
  std::mt19937_64 random(4242);
  const std::uint64_t blanks = bed.state()->snapshot.generation().manifest().blank_nodes;
  for (std::uint64_t generation = 2; generation <= 5; ++generation) {
    const std::uint64_t before = bed.state()->snapshot.version();
    for (int update = 0; update < 7; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
    const auto quads = bed.quads();
    const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
    const std::vector<Rows> rows = all_rows(bed.state()->snapshot);
    const Manifest next = bed.merge();
    EXPECT_EQ(next.generation, generation);
    EXPECT_GT(next.version, before);
    EXPECT_EQ(next.version, bed.state()->snapshot.version());
    EXPECT_GT(next.blank_nodes, blanks);
    EXPECT_GT(next.files_of(file_role::kDeltaVocabulary).size(), 3u);
    EXPECT_EQ(Manifest::read(bed.database_folder()).generation, generation - 1);  // until it is written
    bed.open_again(next);
    const Generation merged = open_own(bed.database_folder());
    merged.check();
    EXPECT_EQ(all_rows(Snapshot(merged)), rows);
    EXPECT_EQ(bed.quads(), quads);
    EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
    EXPECT_EQ(bed.state()->snapshot.version(), next.version);
  }
}

// With its new terms: as constants of queries and updates, and in answers.
TEST(MergeGeneration, KnowsTheTermsOfUpdates) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("INSERT DATA { <new> <of> \"words\"@de , 1.50 , \"x\"^^<type> }"), "");
  bed.open_again(bed.merge());
  EXPECT_EQ(bed.update("INSERT DATA { <new> <of> \"words\"@de }"), "");
  EXPECT_EQ(bed.inserted(), 0u);
  const auto rows = bed.rows("SELECT ?o { <new> <of> ?o FILTER(STR(?o) >= \"w\") }");
  EXPECT_EQ(bed.update("DELETE DATA { <new> <of> \"x\"^^<type> } ; INSERT DATA { <newer> <of> \"words\"@de }"), "");
  EXPECT_EQ(bed.inserted() + bed.deleted(), 2u);
  const auto words = bed.rows("SELECT ?s { ?s <of> \"words\"@de }");
  if (pgas::test_team().is_first()) {
    EXPECT_THAT(rows, ::testing::ElementsAre("\"words\"@de", "\"x\"^^<" + std::string(kTestBase) + "type>"));
    EXPECT_EQ(words.size(), 2u);
  }
}

TEST(MergeGeneration, LinksWhatHasNotChanged) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <new> }"), "");
  const Manifest next = bed.merge();
  pgas::test_team().barrier();
  std::uint64_t linked = 0, changed = 0;
  for (const ManifestFile& file : next.files) {
    const bool is_linked = fs::hard_link_count(bed.database_folder() / file.path) == 2;
    const bool is_shard = file.role == file_role::kShard;
    EXPECT_TRUE(file.role != file_role::kVocabulary || is_linked) << file.path;
    linked += is_shard && is_linked;
    changed += is_shard && !is_linked;
  }
  EXPECT_GT(linked, 0u);
  EXPECT_GT(changed, 0u);
  EXPECT_LE(changed, 2u);  // of the subject and of the object
  pgas::test_team().barrier();
  // The old generation may go.
  bed.open_again(next);
  if (pgas::test_team().is_first()) fs::remove_all(bed.database_folder() / generation_folder(1));
  pgas::test_team().barrier();
  bed.open_again();
  open_own(bed.database_folder()).check();
  const auto rows = bed.rows("SELECT ?o { <a> <p> ?o }");
  if (pgas::test_team().is_first()) {
    EXPECT_EQ(rows.size(), 3u);
  }
}

TEST(MergeGeneration, OfAnOlderStateIsThatState) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <new> }"), "");
  auto pinned = bed.state();
  const auto quads = bed.quads(*pinned);
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <newer> } ; DELETE DATA { <a> <p> <b> }"), "");
  const Manifest next = bed.merge(*pinned);
  pinned.reset();
  bed.open_again(next);
  EXPECT_EQ(bed.quads(), quads);
  EXPECT_EQ(bed.state()->snapshot.version(), 1u);
}

TEST(MergeGeneration, TheLogGoesOnFromIt) {
  UpdateBed bed(kData);
  bed.keep_log();
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <new> , _:n }"), "");
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <newer> }"), "");
  const Manifest next = bed.merge();
  // Commits after the merge began, and a crash before or after the switch.
  ASSERT_EQ(bed.update("DELETE DATA { <a> <p> <new> } ; INSERT DATA { <z> <p> <newest> , _:m }"), "");
  const auto quads = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), quads);
  bed.open_again(next);
  bed.start_again();
  EXPECT_EQ(bed.quads(), quads);
  EXPECT_EQ(bed.state()->snapshot.version(), 3u);
}

TEST(MergeGeneration, OpensWithAnyNumberOfImages) {
  UpdateBed bed(kData);
  std::mt19937_64 random(5);
  for (int update = 0; update < 5; ++update) ASSERT_EQ(bed.update(random_update(random)), "");
  bed.open_again(bed.merge());
  const auto quads = bed.quads();
  const auto lines = lines_of(bed.dictionary(), bed.state()->snapshot);
  // One image alone reads it, and merges once more.
  std::string manifest;
  if (pgas::test_team().is_first()) {
    const auto solo = pgas::test_job().make_solo_team();
    pgas::QueryArena memory(pgas::test_job().heap());
    const Database database(bed.database_folder());
    DeltaVocabulary delta(*solo, memory, delta_parts(database.generation().shards()));
    load_delta_terms(*solo, bed.database_folder(), database.generation().manifest(), delta);
    database.check();
    std::multiset<std::string> found;
    std::vector<ShardId> shards = shards_of_member(0, 1, database.generation().shards());
    const Snapshot base(database.generation());
    testing::dump_quads(database.dictionary().with(delta), base, shards, [&](std::string_view bytes) {
      for (std::size_t begin = 0, end; (end = bytes.find('\n', begin)) != std::string::npos; begin = end + 1) {
        found.emplace(bytes.substr(begin, end - begin));
      }
    });
    EXPECT_EQ(found, lines);
    const Manifest next = merge_generation(
        *solo, {base, &delta, delta.size(delta.image()), database.generation().manifest().blank_nodes});
    manifest = next.to_json();
    for (const ManifestFile& file : next.files_of(file_role::kDeltaVocabulary)) {
      const auto before = database.generation().manifest().files_of(file_role::kDeltaVocabulary);
      EXPECT_TRUE(std::any_of(before.begin(), before.end(), [&](const ManifestFile& old) {
        return old.part == file.part && old.seal == file.seal;  // byte for byte
      }));
    }
  }
  bed.open_again(Manifest::from_json(pgas::test_team().broadcast(manifest), "test"));
  EXPECT_EQ(bed.quads(), quads);
  EXPECT_EQ(lines_of(bed.dictionary(), bed.state()->snapshot), lines);
}

// The error's kind on every image.
std::optional<ErrorKind> error_of(UpdateBed& bed, const CompactionOptions& options = {}) {
  std::optional<ErrorKind> kind;
  try {
    bed.merge(*bed.state(), options);
  } catch (const Error& error) {
    kind = error.kind();
  }
  for (const auto& theirs : pgas::test_team().all_gather(kind)) EXPECT_EQ(theirs, kind);
  return kind;
}

TEST(MergeGeneration, GivenUpOnOneImageLeavesNothing) {
  UpdateBed bed(kData);
  std::mt19937_64 random(6);
  ASSERT_EQ(bed.update(random_update(random)), "");
  const auto quads = bed.quads();
  const bool is_last = pgas::test_team().rank() == pgas::test_team().size() - 1;
  for (const int passes : {1, 5, 20}) {
    int asked = 0;
    EXPECT_EQ(error_of(bed, {1, [&] { return is_last && ++asked == passes; }, {}}), ErrorKind::cancelled);
    EXPECT_FALSE(fs::exists(bed.database_folder() / generation_folder(2)));
    pgas::test_team().barrier();
  }
  // A file that is lost.
  const auto vocabulary = bed.state()->snapshot.generation().manifest().files_of(file_role::kVocabulary);
  const fs::path lost = bed.database_folder() / vocabulary.back().path;
  if (pgas::test_team().is_first()) fs::rename(lost, lost.string() + ".lost");
  EXPECT_EQ(error_of(bed), ErrorKind::io);
  EXPECT_FALSE(fs::exists(bed.database_folder() / generation_folder(2)));
  pgas::test_team().barrier();
  if (pgas::test_team().is_first()) fs::rename(lost.string() + ".lost", lost);
  pgas::test_team().barrier();
  // And then it goes.
  bed.open_again(bed.merge());
  EXPECT_EQ(bed.quads(), quads);
}

// The state after a server has written the manifest and then could not open the files that it names.
TEST(MergeGeneration, NeverTouchesWhatTheManifestNames) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <new> }"), "");
  const auto quads = bed.quads();
  const Manifest next = bed.merge();
  if (pgas::test_team().is_first()) next.write(bed.database_folder());
  pgas::test_team().barrier();
  EXPECT_EQ(error_of(bed), ErrorKind::io);
  bed.open_again();
  EXPECT_EQ(bed.quads(), quads);
}

TEST(MergeGeneration, RemovesWhatOneThatDiedHasLeft) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <new> }"), "");
  const fs::path junk = bed.database_folder() / generation_folder(2) / "shard-0000.runs";
  if (pgas::test_team().is_first()) {
    fs::create_directories(junk.parent_path());
    std::ofstream(junk) << "half of a file";
    std::ofstream(junk.parent_path() / "else") << "what";
  }
  pgas::test_team().barrier();
  bed.open_again(bed.merge());
  open_own(bed.database_folder()).check();
  EXPECT_FALSE(fs::exists(junk.parent_path() / "else"));
  pgas::test_team().barrier();
}

TEST(MergeGeneration, WithoutChangesIsTheSameBase) {
  UpdateBed bed(kData);
  const auto quads = bed.quads();
  const Manifest next = bed.merge();
  EXPECT_TRUE(next.files_of(file_role::kDeltaVocabulary).empty());
  bed.open_again(next);
  EXPECT_EQ(bed.quads(), quads);
}

TEST(MergeGeneration, OfADatabaseThatIsEmptiedIsEmpty) {
  UpdateBed bed(kData);
  ASSERT_EQ(bed.update("CLEAR ALL"), "");
  const Manifest next = bed.merge();
  EXPECT_EQ(next.default_quads + next.named_quads, 0u);
  bed.open_again(next);
  EXPECT_TRUE(bed.quads().empty());
  ASSERT_EQ(bed.update("INSERT DATA { <a> <p> <b> . GRAPH <g> { <a> <p> <e> } }"), "");
  bed.open_again(bed.merge());
  const auto quads = bed.quads();
  if (pgas::test_team().is_first()) {
    EXPECT_EQ(quads.size(), 2u);
  }
}

}  // namespace
}  // namespace quadrille::testing::merge_generation_test
