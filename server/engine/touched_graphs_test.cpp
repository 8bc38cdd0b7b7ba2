#include "server/engine/touched_graphs.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

using Graphs = std::vector<std::string>;

TouchedGraphs touched(const std::string& text) {
  return touched_graphs(parser::parse_update(text));
}

}  // namespace

TEST(TouchedGraphs, OfDataAreThoseOfItsQuads) {
  EXPECT_EQ(touched("INSERT DATA { <urn:a> <urn:b> 1 }").written, Graphs{"default"});
  EXPECT_EQ(touched("INSERT DATA { GRAPH <urn:y> { <urn:a> <urn:b> 1, 2 } GRAPH <urn:x> { <urn:a> <urn:b> 1 } <urn:a> "
                    "<urn:b> 1 };"
                    "DELETE DATA { GRAPH <urn:z> { <urn:a> <urn:b> 1 } }")
                .written,
            (Graphs{"default", "urn:x", "urn:y", "urn:z"}));
}

TEST(TouchedGraphs, OfAModifyAreThoseOfWithAndOfItsTemplates) {
  const auto both = touched(
      "WITH <urn:w> DELETE { ?s ?p ?o } INSERT { GRAPH <urn:g> { ?s ?p ?o } } USING <urn:u> USING NAMED "
      "<urn:n> WHERE { ?s ?p ?o }");
  EXPECT_EQ(both.written, (Graphs{"urn:g", "urn:w"}));
  EXPECT_EQ(both.read, (Graphs{"urn:n", "urn:u"}));
  EXPECT_EQ(touched("INSERT { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }").written,
            Graphs{"named graphs"});
}

TEST(TouchedGraphs, OfOtherOperationsAreTheirTargets) {
  EXPECT_EQ(touched("CLEAR DEFAULT").written, Graphs{"default"});
  EXPECT_EQ(touched("DROP NAMED").written, Graphs{"named graphs"});
  EXPECT_EQ(touched("DROP ALL").written, Graphs{"all graphs"});
  EXPECT_EQ(touched("LOAD <http://h/x> INTO GRAPH <urn:g>").written, Graphs{"urn:g"});
  EXPECT_EQ(touched("MOVE <urn:a> TO <urn:b>").written, (Graphs{"urn:a", "urn:b"}));
  const auto copy = touched("COPY <urn:a> TO DEFAULT");
  EXPECT_EQ(copy.written, Graphs{"default"});
  EXPECT_EQ(copy.read, Graphs{"urn:a"});
}

}  // namespace quadrille::server
