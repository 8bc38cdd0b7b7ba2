#include "tests/rules/new_nodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace quadrille::tests::new_nodes_test {
namespace {

std::vector<TextQuad> named(std::vector<TextQuad> quads) {
  std::sort(quads.begin(), quads.end());
  name_new_nodes(quads, [](const std::string& node) { return node == "_:given"; });
  return quads;
}

TEST(NewNodes, LabelsDoNotMatter) {
  EXPECT_EQ(named({{"_:a", "p", "_:b", ""}, {"_:b", "q", "1", ""}, {"_:given", "p", "_:a", "g"}}),
            named({{"_:z", "p", "_:y", ""}, {"_:y", "q", "1", ""}, {"_:given", "p", "_:z", "g"}}));
  EXPECT_NE(named({{"_:given", "p", "x", ""}}), named({{"_:other", "p", "x", ""}}));
}

TEST(NewNodes, TheirNumberMatters) {
  const std::vector<TextQuad> one{{"_:a", "p", "x", ""}}, two{{"_:a", "p", "x", ""}, {"_:b", "p", "x", ""}};
  EXPECT_EQ(named(one).size(), 1u);
  EXPECT_EQ(named(two).size(), 2u);
  EXPECT_NE(named(two)[0], named(two)[1]);
}

// Two pairs of nodes; each pair may be either of the two.
TEST(NewNodes, InterchangeableNodesAreNamedTogether) {
  EXPECT_EQ(named({{"_:a1", "p", "_:b1", ""}, {"_:a2", "p", "_:b2", ""}}),
            named({{"_:1", "p", "_:4", ""}, {"_:2", "p", "_:3", ""}}));
  EXPECT_NE(named({{"_:a1", "p", "_:b1", ""}, {"_:a2", "p", "_:b2", ""}}),
            named({{"_:a1", "p", "_:b1", ""}, {"_:a2", "p", "_:b1", ""}, {"_:a1", "p", "_:b2", ""}}));
}

TEST(NewNodes, ANodeTwiceInAQuadIsNotTwoNodes) {
  EXPECT_NE(named({{"_:a", "p", "_:a", ""}, {"_:b", "p", "_:b", ""}}),
            named({{"_:a", "p", "_:b", ""}, {"_:b", "p", "_:a", ""}}));
}

}  // namespace
}  // namespace quadrille::tests::new_nodes_test
