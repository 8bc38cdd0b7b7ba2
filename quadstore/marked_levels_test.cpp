// Updates of a database whose rows have different marks, compared with a map: what each view shows after commits that
// insert rows with marks, change marks, delete rows and clear graphs, and after a compaction.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <memory_resource>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "quadstore/delta_builder.hpp"
#include "quadstore/delta_state.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/inferred_row.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/merge_shard.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/snapshot.hpp"
#include "quadstore/statistics_change.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/random.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille {
namespace {

using detail::in_order;
using detail::iri;
using detail::kHeavyObject;
using detail::kShards;
using detail::MarkedQuads;
using detail::MarkedRows;
using detail::MarkKinds;
using detail::Random;
using detail::random_marks;
using detail::random_quad;
using detail::TermRanks;
using detail::TestFolder;

constexpr std::uint64_t kMarkedLevelsSeed = 417;

constexpr TermRanks kMarkedRanks{.subjects = 1000, .predicates = 12, .first_object = 100, .objects = 300, .graphs = 4};

struct Case {
  MarkKinds base, changes;
};

// A database and what updates make of it, in one process.
class MarkedLevels : public ::testing::TestWithParam<Case> {
 protected:
  MarkedLevels() {
    const MarkKinds kinds =
        GetParam().base == MarkKinds::all ? MarkKinds::inferred : GetParam().base;  // a build has no others
    for (int i = 0; i < 3000; ++i) quads_.emplace(random_quad(random_, kMarkedRanks), random_marks(random_, kinds));
    std::vector<Quad> rows;
    for (const auto& [quad, marks] : quads_) {
      rows.push_back(quad);
      if (marks == Marks::closure) rows.back().predicate = with_marks(quad.predicate, Marks::closure);
    }
    testing::build_small_database(folder_.path(), rows, kShards, std::span(&kHeavyObject, 1));
    generation_ = std::make_unique<Generation>(Generation::open(folder_.path()));
    snapshot_ = std::make_unique<Snapshot>(*generation_);
    if (GetParam().base == MarkKinds::all) commit(random_changes(500));
  }

  MarkedQuads random_changes(int count) {
    MarkedQuads changes;
    for (int i = 0; i < count; ++i) {
      const Quad quad = random_quad(random_, kMarkedRanks);
      const auto near = quads_.lower_bound(quad);
      const Marks marks = random_marks(random_, GetParam().changes);
      if (random_() % 2 == 0 && near != quads_.end()) {
        changes[near->first] = random_() % 2 == 0 ? Marks::none : marks;
      } else {
        changes[quad] = marks;
      }
    }
    return changes;
  }

  RunOf base_of(ShardId shard) const {
    return [this, shard](Permutation permutation) -> const RunView& { return generation_->run(permutation, shard); };
  }
  StatisticsChange::RunBefore before(ShardId shard) const {
    return [this, shard](Permutation permutation) { return snapshot_->run(permutation, shard); };
  }

  // Gives these marks to the quads.
  void commit(const MarkedQuads& wanted) {
    std::vector<Quad> asked;
    for (const auto& [quad, marks] : wanted) asked.push_back(quad);
    const std::vector<Marks> found = marks_of(*snapshot_, asked);
    std::map<ShardId, ShardChanges> changes;
    auto marks_before = found.begin();
    for (const auto& [quad, marks] : wanted) {
      const MarkChange change{*marks_before++, marks};
      EXPECT_EQ(change.before, quads_.contains(quad) ? quads_.at(quad) : Marks::none);
      changes[generation_->shard_of_row(Permutation::spo, quad)].by_subject.add(quad, change);
      changes[generation_->shard_of_row(Permutation::ops, quad)].by_object.add(quad, change);
      quads_.erase(quad);
      if (marks != Marks::none) quads_.emplace(quad, marks);
    }
    // As two images would count them.
    std::array<StatisticsChange, 2> parts;
    for (auto& [shard, its] : changes) {
      DeltaLevelPtr level = build_level(base_of(shard), std::move(its), memory_);
      if (!level) continue;
      parts[index(shard) % 2].add(*level, snapshot_->tables(), before(shard));
      state_.add(shard, std::move(level), memory_);
    }
    publish(parts);
  }

  // Clears a named graph.
  void clear(Huri graph) {
    std::array<StatisticsChange, 2> parts;
    for (std::uint32_t shard = 0; shard < kShards; ++shard) {
      parts[shard % 2].take_away(before(ShardId(shard))(Permutation::gpos), graph, snapshot_->tables());
      state_.hide(ShardId(shard), std::span(&graph, 1), base_of(ShardId(shard)), memory_);
    }
    std::erase_if(quads_, [&](const auto& each) { return each.first.graph == graph; });
    distinct_are_exact_ = false;
    publish(parts);
  }

  void publish(std::span<const StatisticsChange> parts) {
    StatisticsChange sum;
    for (const StatisticsChange& part : parts) sum.add(StatisticsChange::parse(part.serialise()));
    auto delta = std::make_shared<SnapshotDelta>();
    for (std::uint32_t shard = 0; shard < kShards; ++shard) delta->levels.push_back(state_.levels(ShardId(shard)));
    delta->tables = sum.apply(snapshot_->tables());
    snapshot_ = std::make_unique<Snapshot>(*generation_, snapshot_->version() + 1, std::move(delta));
  }

  // Writes base and levels as a new generation, and opens it.
  void compact() {
    Manifest manifest = generation_->manifest();
    const std::uint64_t generation = ++manifest.generation;
    manifest.files.clear();
    manifest.default_quads = manifest.named_quads = 0;
    std::filesystem::create_directories(folder_.path() / generation_folder(generation));
    TablesOfViews tables;
    for (std::uint32_t shard = 0; shard < kShards; ++shard) {
      const std::string path = shard_file_path(generation, shard);
      const BuiltShard merged = merge_shard(folder_.path() / path, *snapshot_, ShardId(shard), [] {});
      manifest.files.push_back({path, file_role::kShard, shard, merged.seal});
      manifest.default_quads += merged.default_quads;
      manifest.named_quads += merged.named_quads;
      add(tables, merged.tables);
    }
    const auto known = snapshot_->heavy_objects().entries();
    for (const View view : kAllViews) {
      const RowTables its = make_tables(tables[index(view)], known);
      if (view == View::all || !(its.statistics == make_tables(tables[index(View::all)], known).statistics)) {
        for (const ManifestFile& file : write_tables(folder_.path(), generation, view, its))
          manifest.files.push_back(file);
      }
    }
    manifest.write(folder_.path());
    auto merged = std::make_unique<Generation>(Generation::open(folder_.path()));
    merged->check();
    snapshot_ = std::make_unique<Snapshot>(*merged);
    generation_ = std::move(merged);
    state_ = DeltaState();
    distinct_are_exact_ = true;
  }

  void expect_rows(View view, Permutation permutation) const;
  void expect_tables(View view) const;
  void expect_all() const;

  TestFolder folder_;
  Random random_{kMarkedLevelsSeed};
  MarkedQuads quads_;
  std::unique_ptr<Generation> generation_;
  std::pmr::unsynchronized_pool_resource memory_;
  DeltaState state_;
  std::unique_ptr<Snapshot> snapshot_;
  bool distinct_are_exact_ = true;  // clearing a graph estimates them
};

MarkedRows read_marked_rows(const MergedRun& run) {
  MarkedRows all;
  MergedBatch batch;
  for (MergedRows rows = run.find({}); !rows.empty();) {
    batch.take(rows, std::min<std::uint64_t>(rows.size(), 100));
    std::vector<std::vector<Huri>> columns;
    for (int column = 0; column < run.columns(); ++column) {
      batch.read(static_cast<ColumnIndex>(column), columns.emplace_back(batch.size()));
    }
    std::vector<Marks> marks(batch.size());
    batch.read_marks(marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      std::vector<Huri> row;
      for (const auto& column : columns) row.push_back(column[i]);
      all.emplace(std::move(row), marks[i]);
    }
  }
  return all;
}

void MarkedLevels::expect_rows(View view, Permutation permutation) const {
  std::vector<MarkedRows> expected(kShards);
  for (const auto& [quad, marks] : quads_) {
    if (table_of(quad) != table_of(permutation) || !shows(view, marks)) continue;
    expected[index(generation_->shard_of_row(permutation, quad))].emplace(in_order(permutation, quad), marks);
  }
  const Snapshot viewed = snapshot_->in(view);
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    const MergedRun run = viewed.run(permutation, ShardId(shard));
    ASSERT_EQ(run.rows(), expected[shard].size());
    ASSERT_EQ(read_marked_rows(run), expected[shard]);
  }
}

// Objects that are heavy are counted shard by shard until a compaction.
void MarkedLevels::expect_tables(View view) const {
  struct Counted {
    std::uint64_t rows = 0;
    std::set<Huri> subjects, objects;
  };
  std::map<std::pair<bool, Huri>, Counted> counted;
  std::map<Huri, HeavyEntry> heavy;
  for (const auto& [quad, marks] : quads_) {
    if (!shows(view, marks)) continue;
    const bool is_named = quad.graph != kDefaultGraph;
    Counted& its = counted[{is_named, quad.predicate}];
    ++its.rows;
    its.subjects.insert(quad.subject);
    its.objects.insert(quad.object);
    if (quad.object == kHeavyObject)
      ++(is_named ? heavy[quad.predicate].named_rows : heavy[quad.predicate].default_rows);
  }
  const Snapshot viewed = snapshot_->in(view);
  const Statistics& statistics = viewed.statistics();
  std::size_t predicates = 0;
  for (const auto& [key, its] : counted) {
    const auto& [is_named, predicate] = key;
    const PredicateStatistics found = (is_named ? statistics.named_graphs : statistics.default_graph).find(predicate);
    ASSERT_EQ(found.rows, its.rows);
    ++predicates;
    if (!distinct_are_exact_) continue;
    ASSERT_EQ(found.distinct_subjects, its.subjects.size());
    if (!its.objects.contains(kHeavyObject) || snapshot_->version() == 0) {
      ASSERT_EQ(found.distinct_objects, its.objects.size());
    }
  }
  ASSERT_EQ(statistics.default_graph.predicates().size() + statistics.named_graphs.predicates().size(), predicates);
  const HeavyObjects& table = viewed.heavy_objects();
  for (std::uint64_t rank = 0; rank < 12; ++rank) {
    const HeavyEntry found = table.find(iri(rank), kHeavyObject);
    ASSERT_EQ(found.default_rows, heavy[iri(rank)].default_rows);
    ASSERT_EQ(found.named_rows, heavy[iri(rank)].named_rows);
  }
}

void MarkedLevels::expect_all() const {
  for (const View view : kAllViews) {
    SCOPED_TRACE(::testing::Message() << "view " << index(view));
    expect_tables(view);
    for (int number = 0; number < kPermutations && !HasFatalFailure(); ++number) {
      SCOPED_TRACE(std::string(name(permutation_at(number))));
      expect_rows(view, permutation_at(number));
    }
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, MarkedLevels,
                         ::testing::Values(Case{MarkKinds::plain, MarkKinds::plain},
                                           Case{MarkKinds::inferred, MarkKinds::inferred},
                                           Case{MarkKinds::plain, MarkKinds::inferred},
                                           Case{MarkKinds::inferred, MarkKinds::plain},
                                           Case{MarkKinds::all, MarkKinds::all}));

TEST_P(MarkedLevels, AgreeWithAMapInEveryView) {
  expect_all();
  for (int round = 0; round < 2 && !HasFatalFailure(); ++round) {
    for (int update = 0; update < 6; ++update) {
      SCOPED_TRACE(::testing::Message() << "round " << round << ", commit " << update);
      commit(random_changes(update % 3 == 0 ? 400 : 30));
      if (update == 3 && (round > 0 || GetParam().base == MarkKinds::inferred)) clear(iri(random_() % 4));
      expect_all();
      if (HasFatalFailure()) return;
    }
    const Statistics before = snapshot_->statistics();
    compact();
    SCOPED_TRACE(::testing::Message() << "compaction " << round);
    expect_all();
    EXPECT_EQ(snapshot_->statistics().default_graph.rows(), before.default_graph.rows());
  }
}

TEST_P(MarkedLevels, HaveTablesOnlyForViewsThatDiffer) {
  const auto [base, changes] = GetParam();
  commit(random_changes(300));
  const bool has_inferred = base != MarkKinds::plain || changes != MarkKinds::plain;
  EXPECT_EQ(snapshot_->tables().has(View::stated), has_inferred);
  EXPECT_EQ(snapshot_->tables().has(View::inferred), has_inferred);
  EXPECT_EQ(snapshot_->tables().has(View::closure), changes == MarkKinds::all);
  EXPECT_EQ(snapshot_->in(View::stated).view(), has_inferred ? View::stated : View::all);
  EXPECT_EQ(snapshot_->in(View::closure).view(), changes == MarkKinds::all ? View::closure : View::all);
  EXPECT_EQ(snapshot_->in(View::stated).base_view(Permutation::spo), generation_->distinct(View::stated));
  EXPECT_EQ(snapshot_->in(View::inferred).has_changes(), has_inferred);
}

// The first change that has other marks is in one shard alone.
TEST_P(MarkedLevels, CountViewsApartFromTheFirstChangeOn) {
  commit({{{iri(1), iri(2), iri(100)}, Marks::both}});
  commit({{{iri(1), iri(2), iri(150)}, Marks::closure}, {{iri(500), iri(2), iri(150)}, Marks::both}});
  expect_all();
  commit({{{iri(1), iri(2), iri(150)}, Marks::stated}, {{iri(900), iri(2), iri(151)}, Marks::both}});
  expect_all();
}

}  // namespace
}  // namespace quadrille
