#include "tests/rules/reference.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::tests {
namespace {

QuadView triple(TermView subject, const char* predicate, TermView object) {
  return {subject, TermView::iri(predicate), object, std::nullopt};
}

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
}  // namespace quadrille::tests
