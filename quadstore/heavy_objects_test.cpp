#include "quadstore/heavy_objects.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::iri;

const HeavyObjects kTable({{iri(70), iri(1), 100, 3}, {iri(20), iri(1), 50, 0}, {iri(70), iri(2), 5, 5}});

TEST(HeavyObjects, EmptyTableHoldsNothing) {
  const HeavyObjects none;
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(none.contains(iri(70)));
  EXPECT_FALSE(none.has_heavy_object(iri(1)));
  EXPECT_EQ(none.object_shard(iri(1), iri(70), 8), shard_of(iri(70), 8));
}

TEST(HeavyObjects, KnowsObjectsAndPredicates) {
  EXPECT_TRUE(kTable.contains(iri(70)));
  EXPECT_TRUE(kTable.contains(iri(20)));
  for (std::uint64_t rank = 100; rank < 2000; ++rank) ASSERT_FALSE(kTable.contains(iri(rank)));
  EXPECT_TRUE(kTable.has_heavy_object(iri(2)));
  EXPECT_FALSE(kTable.has_heavy_object(iri(70)));
  EXPECT_EQ(kTable.objects().size(), 2u);
  EXPECT_EQ(kTable.entries().size(), 3u);
}

TEST(HeavyObjects, CountsRowsPerPredicateAndObject) {
  EXPECT_EQ(kTable.find(iri(1), iri(70)).default_rows, 100u);
  EXPECT_EQ(kTable.find(iri(2), iri(70)).named_rows, 5u);
  EXPECT_EQ(kTable.find(iri(2), iri(20)).default_rows, 0u);
  EXPECT_EQ(kTable.find(iri(9), iri(9)).named_rows, 0u);
}

TEST(HeavyObjects, PartsAddUp) {
  const HeavyObjects sum({{iri(7), iri(1), 1, 2}, {iri(8), iri(1), 5, 5}, {iri(7), iri(1), 10, 20}});
  EXPECT_EQ(sum.entries().size(), 2u);
  EXPECT_EQ(sum.find(iri(1), iri(7)).default_rows, 11u);
  EXPECT_EQ(sum.find(iri(1), iri(7)).named_rows, 22u);
}

TEST(HeavyObjects, RowsOfAHeavyObjectLieWithTheirSubject) {
  for (std::uint64_t rank = 0; rank < 5000; rank += 37) {
    EXPECT_EQ(kTable.object_shard(iri(rank), iri(70), 16), shard_of(iri(rank), 16));
    EXPECT_EQ(kTable.object_shard(iri(rank), iri(71), 16), shard_of(iri(71), 16));
  }
}

TEST(HeavyObjects, ObjectsAloneAreEnoughToPlaceRows) {
  const HeavyObjects placing = HeavyObjects::of_objects(std::vector{iri(70), iri(20), iri(70)});
  EXPECT_EQ(placing.objects().size(), 2u);
  EXPECT_TRUE(placing.entries().empty());
  for (std::uint64_t rank = 0; rank < 500; ++rank) {
    EXPECT_EQ(placing.object_shard(iri(9), iri(rank), 16), kTable.object_shard(iri(9), iri(rank), 16));
  }
}

TEST(HeavyObjects, BytesLeadBack) {
  const HeavyObjects back = HeavyObjects::parse(kTable.serialise(), "test");
  EXPECT_TRUE(
      std::equal(back.entries().begin(), back.entries().end(), kTable.entries().begin(), kTable.entries().end()));
  EXPECT_TRUE(back.contains(iri(20)));
  EXPECT_THROW(HeavyObjects::parse("short", "test"), Error);
}

}  // namespace
}  // namespace quadrille
