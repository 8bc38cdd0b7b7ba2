#include "bench/csr/csr.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadrille::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Csr, HasTheTargetsOfEveryNodeInOrder) {
  const std::vector<Edge> edges{{3, 2}, {0, 3}, {3, 0}, {0, 1}, {3, 1}};
  const Csr csr(4, edges);
  EXPECT_EQ(csr.nodes(), 4u);
  EXPECT_EQ(csr.edges(), 5u);
  EXPECT_THAT(csr.targets(0), ElementsAre(1, 3));
  EXPECT_THAT(csr.targets(1), IsEmpty());
  EXPECT_THAT(csr.targets(3), ElementsAre(0, 1, 2));
  EXPECT_TRUE(csr.has(3, 2));
  EXPECT_FALSE(csr.has(1, 0));
}

TEST(Csr, MayBeEmpty) {
  EXPECT_EQ(Csr().nodes(), 0u);
  EXPECT_THAT(Csr(2, {}).targets(1), IsEmpty());
}

TEST(NodeSet, KnowsItsMembers) {
  const NodeSet set(130, {0, 63, 64, 129});
  for (const Node node : {0u, 63u, 64u, 129u}) EXPECT_TRUE(set.has(node));
  for (const Node node : {1u, 62u, 65u, 128u}) EXPECT_FALSE(set.has(node));
  EXPECT_EQ(set.members().size(), 4u);
}

}  // namespace
}  // namespace quadrille::bench
