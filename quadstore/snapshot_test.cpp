#include "quadstore/snapshot.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.hpp"
#include "quadstore/delta_builder.hpp"
#include "quadstore/delta_state.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/merge_shard.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/statistics_change.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/random.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille {
namespace {

using detail::iri;
using detail::kHeavyObject;
using detail::kShards;
using detail::Random;
using detail::random_quad;
using detail::TermRanks;
using detail::TestFolder;

constexpr std::uint64_t kSnapshotSeed = 99;

constexpr TermRanks kSnapshotRanks{.subjects = 3000, .predicates = 15, .first_object = 0, .objects = 300, .graphs = 5};

void add(DeltaRows& rows, const Quad& quad, bool inserted) {
  if (quad.graph == kDefaultGraph) {
    (inserted ? rows.inserted_triples : rows.deleted_triples).push_back(triple_row(quad));
  } else {
    (inserted ? rows.inserted_quads : rows.deleted_quads).push_back(quad_row(quad));
  }
}

// A database and what updates make of it, in one process.
class SnapshotTest : public ::testing::Test {
 protected:
  SnapshotTest() {
    for (int i = 0; i < 20000; ++i) quads_.insert(random_quad(random_, kSnapshotRanks));
    testing::build_small_database(folder_.path(), {quads_.begin(), quads_.end()}, kShards, std::span(&kHeavyObject, 1));
    generation_ = std::make_unique<Generation>(Generation::open(folder_.path()));
    snapshot_ = std::make_unique<Snapshot>(*generation_);
  }

  // One operation: deletes, then inserts, whether they change something or not.
  void update(const std::set<Quad>& deletes, const std::set<Quad>& inserts) {
    std::map<ShardId, ShardChanges> changes;
    const auto take = [&](const std::set<Quad>& asked, bool inserted) {
      const std::vector<Quad> rows(asked.begin(), asked.end());
      const std::vector<bool> there = contains(*snapshot_, rows);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(there[i], quads_.contains(rows[i]));
        if (there[i] == inserted && !(inserted && deletes.contains(rows[i]))) continue;
        add(changes[generation_->shard_of_row(Permutation::spo, rows[i])].by_subject, rows[i], inserted);
        add(changes[generation_->shard_of_row(Permutation::ops, rows[i])].by_object, rows[i], inserted);
      }
    };
    take(deletes, false);
    take(inserts, true);
    StatisticsChange change;
    auto delta = std::make_shared<SnapshotDelta>();
    for (auto& [shard, its] : changes) {
      const RunOf run_of = [&, at = shard](Permutation permutation) -> const RunView& {
        return generation_->run(permutation, at);
      };
      DeltaLevelPtr level = build_level(run_of, std::move(its), memory_);
      if (level) {
        change.add(*level, snapshot_->tables(),
                   [&, at = shard](Permutation permutation) { return snapshot_->run(permutation, at); });
      }
      state_.add(shard, std::move(level), memory_);
    }
    for (std::uint32_t shard = 0; shard < kShards; ++shard) delta->levels.push_back(state_.levels(ShardId(shard)));
    delta->tables = change.apply(snapshot_->tables());
    for (const Quad& quad : deletes) quads_.erase(quad);
    quads_.insert(inserts.begin(), inserts.end());
    snapshot_ = std::make_unique<Snapshot>(*generation_, snapshot_->version() + 1, std::move(delta));
  }

  std::uint64_t rows(Permutation permutation, const QuadPrefix& prefix = {}) const {
    std::uint64_t rows = 0;
    for (std::uint32_t shard = 0; shard < kShards; ++shard)
      rows += snapshot_->run(permutation, ShardId(shard)).count(prefix);
    return rows;
  }

  TestFolder folder_;
  Random random_{kSnapshotSeed};
  std::set<Quad> quads_;
  std::unique_ptr<Generation> generation_;
  std::pmr::unsynchronized_pool_resource memory_;
  DeltaState state_;
  std::unique_ptr<Snapshot> snapshot_;
};

TEST_F(SnapshotTest, WithoutChangesIsTheBase) {
  EXPECT_EQ(snapshot_->version(), 0u);
  EXPECT_TRUE(snapshot_->run(Permutation::spo, ShardId(3)).is_base());
  EXPECT_EQ(&snapshot_->statistics(), &generation_->statistics());
}

TEST_F(SnapshotTest, ShowsEveryUpdateInEveryPermutation) {
  for (int version = 1; version <= 12; ++version) {
    std::set<Quad> deletes, inserts;
    for (int i = 0; i < 400; ++i) {
      inserts.insert(random_quad(random_, kSnapshotRanks));
      const auto near = quads_.lower_bound(random_quad(random_, kSnapshotRanks));
      if (random_() % 2 == 0 && near != quads_.end()) deletes.insert(*near);
    }
    update(deletes, inserts);
    ASSERT_EQ(snapshot_->version(), static_cast<std::uint64_t>(version));
    std::uint64_t triples = 0, heavy = 0;
    for (const Quad& quad : quads_) {
      triples += quad.graph == kDefaultGraph;
      heavy += quad.graph == kDefaultGraph && quad.object == kHeavyObject;
    }
    for (int number = 0; number < kPermutations; ++number) {
      const Permutation permutation = permutation_at(number);
      ASSERT_EQ(rows(permutation), holds_named_graphs(permutation) ? quads_.size() - triples : triples);
    }
    EXPECT_EQ(rows(Permutation::ops, {kHeavyObject}), heavy);
    EXPECT_EQ(snapshot_->statistics().default_graph.rows(), triples);
    EXPECT_EQ(snapshot_->statistics().named_graphs.rows(), quads_.size() - triples);
  }
}

TEST_F(SnapshotTest, AnOldSnapshotStaysAsItWas) {
  const Quad quad{iri(1), iri(2), iri(100000)};
  update({}, {quad});
  const DeltaState old_state = state_;
  const Snapshot old_snapshot = *snapshot_;
  update({quad}, {});
  EXPECT_EQ(contains(old_snapshot, std::vector{quad}), std::vector{true});
  EXPECT_EQ(contains(*snapshot_, std::vector{quad}), std::vector{false});
  EXPECT_EQ(old_snapshot.version(), 1u);
}

TEST_F(SnapshotTest, MembershipOfManyInOrder) {
  std::set<Quad> inserts;
  for (int i = 0; i < 2000; ++i) inserts.insert(random_quad(random_, kSnapshotRanks));
  update({}, inserts);
  std::vector<Quad> asked;
  for (int i = 0; i < 5000; ++i) asked.push_back(random_quad(random_, kSnapshotRanks));
  std::sort(asked.begin(), asked.end(), [](const Quad& a, const Quad& b) {
    const auto key = [](const Quad& quad) {
      return std::tuple(shard_of(quad.subject, kShards), quad.graph != kDefaultGraph, quad);
    };
    return key(a) < key(b);
  });
  const std::vector<bool> there = contains(*snapshot_, asked);
  for (std::size_t i = 0; i < asked.size(); ++i) ASSERT_EQ(there[i], quads_.contains(asked[i]));
}

// All rows of a permutation, as the snapshot shows them.
std::vector<std::vector<Huri>> all_rows(const Snapshot& snapshot, Permutation permutation, ShardId shard) {
  MergedRows rows = snapshot.run(permutation, shard).find({});
  MergedBatch batch;
  batch.take(rows, rows.size());
  std::vector<std::vector<Huri>> columns(static_cast<std::size_t>(column_count(permutation)));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    columns[column].resize(batch.size());
    batch.read(static_cast<ColumnIndex>(column), columns[column]);
  }
  return columns;
}

TEST_F(SnapshotTest, MergedIsABaseWithTheSameRows) {
  for (int version = 1; version <= 5; ++version) {
    std::set<Quad> deletes, inserts;
    for (int i = 0; i < 2000; ++i) {
      inserts.insert(random_quad(random_, kSnapshotRanks));
      const auto near = quads_.lower_bound(random_quad(random_, kSnapshotRanks));
      if (random_() % 2 == 0 && near != quads_.end()) deletes.insert(*near);
    }
    update(deletes, inserts);
  }
  Manifest manifest = generation_->manifest();
  manifest.generation = 2;
  manifest.files.clear();
  manifest.default_quads = manifest.named_quads = 0;
  std::filesystem::create_directories(folder_.path() / generation_folder(2));
  TablesOfViews tables;
  int calls = 0;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    const std::string path = shard_file_path(2, shard);
    const BuiltShard merged = merge_shard(folder_.path() / path, *snapshot_, ShardId(shard), [&] { ++calls; });
    manifest.files.push_back({path, file_role::kShard, shard, merged.seal});
    manifest.default_quads += merged.default_quads;
    manifest.named_quads += merged.named_quads;
    add(tables, merged.tables);
  }
  EXPECT_GE(calls, 10 * 8);
  const RowTables all = make_tables(tables[index(View::all)], snapshot_->heavy_objects().entries());
  for (const ManifestFile& file : write_tables(folder_.path(), 2, View::all, all)) manifest.files.push_back(file);
  manifest.write(folder_.path());
  const Generation merged = Generation::open(folder_.path());
  merged.check();
  const Snapshot after(merged);
  for (int number = 0; number < kPermutations; ++number) {
    for (std::uint32_t shard = 0; shard < kShards; ++shard) {
      const Permutation permutation = permutation_at(number);
      ASSERT_EQ(all_rows(after, permutation, ShardId(shard)), all_rows(*snapshot_, permutation, ShardId(shard)));
    }
  }
  EXPECT_EQ(after.heavy_objects().entries().size(), snapshot_->heavy_objects().entries().size());
  // As a build of the same quads would count.
  const TestFolder built;
  testing::build_small_database(built.path(), {quads_.begin(), quads_.end()}, kShards, std::span(&kHeavyObject, 1));
  EXPECT_EQ(after.statistics(), Generation::open(built.path()).statistics());
}

TEST_F(SnapshotTest, AMergeThatIsGivenUpLeavesNoFile) {
  const auto path = folder_.path() / "merged";
  EXPECT_THROW(merge_shard(path, *snapshot_, ShardId(0), [] { fail(ErrorKind::cancelled, "enough"); }), Error);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path.string() + ".tmp"));
}

}  // namespace
}  // namespace quadrille
