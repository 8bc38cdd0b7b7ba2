#include <gtest/gtest.h>

#include "parser/testing/algebra_of.hpp"

// Expressions, SPARQL 1.1 Query, 17.

namespace quadrille::parser {

TEST(Translation, OperatorsBindAsTheGrammarSays) {
  EXPECT_EQ(algebra_of(R"(ASK { FILTER(1 + 2 * 3 - 4 / ?z < 7 || !?a && ?b IN (1, 2) || ?c NOT IN ()) })"),
            R"((filter (|| (|| (< (- (+ 1 (* 2 3)) (/ 4 ?z)) 7) (&& (! ?a) (in ?b 1 2))) (not_in ?c))
  (bgp)))");
  EXPECT_EQ(algebra_of(R"(ASK { FILTER((?a || ?b) && -?c != +?d) })"),
            R"((filter (&& (|| ?a ?b) (!= (- ?c) (+ ?d)))
  (bgp)))");
}

// Note 6 of 19.8: the lexer takes "-5" for a number.
TEST(Translation, ASignedNumberBehindAnOperandIsAdded) {
  EXPECT_EQ(algebra_of(R"(ASK { FILTER(?a -5 + 6 -7 * ?b / 2 > -1) })"),
            R"((filter (> (+ (+ (+ ?a -5) 6) (/ (* -7 ?b) 2)) -1)
  (bgp)))");
}

// 4.1.2.
TEST(Translation, LiteralsKeepTheirForm) {
  EXPECT_EQ(
      algebra_of(
          R"(SELECT (007 AS ?a) (1.50 AS ?b) (1E0 AS ?c) (TRUE AS ?d) ("x" AS ?e) ('x'@EN-gb AS ?f) ("x"^^<t> AS ?g) ("""a"b\n\u00e9\\""" AS ?h) { })"),
      R"((project (?a ?b ?c ?d ?e ?f ?g ?h)
  (extend (?h "a\"b\né\\")
    (extend (?g "x"^^<t>)
      (extend (?f "x"@en-gb)
        (extend (?e "x")
          (extend (?d true)
            (extend (?c 1E0)
              (extend (?b 1.50)
                (extend (?a 007)
                  (bgp)))))))))))");
}

TEST(Translation, CallsHaveArguments) {
  EXPECT_EQ(
      algebra_of(
          R"(SELECT (IF(?a, BNODE(), bnode("b")) AS ?z) (<f>(DISTINCT ?a, 1) AS ?y) (<f>() AS ?u) (COALESCE() AS ?q) (substr("a", 1) AS ?r) (URI("s") AS ?s) { })"),
      R"((project (?z ?y ?u ?q ?r ?s)
  (extend (?s (IRI "s" <>))
    (extend (?r (SUBSTR "a" 1))
      (extend (?q (COALESCE))
        (extend (?u (<f>))
          (extend (?y (<f> distinct ?a 1))
            (extend (?z (IF ?a (BNODE) (BNODE "b")))
              (bgp)))))))))");
}

TEST(Translation, ExistsHoldsAPattern) {
  EXPECT_EQ(algebra_of(R"(ASK { ?s <p> ?a FILTER EXISTS { ?a <q> ?s FILTER(?s = ?a) } FILTER NOT EXISTS { } })"),
            R"((filter (exists
    (filter (= ?s ?a)
      (bgp
        (triple ?a <q> ?s)))) (not_exists
    (bgp))
  (bgp
    (triple ?s <p> ?a))))");
}

}  // namespace quadrille::parser
