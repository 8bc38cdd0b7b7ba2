#include <gtest/gtest.h>

#include "parser/testing/algebra_of.hpp"

// Property paths, in the translation of SPARQL 1.1 Query, 18.2.2.4.

namespace quadrille::parser {

TEST(Translation, ASequenceBecomesTriplesOverFreshVariables) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <p>/<q>/a ?o })"),
            R"((project (?s ?o)
  (bgp
    (triple ?s <p> ?.2)
    (triple ?.2 <q> ?.3)
    (triple ?.3 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ?o))))");
}

TEST(Translation, AnInverseIsTurnedRound) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s ^<p> ?o . ?o ^(<a>/<b>) ?z })"),
            R"((project (?s ?o ?z)
  (bgp
    (triple ?o <p> ?s)
    (triple ?z <a> ?.3)
    (triple ?.3 <b> ?o))))");
}

// 18.4: alt(P, Q) is evaluated as the union of both.
TEST(Translation, AnAlternativeIsAUnion) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s (<p>|^<q>|<r>*) ?o })"),
            R"((project (?s ?o)
  (union
    (union
      (bgp
        (triple ?s <p> ?o))
      (bgp
        (triple ?o <q> ?s)))
    (path ?s (zero_or_more <r>) ?o))))");
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <a>/(<b>|<c>)/<d> ?o })"),
            R"((project (?s ?o)
  (join
    (join
      (bgp
        (triple ?s <a> ?.2))
      (union
        (bgp
          (triple ?.2 <b> ?.3))
        (bgp
          (triple ?.2 <c> ?.3))))
    (bgp
      (triple ?.3 <d> ?o)))))");
}

TEST(Translation, WhatRepeatsStaysAPath) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s (<a>/^<b>)+ ?o ; <x>? 1 ; (<a>|!<b>)* ?p })"),
            R"((project (?s ?o ?p)
  (join
    (join
      (path ?s (one_or_more (sequence <a> (inverse <b>))) ?o)
      (path ?s (zero_or_one <x>) 1))
    (path ?s (zero_or_more (alternative <a> (negated <b>))) ?p))))");
}

// 9.1.
TEST(Translation, ANegatedSetHasTwoDirections) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s !<c> ?d ; !(<c>|^<d>|^a) ?e ; !() ?f })"),
            R"((project (?s ?d ?e ?f)
  (join
    (join
      (path ?s (negated <c>) ?d)
      (path ?s (negated <c> ^<d> ^<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>) ?e))
    (path ?s (negated) ?f))))");
}

TEST(Translation, PathsPartBasicGraphPatterns) {
  EXPECT_EQ(algebra_of(R"(SELECT * { ?s <a> ?b . ?b <p>* ?c . ?c <d> ?e ; <f> ?g })"),
            R"((project (?s ?b ?c ?e ?g)
  (join
    (join
      (bgp
        (triple ?s <a> ?b))
      (path ?b (zero_or_more <p>) ?c))
    (bgp
      (triple ?c <d> ?e)
      (triple ?c <f> ?g)))))");
}

}  // namespace quadrille::parser
