#include "query/results/turtle_terms.hpp"

#include <gtest/gtest.h>

#include <random>

namespace quadrille::results {

namespace {
std::string long_form(TermView term) {
  std::string out;
  append_long_form(out, term);
  return out;
}

bool bare(std::string_view lexical, std::string_view datatype) {
  return is_bare_number(TermView::literal(lexical, datatype));
}
}  // namespace

TEST(TurtleTerms, TheLongFormIsThatOfNTriples) {
  std::mt19937 random(7);
  constexpr char letters[] = "\0\t\n\r\b\f\x1f\x7f\"\\<>{}|^` ab\xc3\xa9\xef\xbf\xbe\xbf\xbf\xbd\xef";
  const std::string alphabet(letters, sizeof(letters) - 1);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (unsigned length = random() % 50; length > 0; --length) text += alphabet[random() % alphabet.size()];
    for (const TermView term : {TermView::iri(text), TermView::string(text), TermView::language_string(text, "en-gb"),
                                TermView::literal(text, "http://a/b c"), TermView::blank("b1")}) {
      ASSERT_EQ(long_form(term), to_ntriples(term));
    }
  }
}

TEST(TurtleTerms, NumbersStandBareWhereTheTokenAllowsIt) {
  for (const char* integer : {"0", "-1", "+01", "123456789012345678901234567890"}) {
    EXPECT_TRUE(bare(integer, iri::kXsdInteger)) << integer;
  }
  for (const char* decimal : {"1.0", ".5", "-0.50", "+3.1"}) EXPECT_TRUE(bare(decimal, iri::kXsdDecimal)) << decimal;
  for (const char* number : {"1e0", "1.E5", ".5e-3", "-1.5E+10"}) EXPECT_TRUE(bare(number, iri::kXsdDouble)) << number;
}

TEST(TurtleTerms, WhatTheTokenDoesNotSpellKeepsItsDatatype) {
  for (const char* integer : {"", "+", " 1", "1 ", "1.0", "0x1", "one"}) EXPECT_FALSE(bare(integer, iri::kXsdInteger));
  for (const char* decimal : {"1", "1.", ".", "1.0e0", ""}) EXPECT_FALSE(bare(decimal, iri::kXsdDecimal)) << decimal;
  for (const char* number : {"1", "1.0", "INF", "NaN", "-INF", "e5", ".e5", "1e"}) {
    EXPECT_FALSE(bare(number, iri::kXsdDouble)) << number;
  }
  EXPECT_FALSE(bare("1", "http://www.w3.org/2001/XMLSchema#int"));
  EXPECT_FALSE(bare("1", iri::kXsdString));
  EXPECT_FALSE(is_bare_number(TermView::iri("1")));
}

}  // namespace quadrille::results
