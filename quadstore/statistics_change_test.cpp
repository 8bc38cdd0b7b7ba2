#include "quadstore/statistics_change.hpp"

#include <gtest/gtest.h>

#include <memory_resource>

#include "quadstore/delta_builder.hpp"

namespace quadrille {
namespace {

Huri iri(std::uint64_t rank) {
  return Huri::make(HuriKind::iri, rank);
}
const Huri kType = iri(1), kLikes = iri(2), kClass = iri(7);

// The level of a shard without a base.
DeltaLevelPtr level_of(ShardChanges changes) {
  const RunOf run_of = [](Permutation permutation) -> const RunView& { return empty_run(permutation); };
  return build_level(run_of, std::move(changes), *std::pmr::new_delete_resource());
}

ShardChanges changes_of_triples(std::vector<TripleRow> deleted, std::vector<TripleRow> inserted) {
  ShardChanges changes;
  changes.by_subject.deleted_triples = std::move(deleted);
  changes.by_subject.inserted_triples = std::move(inserted);
  changes.by_object = changes.by_subject;
  return changes;
}

DeltaLevelPtr inserting(std::initializer_list<TripleRow> rows) {
  return level_of(changes_of_triples({}, rows));
}

TEST(StatisticsChange, AddsRowsAndTakesThemAway) {
  Statistics base;
  base.default_graph = GraphStatistics({{kType, 100, 100, 1}});
  StatisticsChange change;
  change.add(*inserting({{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}, {iri(21), kType, kClass}}), {});
  const Statistics after = change.apply(base);
  EXPECT_EQ(after.default_graph.find(kLikes), (PredicateStatistics{kLikes, 2, 1, 2}));
  EXPECT_EQ(after.default_graph.find(kType).rows, 101u);
  EXPECT_EQ(after.default_graph.rows(), 103u);

  StatisticsChange back;
  back.add(*level_of(changes_of_triples({{iri(20), kLikes, iri(30)}, {iri(20), kLikes, iri(31)}}, {})), {});
  EXPECT_EQ(back.apply(after).default_graph.predicates().size(), 1u) << "a predicate goes with its last row";
}

TEST(StatisticsChange, WhatIsDeletedAndInsertedIsCountedApart) {
  StatisticsChange change;
  change.add(*level_of(changes_of_triples(
                 {{iri(20), kLikes, iri(30)}, {iri(21), kLikes, iri(30)}},
                 {{iri(20), kLikes, iri(31)}, {iri(22), kLikes, iri(31)}, {iri(23), kLikes, iri(32)}})),
             {});
  Statistics base;
  base.default_graph = GraphStatistics({{kLikes, 100, 50, 10}});
  EXPECT_EQ(change.apply(base).default_graph.find(kLikes), (PredicateStatistics{kLikes, 101, 51, 11}));
}

TEST(StatisticsChange, NamedGraphsAreCountedApart) {
  ShardChanges changes;
  changes.by_subject.inserted_quads = {{iri(20), kLikes, iri(30), iri(90)}};
  StatisticsChange change;
  change.add(*level_of(changes), {});
  const Statistics after = change.apply(Statistics());
  EXPECT_EQ(after.default_graph.rows(), 0u);
  EXPECT_EQ(after.named_graphs.find(kLikes), (PredicateStatistics{kLikes, 1, 1, 1}));
}

TEST(StatisticsChange, PartsOfImagesAddUpAsBytes) {
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  StatisticsChange a, b, sum;
  a.add(*inserting({{iri(20), kLikes, iri(30)}, {iri(22), kLikes, kClass}}), heavy);
  b.add(*inserting({{iri(21), kLikes, iri(31)}}), heavy);
  for (const StatisticsChange& part : {a, b}) sum.add(StatisticsChange::parse(part.serialise()));
  EXPECT_EQ(sum.apply(Statistics()).default_graph.find(kLikes).rows, 3u);
  EXPECT_EQ(sum.apply(heavy).find(kLikes, kClass).default_rows, 1u);
}

TEST(StatisticsChange, AHeavyObjectMayMeetANewPredicate) {
  const HeavyObjects heavy({{kClass, kType, 50, 0}});
  StatisticsChange change;
  change.add(*inserting({{iri(20), kLikes, kClass}, {iri(21), kType, kClass}, {iri(21), kLikes, iri(8)}}), heavy);
  const HeavyObjects after = change.apply(heavy);
  EXPECT_FALSE(heavy.has_heavy_object(kLikes));
  EXPECT_TRUE(after.has_heavy_object(kLikes));
  EXPECT_EQ(after.find(kType, kClass).default_rows, 51u);
  EXPECT_EQ(after.objects().size(), 1u);
}

}  // namespace
}  // namespace quadrille
