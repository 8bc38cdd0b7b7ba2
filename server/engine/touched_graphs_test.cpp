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

TEST(TouchedGraphs, ARelativeNameIsNotThatOfTheDefaultGraph) {
  const auto graphs = touched("INSERT DATA { GRAPH <default> { <urn:a> <urn:b> 1 } }");
  EXPECT_EQ(graphs.written, Graphs{"<default>"});
  EXPECT_THROW(expect_writable(graphs, GraphRights({.default_graph = true})), Error);
}

TEST(TouchedGraphs, AreAllToBeWritable) {
  const GraphRights rights({.default_graph = true, .iris = {"urn:x"}, .prefixes = {"urn:p:"}});
  const auto refusal = [&](const std::string& text) {
    try {
      expect_writable(touched(text), rights);
      return std::string();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::forbidden);
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusal("INSERT DATA { <urn:a> <urn:b> 1 GRAPH <urn:x> { <urn:a> <urn:b> 1 } }"), "");
  EXPECT_EQ(refusal("CREATE GRAPH <urn:p:1> ; CLEAR ALL ; DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { ?g ?s ?p, ?o }"),
            "");
  EXPECT_EQ(refusal("COPY <urn:y> TO <urn:x>"), "");
  EXPECT_EQ(refusal("MOVE <urn:y> TO <urn:x>"), "the user may not write the graph <urn:y>; nothing was changed");
  EXPECT_EQ(refusal("WITH <urn:y> INSERT { ?s ?p ?o } WHERE { ?s ?p ?o }"),
            "the user may not write the graph <urn:y>; nothing was changed");
}

}  // namespace quadrille::server
