#include "quadstore/generation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <map>
#include <random>
#include <set>

#include "base/bytes.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille {
namespace {

using detail::in_order;
using detail::iri;
using detail::kHeavyObject;
using detail::kShards;
using detail::message_of;
using detail::TestFolder;
using quadrille::testing::build_small_database;
using ::testing::HasSubstr;

constexpr std::uint64_t kGenerationSeed = 4711;

// The quads are in no order; every fourth object is the heavy one.
std::vector<Quad> quads_with_duplicates(std::size_t count, bool with_named_graphs) {
  std::mt19937_64 random(kGenerationSeed);
  std::vector<Quad> quads;
  for (std::size_t i = 0; i < count; ++i) {
    const Huri object = random() % 4 == 0   ? kHeavyObject
                        : random() % 2 == 0 ? iri(random() % 2000)
                                            : Huri::make(HuriKind::string, random() % 5000);
    const Huri graph = with_named_graphs && random() % 2 == 0 ? iri(random() % 5) : kDefaultGraph;
    quads.push_back({iri(random() % 3000), iri(random() % 15), object, graph});
    if (random() % 10 == 0) quads.push_back(quads.back());
  }
  return quads;
}

// A place in the address space with room for so many bytes.
std::uintptr_t free_address(std::uint64_t bytes) {
  const std::size_t room = bytes + kMappingAlignment;
  void* place = ::mmap(nullptr, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ::munmap(place, room);
  return round_up(reinterpret_cast<std::uintptr_t>(place), kMappingAlignment);
}

std::vector<ShardId> all_shards() {
  std::vector<ShardId> shards;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) shards.push_back(ShardId(shard));
  return shards;
}

class GenerationTest : public ::testing::TestWithParam<bool> {
 protected:
  GenerationTest() : quads_(quads_with_duplicates(30000, GetParam())), set_(quads_.begin(), quads_.end()) {
    build_small_database(folder_.path(), quads_, kShards, std::span(&kHeavyObject, 1));
  }
  TestFolder folder_;
  std::vector<Quad> quads_;
  std::set<Quad> set_;
};
INSTANTIATE_TEST_SUITE_P(Graphs, GenerationTest, ::testing::Bool(),
                         [](const auto& graphs) { return graphs.param ? "Named" : "DefaultOnly"; });

TEST_P(GenerationTest, EveryPermutationHoldsEveryQuadOnceInItsShard) {
  const Generation generation = Generation::open(folder_.path());
  generation.check();
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    std::vector<std::set<std::vector<Huri>>> expected(kShards);
    for (const Quad& quad : set_) {
      if (table_of(quad) != table_of(permutation)) continue;
      expected[index(generation.shard_of_row(permutation, quad))].insert(in_order(permutation, quad));
    }
    for (std::uint32_t shard = 0; shard < kShards; ++shard) {
      const RunView& run = generation.run(permutation, ShardId(shard));
      ASSERT_EQ(run.rows(), expected[shard].size());
      std::vector<std::vector<Huri>> columns(run.columns(), std::vector<Huri>(run.rows()));
      for (int column = 0; column < run.columns(); ++column) {
        run.read(static_cast<ColumnIndex>(column), {0, run.rows()}, columns[column]);
      }
      std::size_t row = 0;
      for (const auto& wanted : expected[shard]) {
        for (int column = 0; column < run.columns(); ++column) ASSERT_EQ(columns[column][row], wanted[column]);
        ++row;
      }
    }
  }
}

TEST_P(GenerationTest, AHeavyObjectIsSpreadOverTheShards) {
  const Generation generation = Generation::open(folder_.path());
  EXPECT_EQ(generation.only_shard(Permutation::ops, {kHeavyObject}), std::nullopt);
  EXPECT_EQ(generation.only_shard(Permutation::ops, {iri(1000)}), shard_of(iri(1000), kShards));
  EXPECT_EQ(generation.only_shard(Permutation::pos, {iri(1)}), std::nullopt);
  EXPECT_EQ(generation.only_shard(Permutation::pos, {iri(1), kHeavyObject, iri(5)}), shard_of(iri(5), kShards));
  EXPECT_EQ(generation.only_shard(Permutation::spo, {iri(5), iri(1)}), shard_of(iri(5), kShards));
  for (const ShardId shard : all_shards()) EXPECT_GT(generation.run(Permutation::ops, shard).count({kHeavyObject}), 0u);
  std::map<Huri, HeavyEntry> expected;
  for (const Quad& quad : set_) {
    if (quad.object != kHeavyObject) continue;
    HeavyEntry& entry = expected.try_emplace(quad.predicate, HeavyEntry{kHeavyObject, quad.predicate}).first->second;
    ++(quad.graph == kDefaultGraph ? entry.default_rows : entry.named_rows);
  }
  EXPECT_EQ(generation.heavy_objects().entries().size(), expected.size());
  for (const auto& [predicate, entry] : expected) {
    EXPECT_EQ(generation.heavy_objects().find(predicate, kHeavyObject), entry);
  }
}

TEST_P(GenerationTest, StatisticsAreExact) {
  const Generation generation = Generation::open(folder_.path());
  for (std::uint64_t predicate = 0; predicate < 16; ++predicate) {
    std::set<Huri> subjects, objects;
    std::uint64_t rows = 0;
    for (const Quad& quad : set_) {
      if (quad.predicate != iri(predicate) || quad.graph != kDefaultGraph) continue;
      ++rows, subjects.insert(quad.subject), objects.insert(quad.object);
    }
    EXPECT_EQ(generation.statistics().default_graph.find(iri(predicate)),
              (PredicateStatistics{iri(predicate), rows, subjects.size(), objects.size()}));
  }
}

TEST_P(GenerationTest, FilesLieAtTheSameAddressWhicheverShardsAreOpened) {
  const std::uintptr_t address = free_address(Generation::mapped_bytes(Manifest::read(folder_.path())));
  const Generation some = Generation::open(folder_.path(), {address, std::vector{ShardId(3), ShardId(5)}});
  EXPECT_EQ(some.run(Permutation::spo, ShardId(5)).rows(),
            Generation::open(folder_.path()).run(Permutation::spo, ShardId(5)).rows());
  EXPECT_GE(Generation::mapped_bytes(some.manifest()), kShards * kMappingAlignment);
  some.check();
  // The same place again is taken.
  EXPECT_THAT(message_of([&] {
                Generation::open(folder_.path(), {address, std::vector{ShardId(5)}});
              }),
              HasSubstr("cannot map"));
  // Another shard's place is not.
  Generation::open(folder_.path(), {address, std::vector{ShardId(4)}});
}

TEST_P(GenerationTest, MissingAndCutFilesAreNamed) {
  const std::string shard = shard_file_path(1, 2);
  std::filesystem::resize_file(folder_ / shard, 1000);
  EXPECT_THAT(message_of([&] { Generation::open(folder_.path()); }), HasSubstr(shard));
  std::filesystem::remove(folder_ / shard);
  EXPECT_THAT(message_of([&] { Generation::open(folder_.path()); }), HasSubstr(shard));
  // A generation that does not open this shard works.
  EXPECT_EQ(message_of([&] { Generation::open(folder_.path(), {0, std::vector{ShardId(1)}}); }), "");
  std::filesystem::remove(manifest_path(folder_.path()));
  EXPECT_THAT(message_of([&] { Generation::open(folder_.path()); }), HasSubstr("no database at"));
}

TEST_P(GenerationTest, CheckFindsAFlippedBitAnywhere) {
  SCOPED_TRACE(kGenerationSeed);
  std::mt19937_64 random(kGenerationSeed);
  for (const ManifestFile& file : Manifest::read(folder_.path()).files) {
    const auto whole = detail::read_whole(folder_ / file.path);
    for (int i = 0; i < 4; ++i) {
      auto bytes = whole;
      bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
      detail::write_whole(folder_ / file.path, bytes);
      EXPECT_THAT(message_of([&] { Generation::open(folder_.path()).check(); }), HasSubstr(file.path));
    }
    detail::write_whole(folder_ / file.path, whole);
  }
}

TEST(Generation, ShardsThatTradedPlacesAreFound) {
  const TestFolder folder;
  build_small_database(folder.path(), quads_with_duplicates(3000, false), kShards, std::span(&kHeavyObject, 1));
  Manifest manifest = Manifest::read(folder.path());
  std::swap(manifest.files[0].path, manifest.files[1].path);
  std::swap(manifest.files[0].seal, manifest.files[1].seal);
  manifest.write(folder.path());
  EXPECT_THAT(message_of([&] { Generation::open(folder.path()); }),
              HasSubstr("contains shard 1 of 8, expected 0 of 8"));
}

// Of a cache of the generation.
std::size_t wanted_bytes(const CacheRegistry& registry, const std::string& name) {
  for (const CacheRegistry::Usage& usage : registry.usage()) {
    if (usage.name == name) return usage.most_bytes;
  }
  return ~std::size_t{0};
}

TEST(Generation, CachesWantNoMoreThanTheirDatabaseCanFill) {
  for (const std::size_t quads : {0, 1000, 30'000}) {
    const TestFolder folder;
    build_small_database(folder.path(), quads_with_duplicates(quads, false), kShards, std::span(&kHeavyObject, 1));
    CacheRegistry registry(std::size_t{1} << 40, {[](std::size_t) { return true; }, [](std::size_t) {}});
    GenerationOptions options;
    options.caches = &registry;
    const Generation generation = Generation::open(folder.path(), options);
    const std::size_t rows = quads <= 1000 ? 0 : generation.manifest().default_quads * 4;  // of four permutations
    EXPECT_EQ(wanted_bytes(registry, "class_bitmaps"), rows * 4) << quads;
    EXPECT_EQ(wanted_bytes(registry, "adjacency_indexes"), rows * 16) << quads;
  }
}

TEST(Generation, CachesOfLargeDatabasesWantAPartOfThem) {
  constexpr std::size_t kMegabyte = 1 << 20;
  Manifest manifest;
  manifest.default_quads = 1'000'000;
  EXPECT_EQ(ClassBitmaps::wanted_bytes_for(manifest, 1), 8 * kMegabyte);
  EXPECT_EQ(AdjacencyCache::wanted_bytes_for(manifest, 1), 16 * kMegabyte);
  manifest.default_quads = 300'000'000;
  manifest.named_quads = 100'000'000;
  EXPECT_EQ(ClassBitmaps::wanted_bytes_for(manifest, 1), 50'000'000u);
  EXPECT_EQ(AdjacencyCache::wanted_bytes_for(manifest, 4), 600'000'000u);
}

TEST(Generation, AnEmptyDatabaseOpens) {
  const TestFolder folder;
  build_small_database(folder.path(), {}, kShards, std::span(&kHeavyObject, 1));
  const Generation generation = Generation::open(folder.path());
  generation.check();
  for (const ShardId shard : all_shards()) EXPECT_EQ(generation.run(Permutation::spo, shard).count({}), 0u);
}

}  // namespace
}  // namespace quadrille
