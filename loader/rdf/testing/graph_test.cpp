#include "loader/rdf/testing/graph.hpp"

#include <gtest/gtest.h>

namespace quadrille::testing {

TEST(AreIsomorphic, LabelsDoNotMatterButShapesDo) {
  const Graph line = {{"_:a", "p", "_:b", ""}, {"_:b", "p", "_:c", ""}};
  const Graph renamed = {{"_:z", "p", "_:a", ""}, {"_:a", "p", "_:y", ""}};
  const Graph fork = {{"_:a", "p", "_:b", ""}, {"_:a", "p", "_:c", ""}};
  EXPECT_TRUE(are_isomorphic(line, renamed));
  EXPECT_FALSE(are_isomorphic(line, fork));
  EXPECT_FALSE(are_isomorphic(line, {{"_:a", "p", "_:b", ""}}));
}

TEST(AreIsomorphic, LooksIntoTripleTerms) {
  const auto about = [](const std::string& node, const std::string& in_term) {
    return Graph{{node, "<p>", "<<( " + in_term + " <p> <<( _:c <p> <o> )>> )>>", ""}};
  };
  EXPECT_TRUE(are_isomorphic(about("_:a", "_:a"), about("_:b", "_:b")));
  EXPECT_FALSE(are_isomorphic(about("_:a", "_:a"), about("_:a", "_:b")));
  EXPECT_FALSE(are_isomorphic(about("_:a", "_:a"), about("_:a", "_:c")));
}

TEST(AreIsomorphic, TriesAllWaysWhereNodesLookAlike) {
  Graph ring, two_rings;
  for (int i = 0; i < 6; ++i) ring.insert({"_:" + std::to_string(i), "p", "_:" + std::to_string((i + 1) % 6), ""});
  for (int i = 0; i < 6; ++i) {
    two_rings.insert({"_:" + std::to_string(i), "p", "_:" + std::to_string(i / 3 * 3 + (i + 1) % 3), ""});
  }
  Graph shifted;
  for (int i = 0; i < 6; ++i)
    shifted.insert({"_:" + std::to_string(5 - i), "p", "_:" + std::to_string((10 - i) % 6), ""});
  EXPECT_TRUE(are_isomorphic(ring, shifted));
  EXPECT_FALSE(are_isomorphic(ring, two_rings));
}

}  // namespace quadrille::testing
