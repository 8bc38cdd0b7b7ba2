#include "quadstore/snapshot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  rows.add(quad, inserted ? MarkChange{Marks::none, Marks::both} : MarkChange{Marks::both, Marks::none});
}

std::uint64_t rows_of(const std::set<Quad>& quads, QuadTable table) {
  return static_cast<std::uint64_t>(
      std::count_if(quads.begin(), quads.end(), [&](const Quad& quad) { return table_of(quad) == table; }));
}

// A database and what updates make of it, in one process.
class SnapshotTest : public ::testing::Test {
 protected:
  SnapshotTest() {
    for (int i = 0; i < 20000; ++i) quads_.insert(random_quad(random_, kSnapshotRanks));
    add_terms(3000);
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

  // Adds triple terms of a base, a tenth of them with another one as object.
  void add_terms(int count) {
    std::array<std::uint64_t, kShards> next{};
    std::set<Row<3>> terms;
    for (int i = 0; i < count; ++i) terms.insert(triple_row(random_quad(random_, kSnapshotRanks)));
    Huri last;
    for (Row<3> row : terms) {  // in each shard in the order of their components
      if (!last.is_unbound() && random_() % 10 == 0) row[2] = last;
      const ShardId shard = shard_of(row[0], kShards);
      const Huri term = make_triple_huri(shard, next[static_cast<std::size_t>(index(shard))]++);
      if (row[2] != last) last = term;
      quads_.insert({row[0], row[1], row[2], term});
    }
  }
  // A triple term of an update.
  Quad new_term() {
    const Quad quad = random_quad(random_, kSnapshotRanks);
    return {quad.subject, quad.predicate, quad.object, Huri::make_volatile(HuriKind::triple_term, new_terms_++)};
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
  std::uint64_t new_terms_ = 0;
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
      const bool can_go = near != quads_.end() && table_of(*near) != QuadTable::triple_terms;
      if (random_() % 2 == 0 && can_go) deletes.insert(*near);
      if (i % 4 == 0) inserts.insert(new_term());
    }
    update(deletes, inserts);
    ASSERT_EQ(snapshot_->version(), static_cast<std::uint64_t>(version));
    std::uint64_t heavy = 0;
    for (const Quad& quad : quads_) {
      heavy += quad.graph == kDefaultGraph && quad.object == kHeavyObject;
    }
    for (int number = 0; number < kPermutations; ++number) {
      const Permutation permutation = permutation_at(number);
      ASSERT_EQ(rows(permutation), rows_of(quads_, table_of(permutation)));
    }
    EXPECT_EQ(rows(Permutation::ops, {kHeavyObject}), heavy);
    EXPECT_EQ(snapshot_->statistics().default_graph.rows(), rows_of(quads_, QuadTable::default_graph));
    EXPECT_EQ(snapshot_->statistics().named_graphs.rows(), rows_of(quads_, QuadTable::named_graphs));
  }
}

TEST_F(SnapshotTest, TripleTermsAreFoundByEachOfTheirParts) {
  std::set<Quad> inserts;
  for (int i = 0; i < 500; ++i) inserts.insert(new_term());
  update({}, inserts);
  for (const View view : kAllViews) {
    const Snapshot seen = snapshot_->in(view);
    for (const Quad& quad : quads_) {
      if (table_of(quad) != QuadTable::triple_terms) continue;
      const auto& [s, p, o, t] = quad;
      const ShardId shard = generation_->shard_of_row(Permutation::spot, quad),
                    of_object = generation_->shard_of_row(Permutation::post, quad);
      ASSERT_EQ(seen.run(Permutation::spot, shard).count({s, p, o, t}), 1u);
      ASSERT_EQ(seen.run(Permutation::tspo, shard).count({t}), 1u);
      ASSERT_GE(seen.run(Permutation::post, of_object).count({p, o}), 1u);
      ASSERT_GE(seen.run(Permutation::ospt, of_object).count({o, s}), 1u);
      ASSERT_EQ(generation_->only_shard(Permutation::spot, {s, p}), shard);
      if (!t.is_volatile()) {
        ASSERT_EQ(shard_of(t, kShards), shard);
        ASSERT_EQ(generation_->run(Permutation::tspo, shard).find({t}).begin, triple_row_number(t));
      }
    }
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
    const auto key = [](const Quad& quad) { return std::tuple(shard_of(quad.subject, kShards), table_of(quad), quad); };
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
      const bool can_go = near != quads_.end() && table_of(*near) != QuadTable::triple_terms;
      if (random_() % 2 == 0 && can_go) deletes.insert(*near);
      if (i % 4 == 0) inserts.insert(new_term());
    }
    update(deletes, inserts);
  }
  Manifest manifest = generation_->manifest();
  manifest.generation = 2;
  manifest.files.clear();
  manifest.default_quads = manifest.named_quads = 0;
  manifest.terms_of_kind = {};
  std::filesystem::create_directories(folder_.path() / generation_folder(2));
  TablesOfViews tables;
  int calls = 0;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    const std::string path = shard_file_path(2, shard);
    const BuiltShard merged = merge_shard(folder_.path() / path, *snapshot_, ShardId(shard), [&] { ++calls; });
    manifest.files.push_back({path, file_role::kShard, shard, merged.seal});
    manifest.default_quads += merged.default_quads;
    manifest.named_quads += merged.named_quads;
    manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::triple_term)] += merged.triple_terms;
    add(tables, merged.tables);
  }
  EXPECT_GE(calls, kPermutations * 8);
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
