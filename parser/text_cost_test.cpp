#include "parser/text_cost.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"

namespace quadrille::parser {

namespace {

std::uint64_t cost_of_many(std::string_view before, std::string_view item, std::string_view behind) {
  std::string text(before);
  for (int i = 0; i < 1000; ++i) text += item;
  return estimated_parse_bytes(text + std::string(behind)) / 1000;
}

}  // namespace

// The measured memory of parsing: bytes an item, for 200,000 equal items.
TEST(TextCost, IsNotLessThanWhatParsingTakes) {
  EXPECT_GE(cost_of_many("ASK { ", "?s ?p ?o . ", "}"), 990u);
  EXPECT_GE(cost_of_many("ASK { ?s ?p (", "1 ", ") }"), 950u);
  EXPECT_GE(cost_of_many("ASK { ?s ?p 1", ",[]", " }"), 960u);
  EXPECT_GE(cost_of_many("ASK { {} ", "UNION {?s ?p 1}", " }"), 1560u);
  EXPECT_GE(cost_of_many("ASK { FILTER(1", "||1", ") }"), 750u);
  EXPECT_GE(cost_of_many("ASK { ?s a", "/a", " ?o }"), 1000u);
  EXPECT_GE(cost_of_many("ASK { ", "{}", "}"), 200u);
  EXPECT_GE(cost_of_many("CLEAR ALL ;", "CLEAR ALL ;", ""), 350u);
  EXPECT_GE(cost_of_many("INSERT DATA { ", "<> a 1 .", "}"), 400u);
  EXPECT_GE(cost_of_many("INSERT DATA { <> a (", "1 ", ") }"), 1030u);
}

TEST(TextCost, DataAreNotTakenForPatterns) {
  EXPECT_LE(cost_of_many("SELECT * { VALUES ?x { ", "1 ", "} }"), 210u);
  EXPECT_LE(cost_of_many("SELECT * { VALUES (?x ?y) { ", "(1 2)", "} }"), 520u);
  EXPECT_LE(cost_of_many("INSERT DATA { ", "<a> <b> <c> . ", "}"), 640u);
}

TEST(TextCost, TakesAnyText) {
  EXPECT_LT(estimated_parse_bytes(""), 100u);
  EXPECT_GT(estimated_parse_bytes("}}}} VALUES {{{ ((( ] 'abc"), 100u);
  EXPECT_THROW(estimated_parse_bytes("\xff"), Error);
}

}  // namespace quadrille::parser
