#include "quadstore/statistics_change.hpp"

#include <gtest/gtest.h>

#include <memory_resource>
#include <set>

#include "quadstore/delta_builder.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::in_order;
using detail::iri;
using detail::kType;

const Huri kLikes = iri(2), kClass = iri(7);

// A shard with the triples of its base, and the changes of statistics that a level makes.
class CountedShard {
 public:
  explicit CountedShard(std::vector<TripleRow> triples = {}) {
    for (const Permutation permutation : kDefaultGraphPermutations) {
      std::set<std::vector<Huri>> rows;
      for (const TripleRow& triple : triples) rows.insert(in_order(permutation, {triple[0], triple[1], triple[2]}));
      RunBuilder builder(permutation);
      for (const auto& row : rows) builder.append(row);
      bytes_.push_back(builder.finish());
      views_.emplace_back(bytes_.back(), permutation, "test");
    }
  }
  void commit(ShardChanges changes, StatisticsChange& change, const HeavyObjects& heavy = {}) {
    const RunOf run_of = [this](Permutation permutation) -> const RunView& { return run(permutation); };
    levels_.push_back(build_level(run_of, std::move(changes), *std::pmr::new_delete_resource()));
    change.add(*levels_.back(), ViewTables({{}, heavy}),
               [this](Permutation permutation) { return MergedRun(run(permutation), &list_); });
    list_.levels[list_.count++] = levels_.back().get();
  }

 private:
  const RunView& run(Permutation permutation) const {
    for (const RunView& view : views_) {
      if (view.permutation() == permutation) return view;
    }
    return empty_run(permutation);
  }

  std::vector<std::vector<std::byte>> bytes_;
  std::vector<RunView> views_;
  std::vector<DeltaLevelPtr> levels_;
  LevelList list_;
};

Statistics after(const StatisticsChange& change, const Statistics& before) {
  return change.apply(ViewTables({before, {}})).of(View::all).statistics;
}
HeavyObjects after(const StatisticsChange& change, const HeavyObjects& before) {
  return change.apply(ViewTables({{}, before})).of(View::all).heavy;
}

ShardChanges changes_of_triples(std::vector<TripleRow> deleted, std::vector<TripleRow> inserted) {
  ShardChanges changes;
  changes.by_subject.deleted_triples = std::move(deleted);
  changes.by_subject.inserted_triples = std::move(inserted);
  changes.by_object = changes.by_subject;
  return changes;
}

ShardChanges inserting(std::vector<TripleRow> rows) {
  return changes_of_triples({}, std::move(rows));
}
ShardChanges deleting(std::vector<TripleRow> rows) {
  return changes_of_triples(std::move(rows), {});
}

TEST(StatisticsChange, AddsRowsAndTakesThemAway) {
  Statistics base;
  base.default_graph = GraphStatistics({{kType, 100, 100, 1}});
  CountedShard shard({{iri(9), kType, kClass}});
  StatisticsChange change;
  shard.commit(inserting({{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}, {iri(21), kType, kClass}}), change);
  const Statistics then = after(change, base);
  EXPECT_EQ(then.default_graph.find(kLikes), (PredicateStatistics{kLikes, 2, 1, 2}));
  EXPECT_EQ(then.default_graph.find(kType), (PredicateStatistics{kType, 101, 101, 1}));
  EXPECT_EQ(then.default_graph.rows(), 103u);

  StatisticsChange back;
  shard.commit(deleting({{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}}), back);
  EXPECT_EQ(after(back, then).default_graph.predicates().size(), 1u) << "a predicate goes with its last row";
}

TEST(StatisticsChange, ValuesThatOtherRowsHaveStayDistinct) {
  Statistics base;
  base.default_graph = GraphStatistics({{kLikes, 4, 3, 2}});
  CountedShard shard(
      {{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}, {iri(21), kLikes, iri(30)}, {iri(22), kLikes, iri(30)}});
  StatisticsChange change;  // subject 21 goes, 23 comes; object 30 stays
  shard.commit(changes_of_triples({{iri(20), kLikes, iri(30)}, {iri(21), kLikes, iri(30)}},
                                  {{iri(22), kLikes, iri(31)}, {iri(23), kLikes, iri(31)}}),
               change);
  const Statistics then = after(change, base);
  EXPECT_EQ(then.default_graph.find(kLikes), (PredicateStatistics{kLikes, 4, 3, 2}));
  StatisticsChange more;  // 23 again, in a later level; the last row of object 30 goes
  shard.commit(changes_of_triples({{iri(22), kLikes, iri(30)}}, {{iri(23), kLikes, iri(32)}}), more);
  EXPECT_EQ(after(more, then).default_graph.find(kLikes), (PredicateStatistics{kLikes, 4, 3, 2}));
  StatisticsChange last;  // subject 20 goes
  shard.commit(deleting({{iri(20), kLikes, iri(31)}}), last);
  EXPECT_EQ(after(last, then).default_graph.find(kLikes), (PredicateStatistics{kLikes, 3, 2, 2}));
}

TEST(StatisticsChange, NamedGraphsAreCountedApart) {
  ShardChanges changes;
  changes.by_subject.inserted_quads = {{iri(20), kLikes, iri(30), iri(90)}};
  changes.by_object = changes.by_subject;
  StatisticsChange change;
  CountedShard().commit(std::move(changes), change);
  const Statistics then = after(change, Statistics());
  EXPECT_EQ(then.default_graph.rows(), 0u);
  EXPECT_EQ(then.named_graphs.find(kLikes), (PredicateStatistics{kLikes, 1, 1, 1}));
}

TEST(StatisticsChange, PartsOfImagesAddUpAsBytes) {
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  StatisticsChange a, b, sum;
  CountedShard().commit(inserting({{iri(20), kLikes, iri(30)}, {iri(22), kLikes, kClass}}), a, heavy);
  CountedShard().commit(inserting({{iri(21), kLikes, iri(31)}}), b, heavy);
  for (const StatisticsChange& part : {a, b}) sum.add(StatisticsChange::parse(part.serialise()));
  EXPECT_EQ(after(sum, Statistics()).default_graph.find(kLikes).rows, 3u);
  EXPECT_EQ(after(sum, heavy).find(kLikes, kClass).default_rows, 1u);
}

// Shards and images whose rows have both marks count as those with other marks need it, in any order.
TEST(StatisticsChange, ViewsAreCountedApartFromTheFirstChangeThatNeedsIt) {
  ShardChanges inferred;
  inferred.by_subject.changed_triples = {{{iri(30), kLikes, iri(40)}, {Marks::none, Marks::closure}}};
  inferred.by_object = inferred.by_subject;
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  StatisticsChange plain, marked, plain_first, marked_first;
  const auto commit_plain = [&](StatisticsChange& to) {
    CountedShard().commit(inserting({{iri(20), kLikes, iri(30)}, {iri(21), kLikes, kClass}}), to, heavy);
  };
  const auto commit_marked = [&](StatisticsChange& to) { CountedShard().commit(inferred, to, heavy); };
  commit_plain(plain), commit_plain(plain_first), commit_marked(plain_first);
  commit_marked(marked), commit_marked(marked_first), commit_plain(marked_first);
  EXPECT_LT(plain.serialise().size(), marked.serialise().size()) << "nothing is sent without need";
  StatisticsChange sum, reverse;
  for (const StatisticsChange& part : {plain, marked}) sum.add(StatisticsChange::parse(part.serialise()));
  for (const StatisticsChange& part : {marked, plain}) reverse.add(StatisticsChange::parse(part.serialise()));
  for (const StatisticsChange* change : {&plain_first, &marked_first, &sum, &reverse}) {
    const ViewTables tables = change->apply(ViewTables({{}, heavy}));
    const auto likes = [&](View view) { return tables.of(view).statistics.default_graph.find(kLikes); };
    EXPECT_EQ(likes(View::all), (PredicateStatistics{kLikes, 3, 3, 3}));
    EXPECT_FALSE(tables.has(View::closure));
    EXPECT_EQ(likes(View::stated), (PredicateStatistics{kLikes, 2, 2, 2}));
    EXPECT_EQ(likes(View::inferred), (PredicateStatistics{kLikes, 1, 1, 1}));
    EXPECT_EQ(tables.of(View::stated).heavy.find(kLikes, kClass).default_rows, 1u);
    EXPECT_EQ(tables.of(View::inferred).heavy.find(kLikes, kClass).default_rows, 0u);
    EXPECT_EQ(tables.of(View::inferred).heavy.objects().size(), 1u) << "heavy objects place rows in all views";
  }
}

TEST(StatisticsChange, AHeavyObjectMayMeetANewPredicate) {
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  StatisticsChange change;
  CountedShard().commit(inserting({{iri(20), kLikes, kClass}, {iri(21), kType, kClass}, {iri(21), kLikes, iri(8)}}),
                        change, heavy);
  const HeavyObjects then = after(change, heavy);
  EXPECT_FALSE(heavy.has_heavy_object(kLikes));
  EXPECT_TRUE(then.has_heavy_object(kLikes));
  EXPECT_EQ(then.find(kType, kClass).default_rows, 51u);
  EXPECT_EQ(then.objects().size(), 1u);
}

}  // namespace
}  // namespace quadrille
