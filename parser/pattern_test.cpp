#include <gtest/gtest.h>

#include "parser/testing/algebra_of.hpp"

// Group graph patterns, in the translation of SPARQL 1.1 Query, 18.2.2.

namespace quadrille::parser {

TEST(Translation, NothingIsTheTableOfOneEmptySolution) {
  EXPECT_EQ(algebra_of(R"(SELECT * { })"),
            R"((project ()
  (bgp)))");
  EXPECT_EQ(algebra_of(R"(SELECT * { {} { { } } })"),
            R"((project ()
  (bgp)))");
}

// 5.2.2, 18.2.2.5.
TEST(Translation, FiltersStandAtTheEndOfTheirGroupAndDoNotEndABasicGraphPattern) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <p> ?o FILTER(?o > 1) ?s <q> ?x FILTER(?x = 2) })"),
            R"((project (?s ?o ?x)
  (filter (> ?o 1) (= ?x 2)
    (bgp
      (triple ?s <p> ?o)
      (triple ?s <q> ?x)))))");
}

// 18.2.2.6.
TEST(Translation, TheFilterOfAnOptionalGroupIsItsCondition) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <p> ?o OPTIONAL { ?s <q> ?x FILTER(?x > ?o) } })"),
            R"((project (?s ?o ?x)
  (leftjoin (> ?x ?o)
    (bgp
      (triple ?s <p> ?o))
    (bgp
      (triple ?s <q> ?x)))))");
}

// Simplification comes after translation (18.2.2.8): the inner group keeps its own filter.
TEST(Translation, ButNotTheFilterOfAGroupInsideIt) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <p> ?o OPTIONAL { { ?s <q> ?x FILTER(?x > ?o) } } })"),
            R"((project (?s ?o ?x)
  (leftjoin
    (bgp
      (triple ?s <p> ?o))
    (filter (> ?x ?o)
      (bgp
        (triple ?s <q> ?x))))))");
}

TEST(Translation, AnOptionalCanBeFirst) {
  EXPECT_EQ(algebra_of(R"(SELECT * { OPTIONAL { ?s <q> ?x } })"),
            R"((project (?s ?x)
  (leftjoin
    (bgp)
    (bgp
      (triple ?s <q> ?x)))))");
}

TEST(Translation, GroupsSideBySideAreJoined) {
  EXPECT_EQ(algebra_of(R"(SELECT * { { ?s <p> ?o } { ?s <q> ?x } })"),
            R"((project (?s ?o ?x)
  (join
    (bgp
      (triple ?s <p> ?o))
    (bgp
      (triple ?s <q> ?x)))))");
}

TEST(Translation, UnionsAssociateFromTheLeft) {
  EXPECT_EQ(algebra_of(R"(SELECT * { { ?s <p> ?o } UNION { ?s <q> ?o } UNION { } })"),
            R"((project (?s ?o)
  (union
    (union
      (bgp
        (triple ?s <p> ?o))
      (bgp
        (triple ?s <q> ?o)))
    (bgp))))");
}

TEST(Translation, MinusTakesFromAllBeforeIt) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <p> ?o MINUS { ?s <q> ?o } ?s <r> ?z })"),
            R"((project (?s ?o ?z)
  (join
    (minus
      (bgp
        (triple ?s <p> ?o))
      (bgp
        (triple ?s <q> ?o)))
    (bgp
      (triple ?s <r> ?z)))))");
}

TEST(Translation, BindExtendsAllBeforeIt) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <p> ?o BIND(?o + 1 AS ?z) ?s <q> ?z })"),
            R"((project (?s ?o ?z)
  (join
    (extend (?z (+ ?o 1))
      (bgp
        (triple ?s <p> ?o)))
    (bgp
      (triple ?s <q> ?z)))))");
}

TEST(Translation, GraphHoldsAPattern) {
  EXPECT_EQ(algebra_of(R"(SELECT * { GRAPH ?g { ?s <p> ?o } GRAPH <g> { } })"),
            R"((project (?g ?s ?o)
  (join
    (graph ?g
      (bgp
        (triple ?s <p> ?o)))
    (graph <g>
      (bgp)))))");
}

TEST(Translation, ValuesAreATable) {
  EXPECT_EQ(
      algebra_of(
          R"(SELECT * { VALUES ?x { 1 UNDEF <a> "b"@EN true } VALUES (?y ?z) { (1 2) (UNDEF -1.5) } VALUES () { () () } })"),
      R"((project (?x ?y ?z)
  (join
    (join
      (values (?x)
        (row 1)
        (row undef)
        (row <a>)
        (row "b"@en)
        (row true))
      (values (?y ?z)
        (row 1 2)
        (row undef -1.5)))
    (values ()
      (row)
      (row)))))");
}

TEST(Translation, ServiceHoldsAPattern) {
  EXPECT_EQ(algebra_of(R"(SELECT * { SERVICE SILENT ?e { ?s <p> ?o } })"),
            R"((project (?e ?s ?o)
  (service silent ?e
    (bgp
      (triple ?s <p> ?o)))))");
}

// 4.1.4, 4.2.3.
TEST(Translation, AnonymousNodesAndCollectionsAreFreshBlankNodes) {
  EXPECT_EQ(algebra_of(R"(SELECT * { [ <p> ?x ; <q> [ <r> 1 ] ] . [] <s> (1 [ <t> 2 ]) . () <u> () })"),
            R"((project (?x)
  (bgp
    (triple _:.0 <p> ?x)
    (triple _:.0 <q> _:.2)
    (triple _:.2 <r> 1)
    (triple _:.3 <s> _:.4)
    (triple _:.4 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> 1)
    (triple _:.4 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:.5)
    (triple _:.5 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> _:.6)
    (triple _:.6 <t> 2)
    (triple _:.5 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>)
    (triple <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> <u> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>))))");
}

// 18.2.1.
TEST(Translation, BlankNodesAreVariablesThatStarDoesNotShow) {
  EXPECT_EQ(algebra_of(R"(SELECT * { _:a <p> ?b . FILTER(?b) ?b <q> _:a })"),
            R"((project (?b)
  (filter ?b
    (bgp
      (triple _:a <p> ?b)
      (triple ?b <q> _:a)))))");
}

// 4.2.
TEST(Translation, PredicatesAndObjectsCanBeListed) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s a <C> , <D> ; <p> 1 , "x"^^<t> ;; <q> ?o ; . })"),
            R"((project (?s ?o)
  (bgp
    (triple ?s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <C>)
    (triple ?s <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <D>)
    (triple ?s <p> 1)
    (triple ?s <p> "x"^^<t>)
    (triple ?s <q> ?o))))");
}

}  // namespace quadrille::parser
