#include <gtest/gtest.h>

#include "parser/testing/algebra_of.hpp"

// SELECT and the solution modifiers, in the translation of SPARQL 1.1 Query, 18.2.4 and 18.2.5.

namespace quadrille::parser {

TEST(Translation, ModifiersComeInTheirOrder) {
  EXPECT_EQ(algebra_of(R"(SELECT DISTINCT ?a { ?s <p> ?a } ORDER BY ?s DESC(?a) STR(?b) LIMIT 10 OFFSET 5)"),
            R"((slice 5 10
  (distinct
    (project (?a)
      (order (asc ?s) (desc ?a) (asc (STR ?b))
        (bgp
          (triple ?s <p> ?a)))))))");
}

TEST(Translation, ReducedAndOffsetStandAlone) {
  EXPECT_EQ(algebra_of(R"(SELECT REDUCED * { ?s <p> ?a } OFFSET 7)"),
            R"((slice 7 _
  (reduced
    (project (?s ?a)
      (bgp
        (triple ?s <p> ?a))))))");
}

TEST(Translation, ALimitBeyondAllNumbersIsNoLimit) {
  EXPECT_EQ(algebra_of(R"(SELECT * { } LIMIT 99999999999999999999999999)"),
            R"((slice 0 18446744073709551615
  (project ()
    (bgp))))");
}

// 18.2.4.1.
TEST(Translation, AggregatesWithoutGroupByMakeOneGroup) {
  EXPECT_EQ(
      algebra_of(
          R"(SELECT (COUNT(*) AS ?n) (SUM(?x)/COUNT(?x) AS ?m) { ?s <p> ?x } HAVING (COUNT(*) > 1) ORDER BY MAX(?x) ?n)"),
      R"((project (?n ?m)
  (order (asc ?.8) (asc ?n)
    (extend (?m (/ ?.5 ?.6))
      (extend (?n ?.4)
        (filter (> ?.7 1)
          (group implicit () ((?.4 (count *)) (?.5 (sum ?x)) (?.6 (count ?x)) (?.7 (count *)) (?.8 (max ?x)))
            (bgp
              (triple ?s <p> ?x)))))))))");
}

TEST(Translation, KeysThatAreExpressionsHaveNames) {
  EXPECT_EQ(
      algebra_of(
          R"(SELECT ?s ?t (GROUP_CONCAT(DISTINCT ?x; SEPARATOR=", ") AS ?g) { ?s <p> ?x } GROUP BY ?s (STR(?x) AS ?t) (?x + 1) LCASE(?x))"),
      R"((project (?s ?t ?g)
  (extend (?g ?.6)
    (group (?s (?t (STR ?x)) (?.4 (+ ?x 1)) (?.5 (LCASE ?x))) ((?.6 (group_concat distinct ?x separator ", ")))
      (bgp
        (triple ?s <p> ?x))))))");
}

// 18.2.4.1.
TEST(Translation, OtherVariablesOfHavingAndOrderByAreSamples) {
  EXPECT_EQ(algebra_of(R"(SELECT ?s { ?s <p> ?x } GROUP BY ?s HAVING(?x > 1) ORDER BY ?y)"),
            R"((project (?s)
  (order (asc ?.4)
    (filter (> ?.3 1)
      (group (?s) ((?.3 (sample ?x)) (?.4 (sample ?y)))
        (bgp
          (triple ?s <p> ?x)))))))");
}

// 18.2.4.2.
TEST(Translation, HavingAloneIsAFilter) {
  EXPECT_EQ(algebra_of(R"(SELECT ?s { ?s <p> ?x } HAVING(?x > 1))"),
            R"((project (?s)
  (filter (> ?x 1)
    (bgp
      (triple ?s <p> ?x)))))");
}

// The specification leaves it unbound.
TEST(Translation, HavingMayUseANameThatSelectGives) {
  EXPECT_EQ(algebra_of(R"(SELECT (COUNT(?x) AS ?c) (?c + 1 AS ?d) { ?x ?y ?z } HAVING (?d > 1) (SUM(?x) > 2))"),
            R"((project (?c ?d)
  (filter (> ?d 1)
    (extend (?d (+ ?c 1))
      (extend (?c ?.5)
        (filter (> ?.6 2)
          (group implicit () ((?.5 (count ?x)) (?.6 (sum ?x)))
            (bgp
              (triple ?x ?y ?z)))))))))");
}

// 18.2.2.6; VALUES at the end are joined (18.2.4.3).
TEST(Translation, SubqueriesAreTranslatedWhereTheyStand) {
  EXPECT_EQ(
      algebra_of(
          R"(SELECT ?x { ?x <q> ?y { SELECT ?x (?y AS ?z) { ?x <p> ?y } LIMIT 1 } } VALUES (?x ?y) { (1 2) (UNDEF "a") })"),
      R"((project (?x)
  (join
    (join
      (bgp
        (triple ?x <q> ?y))
      (slice 0 1
        (project (?x ?z)
          (extend (?z ?y)
            (bgp
              (triple ?x <p> ?y))))))
    (values (?x ?y)
      (row 1 2)
      (row undef "a")))))");
}

TEST(Translation, AColumnNamedTwiceIsOne) {
  EXPECT_EQ(algebra_of(R"(SELECT ?x ?x { ?x <p> ?y })"),
            R"((project (?x)
  (bgp
    (triple ?x <p> ?y))))");
}

TEST(Translation, DescribeAndAskAndConstructHavePatterns) {
  EXPECT_EQ(algebra_of(R"(DESCRIBE ?x <y> { ?x <p> 1 } LIMIT 1)"),
            R"((slice 0 1
  (project (?x)
    (bgp
      (triple ?x <p> 1)))))");
  EXPECT_EQ(algebra_of(R"(DESCRIBE <y>)"),
            R"((project ()
  (bgp)))");
  EXPECT_EQ(algebra_of(R"(ASK { ?x <p> 1 } ORDER BY ?x)"),
            R"((order (asc ?x)
  (bgp
    (triple ?x <p> 1))))");
  EXPECT_EQ(algebra_of(R"(CONSTRUCT WHERE { ?s <p> _:b . _:b <q> [] })"),
            R"((bgp
  (triple ?s <p> _:b)
  (triple _:b <q> _:.2)))");
}

// They are made of the solutions that GROUP BY, VALUES and LIMIT leave.
TEST(Translation, TripleTermsOfATemplateComeAboveTheModifiers) {
  EXPECT_EQ(algebra_of("CONSTRUCT { ?s <r> <<( ?s <p> ?x )>> } { ?s <p> ?o } GROUP BY ?s LIMIT 2 VALUES ?x { 1 }"),
            R"((extend (?.2 (TRIPLE ?s <p> ?x))
  (slice 0 2
    (join
      (group (?s) ()
        (bgp
          (triple ?s <p> ?o)))
      (values (?x)
        (row 1))))))");
}

}  // namespace quadrille::parser
