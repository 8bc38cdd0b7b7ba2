// testing/calculator.cpp checks with every expression that it evaluates that each read is announced (T1).

#include "query/expression/wanted_texts.hpp"

#include <gtest/gtest.h>

#include "dictionary/inline_term.hpp"
#include "parser/query.hpp"

namespace quadrille::query {
namespace {

// Of `FILTER(text)`, for ?a (variable 0) and ?b; the database has <known> and inline terms, ?v may be volatile.
WantedTexts wanted_by(const std::string& text) {
  const auto query = parser::parse_query("SELECT * { ?a <p> ?b . ?a <p> ?v FILTER(" + text + ") }");
  const parser::Algebra* node = query.where.get();
  while (!std::holds_alternative<parser::Filter>(node->node)) node = std::get<parser::Project>(node->node).child.get();
  WantedTexts wanted([](parser::VariableId variable) { return variable == 2; },
                     [](TermView term) { return inline_huri(term) || term.text == "known"; });
  wanted.add(std::get<parser::Filter>(node->node).conditions.at(0), kBooleanKinds);
  return wanted;
}

KindSet kinds_of_a(const std::string& text) {
  const auto wanted = wanted_by(text);
  const auto found = wanted.kinds().find(0);
  return found == wanted.kinds().end() ? kNothing : found->second;
}

bool has_only(KindSet set, KindSet expected) {
  return set.without(expected).empty() && expected.without(set).empty();
}

TEST(WantedTexts, ComparingWithANumberWantsLongNumbersOnly) {
  EXPECT_TRUE(has_only(kinds_of_a("?a < 10"), {HuriKind::number}));
  EXPECT_TRUE(has_only(kinds_of_a("10 = ?a"), {HuriKind::number}));
}

TEST(WantedTexts, TermsOfTheDatabaseAreToldApartByTheirIds) {
  EXPECT_TRUE(has_only(kinds_of_a("?a != ?b"), {HuriKind::number, HuriKind::temporal, HuriKind::typed}));
  EXPECT_TRUE(kinds_of_a("?a = <known>").empty());
  EXPECT_TRUE(kinds_of_a("?a IN (<known>, \"known\")").empty());
  EXPECT_TRUE(kinds_of_a("sameTerm(?a, ?b)").empty());
  EXPECT_FALSE(kinds_of_a("?a < ?b").has(HuriKind::string));
}

TEST(WantedTexts, TermsThatAQueryHasBornAreReadWithWhatTheyMeet) {
  EXPECT_TRUE(kinds_of_a("?a = ?v").has(HuriKind::iri));
  EXPECT_TRUE(kinds_of_a("sameTerm(?v, ?a)").has(HuriKind::string));
  EXPECT_TRUE(kinds_of_a("?a = <new>").has(HuriKind::iri));
}

TEST(WantedTexts, FunctionsOfTheKindAloneWantNothing) {
  for (const char* text : {"isIRI(?a)", "isBlank(?a)", "isLiteral(?a)", "BOUND(?a)"}) {
    EXPECT_TRUE(kinds_of_a(text).empty()) << text;
  }
}

TEST(WantedTexts, WhatIsComparedWithNothingIsEvaluatedAllTheSame) {
  EXPECT_TRUE(has_only(kinds_of_a("STRLEN(?a) IN ()"), kStringKinds));
  EXPECT_TRUE(has_only(kinds_of_a("CONCAT(?a) NOT IN ()"), kStringKinds));
  EXPECT_TRUE(kinds_of_a("?a IN ()").empty());
}

TEST(WantedTexts, FunctionsWantWhatTheyRead) {
  EXPECT_TRUE(has_only(kinds_of_a("STRLEN(?a) > 1"), kStringKinds));
  EXPECT_TRUE(kinds_of_a("STRLEN(STR(?a)) > 1").has(HuriKind::iri));
  EXPECT_TRUE(kinds_of_a("COALESCE(?b, IF(?b, ?a, 1)) = ?v").has(HuriKind::iri));
}

}  // namespace
}  // namespace quadrille::query
