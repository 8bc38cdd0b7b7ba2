#include "quadstore/statistics_change.hpp"

#include <gtest/gtest.h>

namespace quadrille {
namespace {

Huri iri(std::uint64_t rank) {
  return Huri::make(HuriKind::iri, rank);
}
const Huri kType = iri(1), kLikes = iri(2), kClass = iri(7);

ShardChanges inserting(std::initializer_list<TripleRow> rows) {
  ShardChanges changes;
  changes.by_subject.inserted_triples = rows;
  changes.by_object.inserted_triples = rows;
  return changes;
}

// As of a shard whose base is empty.
StatisticsChange counted(ShardChanges changes, const HeavyObjects& heavy = {}) {
  StatisticsChange change;
  change.add_heavy(changes.by_subject, heavy);
  build_level(empty_run, std::move(changes), *std::pmr::new_delete_resource(), &change);
  change.sum_up();
  return change;
}

TEST(StatisticsChange, AddsRowsAndTakesThemAway) {
  Statistics base;
  base.default_graph = GraphStatistics({{kType, 100, 100, 1}});
  const StatisticsChange change =
      counted(inserting({{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}, {iri(21), kType, kClass}}));
  const Statistics after = change.apply(base);
  EXPECT_EQ(after.default_graph.find(kLikes), (PredicateStatistics{kLikes, 2, 1, 2}));
  EXPECT_EQ(after.default_graph.find(kType).rows, 101u);
  EXPECT_EQ(after.default_graph.rows(), 103u);

  ShardChanges gone;
  gone.by_subject.deleted_triples = {{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}};
  gone.by_object = gone.by_subject;
  EXPECT_EQ(counted(gone).apply(after).default_graph.predicates().size(), 1u) << "a predicate goes with its last row";
}

TEST(StatisticsChange, NamedGraphsAreCountedApart) {
  ShardChanges changes;
  changes.by_subject.inserted_quads = {{iri(20), kLikes, iri(30), iri(90)}};
  changes.by_object = changes.by_subject;
  const Statistics after = counted(changes).apply(Statistics());
  EXPECT_EQ(after.default_graph.rows(), 0u);
  EXPECT_EQ(after.named_graphs.find(kLikes), (PredicateStatistics{kLikes, 1, 1, 1}));
}

TEST(StatisticsChange, PartsOfImagesAddUpAsBytes) {
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  StatisticsChange sum;
  const StatisticsChange a = counted(inserting({{iri(20), kLikes, iri(30)}, {iri(22), kLikes, kClass}}), heavy);
  const StatisticsChange b = counted(inserting({{iri(21), kLikes, iri(31)}}), heavy);
  for (const StatisticsChange& part : {a, b}) sum.add(StatisticsChange::parse(part.serialise()));
  EXPECT_EQ(sum.apply(Statistics()).default_graph.find(kLikes).rows, 3u);
  EXPECT_EQ(sum.apply(heavy).find(kLikes, kClass).default_rows, 1u);
}

TEST(StatisticsChange, AHeavyObjectMayMeetANewPredicate) {
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  const StatisticsChange change =
      counted(inserting({{iri(20), kLikes, kClass}, {iri(21), kType, kClass}, {iri(21), kLikes, iri(8)}}), heavy);
  const HeavyObjects after = change.apply(heavy);
  EXPECT_FALSE(heavy.has_heavy_object(kLikes));
  EXPECT_TRUE(after.has_heavy_object(kLikes));
  EXPECT_EQ(after.find(kType, kClass).default_rows, 51u);
  EXPECT_EQ(after.objects().size(), 1u);
}

}  // namespace
}  // namespace quadrille
