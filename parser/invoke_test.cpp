#include <gtest/gtest.h>

#include "base/error.hpp"
#include "parser/testing/algebra_of.hpp"

// Calls of procedures: SERVICE <quadrille:algorithm/...>, INVOKE and gas:service.

namespace quadrille::parser {
namespace {

constexpr const char* kAlgo = "PREFIX algo: <quadrille:algorithm/> ";

std::string call(const std::string& block) {
  return algebra_of(kAlgo + ("SELECT * { SERVICE algo:bfs { " + block + " } }"));
}

std::string message_of(const std::string& text) {
  try {
    algebra_of(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Invoke, SettingsAreTakenOutOfTheBlock) {
  EXPECT_EQ(call("[] algo:source ?a ; algo:target ?b ; algo:start <s> ; algo:vertex ?v . ?a <p> ?b FILTER(?a != ?b)"),
            R"((project (?v)
  (invoke <quadrille:algorithm/bfs> (edge ?a ?b) (start <s>) (vertex ?v)
    (filter (!= ?a ?b)
      (bgp
        (triple ?a <p> ?b))))))");
}

TEST(Invoke, APredicateNeedsNoPattern) {
  EXPECT_EQ(call("[] algo:predicate <p>, <q> ; algo:start ?s ; algo:vertex ?v"),
            R"((project (?s ?v)
  (invoke <quadrille:algorithm/bfs> (edge ?.3 ?.4) (start ?s) (vertex ?v)
    (union
      (bgp
        (triple ?.3 <p> ?.4))
      (bgp
        (triple ?.3 <q> ?.4))))))");
}

TEST(Invoke, ResultsMayBeCalledAsColumnsOfTheEdges) {
  EXPECT_EQ(call("[] algo:source ?a , ?s ; algo:target ?t , ?b ; algo:weight ?w , ?l . ?a ?w ?b"),
            R"((project (?s ?t ?l)
  (invoke <quadrille:algorithm/bfs> (edge ?a ?b ?w) (source ?s) (target ?t) (weight ?l)
    (bgp
      (triple ?a ?w ?b)))))");
  EXPECT_EQ(call("[] algo:predicate <p> ; algo:source ?s"), R"((project (?s)
  (invoke <quadrille:algorithm/bfs> (edge ?.2 ?.3) (source ?s)
    (bgp
      (triple ?.2 <p> ?.3)))))");
}

TEST(Invoke, PatternsWithoutAColumnOfTheEdgesAreInputs) {
  EXPECT_EQ(call("[] algo:source ?a ; algo:target ?b ; algo:weight ?w ; algo:node ?n ; algo:start ?s ; algo:vertex ?v "
                 "{ ?a <p> ?b } { ?b <weight> ?w } { ?s a <Root> } { ?n a <Node> }"),
            R"((project (?v)
  (invoke <quadrille:algorithm/bfs> (edge ?a ?b ?w) (vertex ?n) (start ?s) (vertex ?v)
    (union
      (join
        (bgp
          (triple ?a <p> ?b))
        (bgp
          (triple ?b <weight> ?w)))
      (bgp
        (triple ?n <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <Node>)))
    (bgp
      (triple ?s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <Root>)))))");
}

TEST(Invoke, OnlyItsArgumentsCanBeSeenOutside) {
  EXPECT_EQ(algebra_of(kAlgo + std::string("SELECT * { SERVICE algo:bfs { [] algo:source ?a ; algo:target ?b ; "
                                           "algo:start ?s ; algo:vertex ?v . ?a <p> ?b } BIND(1 AS ?a) }")),
            R"((project (?a ?s ?v)
  (extend (?a 1)
    (invoke <quadrille:algorithm/bfs> (edge ?a ?b) (start ?s) (vertex ?v)
      (bgp
        (triple ?a <p> ?b))))))");
}

// Columns that are results get new names inside: in a basic graph pattern itself, or by a subquery.
TEST(Invoke, ColumnsOfEdgesCanBeResults) {
  EXPECT_EQ(algebra_of(kAlgo + std::string("SELECT * { SERVICE algo:paths { [] algo:source ?a ; algo:target ?b ; "
                                           "algo:edge ?p ; algo:start <s> . ?a ?p ?b } }")),
            R"((project (?a ?b ?p)
  (invoke <quadrille:algorithm/paths> (edge ?.5 ?.6) (column ?.4) (edge ?p) (start <s>) (source ?a) (target ?b)
    (bgp
      (triple ?.5 ?.4 ?.6)))))");
  EXPECT_EQ(algebra_of(kAlgo + std::string("SELECT ?a { SERVICE algo:paths { [] algo:source ?a ; algo:target ?b ; "
                                           "algo:start <s> . ?a <p> ?b FILTER(?a != ?b) } }")),
            R"((project (?a)
  (invoke <quadrille:algorithm/paths> (edge ?.3 ?.4) (start <s>) (source ?a) (target ?b)
    (project (?.3 ?.4)
      (extend (?.4 ?b)
        (extend (?.3 ?a)
          (filter (!= ?a ?b)
            (bgp
              (triple ?a <p> ?b)))))))))");
}

TEST(Invoke, OfQLever) {
  EXPECT_EQ(algebra_of("PREFIX pathSearch: <https://qlever.cs.uni-freiburg.de/pathSearch/> SELECT ?path { SERVICE "
                       "pathSearch: { _:p pathSearch:algorithm pathSearch:allPaths ; pathSearch:source <x> ; "
                       "pathSearch:pathColumn ?path ; pathSearch:start ?a ; pathSearch:end ?b ; pathSearch:maxDepth 3 "
                       "{ SELECT * { ?a <p> ?b } } } }"),
            R"((project (?path)
  (invoke <quadrille:algorithm/paths> (edge ?.4 ?.5) (start <x>) (path ?path) (longest 3) (mode "simple") (parallel "separate") (source ?a) (target ?b)
    (bgp
      (triple ?.4 <p> ?.5)))))");
}

TEST(Invoke, OfTheCrayGraphEngine) {
  EXPECT_EQ(algebra_of("PREFIX cray: <http://cray.com/> SELECT ?v { { CONSTRUCT { ?s ?w ?o . ?s a cray:sourceVertex } "
                       "WHERE { ?s <p> ?o BIND(1 AS ?w) } INVOKE cray:graphAlgorithm.pagerank(0.0005, 0.85) "
                       "PRODUCING ?v ?rank } }"),
            R"((project (?v)
  (invoke <http://cray.com/graphAlgorithm.pagerank> (edge ?s ?o ?w) (http://cray.com/sourceVertex ?s) (_ 0.0005) (_ 0.85) producing ?v ?rank
    (extend (?w 1)
      (bgp
        (triple ?s <p> ?o))))))");
}

// The arguments 4 to 6 of badrank name the sets.
TEST(Invoke, OfBadrankWithOtherNamesOfSets) {
  EXPECT_EQ(algebra_of("PREFIX cray: <http://cray.com/> SELECT ?v { { CONSTRUCT { ?s <p> ?o . ?s <is> <bad> . ?o <is> "
                       "<good> . <x> a cray:spamVertex } WHERE { ?s <p> ?o } INVOKE cray:graphAlgorithm.badrank(0.1, "
                       "0.8, 0.1, <bad>, <good>, <is>, 0) PRODUCING ?v } }"),
            R"((project (?v)
  (invoke <http://cray.com/graphAlgorithm.badrank> (edge ?s ?o) (http://cray.com/spamVertex ?s) (http://cray.com/nonspamVertex ?o) (http://cray.com/spamVertex <x>) (_ 0.1) (_ 0.8) (_ 0.1) (_ 0) producing ?v
    (bgp
      (triple ?s <p> ?o)))))");
  EXPECT_NE(message_of("SELECT * { { CONSTRUCT { ?s <p> ?o } WHERE { ?s <p> ?o } INVOKE "
                       "<http://cray.com/graphAlgorithm.badrank>(0.1, 0.8, 0.1, 7) PRODUCING ?v } }")
                .find("argument 4 of badrank"),
            std::string::npos);
}

TEST(Invoke, OfBlazegraph) {
  EXPECT_EQ(algebra_of("PREFIX gas: <http://www.bigdata.com/rdf/gas#> SELECT * { SERVICE gas:service { gas:program "
                       "gas:gasClass \"com.bigdata.rdf.graph.analytics.SSSP\" ; gas:in <x> ; gas:out ?v ; "
                       "gas:out1 ?d ; gas:nthreads 4 ; gas:traversalDirection \"Undirected\" ; gas:linkType <p> } }"),
            R"((project (?v ?d)
  (invoke <quadrille:algorithm/sssp> (edge ?.2 ?.3) (direction "both") (start <x>) (vertex ?v) (distance ?d)
    (bgp
      (triple ?.2 <p> ?.3)))))");
}

TEST(Invoke, MistakesAreNamed) {
  const auto in_block = [](const std::string& block) {
    return message_of(kAlgo + ("SELECT * { SERVICE algo:bfs { " + block + " } }"));
  };
  EXPECT_NE(in_block("[] algo:start <s>").find("bfs has no edges"), std::string::npos);
  EXPECT_NE(in_block("[] algo:source ?a . ?a <p> ?b").find("algo:target is missing"), std::string::npos);
  EXPECT_NE(in_block("[] algo:source ?a ; algo:target ?c . ?a <p> ?b").find("?c is the target"), std::string::npos);
  EXPECT_NE(in_block("[] algo:source ?a, ?b ; algo:target ?b . ?a <p> ?b").find("two values"), std::string::npos);
  EXPECT_NE(in_block("[] algo:predicate ?p").find("needs an IRI"), std::string::npos);
  EXPECT_NE(in_block("[] algo:predicate <p> ; algo:weight ?w . ?a <w> ?w").find("needs a pattern"), std::string::npos);
  EXPECT_NE(message_of("SELECT * { { CONSTRUCT { } WHERE { ?s <p> ?o } INVOKE <x>() PRODUCING ?v } }").find("no edges"),
            std::string::npos);
  EXPECT_NE(message_of("PREFIX gas: <http://www.bigdata.com/rdf/gas#> SELECT * { SERVICE gas:service { gas:program "
                       "gas:gasClass \"Fuzzy\" } }")
                .find("BFS, SSSP, CC or PR"),
            std::string::npos);
}

}  // namespace
}  // namespace quadrille::parser
