#include "tests/rules/reference.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "loader/rdf/testing/triple.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/rules/rule_layers.hpp"

namespace quadrille::tests::reference_test {
namespace {

using quadrille::testing::triple;

FactBase facts_of(std::initializer_list<QuadView> quads) {
  FactBase facts;
  for (const QuadView& quad : quads) facts.quad(quad);
  return facts;
}

TEST(Reference, ComputesTheClosure) {
  const auto rules = parser::parse_rule_set("RULE { ?x <p> ?z } WHERE { ?x <p> ?y . ?y <p> ?z }");
  FactBase facts;
  for (int i = 0; i < 5; ++i) {
    const std::string from = std::to_string(i), to = std::to_string(i + 1);
    facts.quad(triple(TermView::iri(from), "p", TermView::iri(to)));
  }
  Reference reference(rules);
  reference.infer(facts);
  EXPECT_EQ(facts.facts().size(), 15u);
  EXPECT_TRUE(reference.contradictions().empty());
}

TEST(Reference, FindsContradictionsAndComparesTerms) {
  const auto rules = parser::parse_rule_set(
      "RULE <both> { } WHERE { ?x a <A> . ?x a <B> } RULE { ?y <same> ?z } WHERE { ?x <p> ?y . ?x <p> ?z "
      "FILTER(!sameTerm(?y, ?z)) }");
  const std::string type(iri::kRdfType);
  FactBase facts = facts_of({triple(TermView::iri("x"), type.c_str(), TermView::iri("A")),
                             triple(TermView::iri("x"), type.c_str(), TermView::iri("B")),
                             triple(TermView::iri("x"), "p", TermView::iri("y")),
                             triple(TermView::iri("x"), "p", TermView::iri("z"))});
  Reference reference(rules);
  reference.infer(facts);
  EXPECT_EQ(facts.facts().size(), 6u);
  ASSERT_EQ(reference.contradictions().size(), 1u);
  EXPECT_EQ(reference.contradictions()[0].rule, "both");
}

// What follows, as text: a quad a line, in order. Of the form "x p y"; given quads are triples of one word each.
std::string follows(const std::string& rule_text, const std::string& given) {
  const auto rules = parser::parse_rule_set(rule_text);
  FactBase facts;
  for (const parser::QuadPattern& quad : parser::parse_rule_set("DATA { " + given + " }").data)
    facts.quad({std::get<Term>(quad.triple.subject).view(), std::get<Term>(quad.triple.predicate).view(),
                std::get<Term>(quad.triple.object).view(),
                quad.graph ? std::optional(std::get<Term>(*quad.graph).view()) : std::nullopt});
  Inferred inferred = by_reference(rules, facts);
  std::string text;
  for (const TextTriple& triple : inferred.triples) text += fmt::format("{}\n", fmt::join(triple, " "));
  for (const TextQuad& quad : inferred.quads) text += fmt::format("{}\n", fmt::join(quad, " "));
  for (const std::string& rule : inferred.conflicts) text += "contradiction " + rule + "\n";
  const std::string integer = "^^<http://www.w3.org/2001/XMLSchema#integer>";
  for (std::size_t at = text.find(integer); at != text.npos; at = text.find(integer)) text.erase(at, integer.size());
  return text;
}

TEST(Reference, ElementsAreEvaluatedInTheirOrder) {
  EXPECT_EQ(
      follows("RULE { ?x <r> 1 } WHERE { ?x <p> ?y NOT { ?x <q> ?z } ?x <p> ?z }", "<a> <p> 1 . <b> <p> 1 ; <q> 2"),
      "<a> <r> \"1\"\n");
  EXPECT_EQ(
      follows("RULE { ?x <r> 1 } WHERE { ?x <p> ?y . ?x <p> ?z NOT { ?x <q> ?z } }", "<a> <p> 1 . <b> <p> 1 ; <q> 2"),
      "<a> <r> \"1\"\n<b> <r> \"1\"\n");
}

TEST(Reference, ConditionsAndAssignmentsDropErrors) {
  EXPECT_EQ(follows("RULE { ?x <r> ?n } WHERE { ?x <p> ?y FILTER(?y < 10) SET(?n := 6 / ?y) FILTER(?n > 2) }",
                    "<a> <p> 0, 2, 3, 20, <b>"),
            "<a> <r> \"3\"^^<http://www.w3.org/2001/XMLSchema#decimal>\n");
}

TEST(Reference, DataAreWhatWasStated) {
  const char* const rules =
      "DATA { <b> <p> 1 } RULE { <c> <p> 1 } WHERE { } RULE { ?x <r> 1 } WHERE DATA { ?x <p> 1 } "
      "RULE { ?x <s> 1 } WHERE { ?x <p> 1 NOT DATA { ?x <p> 1 } }";
  EXPECT_EQ(follows(rules, "<a> <p> 1"), "<a> <r> \"1\"\n<b> <p> \"1\"\n<b> <s> \"1\"\n<c> <p> \"1\"\n<c> <s> \"1\"\n");
}

TEST(Reference, EachSolutionHasItsNewNodes) {
  EXPECT_EQ(follows("RULE { _:n <r> ?x . _:n <s> _:m } WHERE { ?x <p> ?y }", "<a> <p> 1").size(),
            std::string("_:new0 <r> <a>\n_:new0 <s> _:new1\n").size());
  FactBase facts;
  for (const char* object : {"x", "y"}) facts.quad(triple(TermView::iri("a"), "p", TermView::iri(object)));
  const auto rules =
      parser::parse_rule_set("RULE { _:n <r> ?x } WHERE { ?x <p> ?y } RULE { [] <r> ?x } WHERE { ?x <p> ?y }");
  EXPECT_EQ(by_reference(rules, facts).triples.size(), 4u);
}

TEST(Reference, GraphsAreNamed) {
  EXPECT_EQ(follows("RULE { GRAPH ?g { ?x <r> 1 } ?x <in> ?g } WHERE { GRAPH ?g { ?x <p> ?y } }",
                    "<a> <p> 1 GRAPH <g> { <b> <p> 1 }"),
            "<b> <in> <g>\n<b> <r> \"1\" <g>\n");
}

TEST(Reference, SubqueriesCountWhatWasDerived) {
  EXPECT_EQ(follows("RULE { ?x <n> ?n } WHERE { { SELECT ?x (COUNT(*) AS ?n) { ?x <q> ?y } GROUP BY ?x } } "
                    "RULE { ?x <q> ?y } WHERE { ?x <p> ?y }",
                    "<a> <p> 1, 2 . <a> <q> 3"),
            "<a> <n> \"3\"\n<a> <q> \"1\"\n<a> <q> \"2\"\n");
}

TEST(Reference, ARuleThatLooksAtItsOwnResultsClosedIsRefused) {
  const char* const kRefused[] = {
      "RULE { ?x <p> ?n } WHERE { ?x <p> ?y SET(?n := ?y + 1) }",
      "RULE { [] <p> ?y } WHERE { ?x <p> ?y }",
      "RULE { ?x <p> 1 } WHERE { ?x <q> ?y NOT { ?x <p> 1 } }",
      "RULE { <a> <p> ?n } WHERE { { SELECT (COUNT(*) AS ?n) { ?x <p> ?y } } }",
      "RULE { GRAPH ?x { ?x <p> ?n } } WHERE { GRAPH ?g { ?x <p> ?y } SET(?n := ?y + 1) }",
  };
  for (const char* const text : kRefused) {
    EXPECT_FALSE(has_layers(parser::parse_rule_set(text), Matching::exact)) << text;
    EXPECT_FALSE(has_layers(parser::parse_rule_set(text), Matching::by_position)) << text;
  }
}

TEST(Reference, APatternDependsOnWhatCanMatchIt) {
  const std::pair<const char*, bool> kTwice[] = {
      {"RULE { <a> <p> <b> } WHERE { ?x <q> ?y NOT { ?z <p> ?z } }", true},
      {"RULE { ?x <p> ?x } WHERE { ?x <q> ?y NOT { <a> <p> <b> } }", true},
      {"RULE { ?x <p> ?x } WHERE { ?x <q> ?y NOT { <a> <p> <a> } }", false},
      {"RULE { _:n <p> _:n } WHERE { ?x <q> ?y NOT { ?z <p> ?z } }", false},
      {"RULE { _:n <p> _:m } WHERE { ?x <q> ?y NOT { ?z <p> ?z } }", true},
  };
  for (const auto& [text, is_fine] : kTwice)
    EXPECT_EQ(has_layers(parser::parse_rule_set(text), Matching::exact), is_fine) << text;
  EXPECT_FALSE(has_layers(parser::parse_rule_set(kTwice[0].first), Matching::by_position));
  const char* const kFine[] = {
      "RULE { ?x <p> ?n } WHERE DATA { ?x <p> ?y SET(?n := ?y + 1) }",
      "RULE { ?x <p> 1 } WHERE { ?x <q> ?y NOT DATA { ?x <p> 1 } }",
      "RULE { GRAPH <g> { ?x <p> ?n } } WHERE { ?x <p> ?y SET(?n := ?y + 1) }",
      "RULE { GRAPH <g> { ?x <p> ?n } } WHERE { GRAPH <h> { ?x <p> ?y } SET(?n := ?y + 1) }",
      "RULE { ?x <p> \"a\" } WHERE { ?x <q> ?y NOT { ?x <p> \"b\" } }",
      "RULE { } WHERE { ?x <q> ?y SET(?n := 1) NOT { ?x <p> ?n } }",
  };
  for (const char* const text : kFine) EXPECT_TRUE(has_layers(parser::parse_rule_set(text), Matching::exact)) << text;
}

TEST(Reference, EntailmentTakesBlankNodesAsVariables) {
  FactBase facts = facts_of(
      {triple(TermView::iri("a"), "p", TermView::iri("b")), triple(TermView::iri("b"), "q", TermView::iri("c"))});
  const FactBase path = facts_of(
      {triple(TermView::iri("a"), "p", TermView::blank("n")), triple(TermView::blank("n"), "q", TermView::blank("m"))});
  const FactBase loop = facts_of(
      {triple(TermView::iri("a"), "p", TermView::blank("n")), triple(TermView::blank("n"), "p", TermView::blank("m"))});
  EXPECT_TRUE(entails(facts, path));
  EXPECT_FALSE(entails(facts, loop));
}

}  // namespace
}  // namespace quadrille::tests::reference_test
