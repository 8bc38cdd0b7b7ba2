#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(Logic, TheErrorTable) {  // 17.2
  expect_values({
      {"true || true", "true"}, {"true || false", "true"},  {"false || false", "false"}, {"true || ?e", "true"},
      {"?e || true", "true"},   {"false || ?e", "error"},   {"?e || false", "error"},    {"?e || ?e", "error"},
      {"true && true", "true"}, {"true && false", "false"}, {"true && ?e", "error"},     {"?e && true", "error"},
      {"false && ?e", "false"}, {"?e && false", "false"},   {"?e && ?e", "error"},       {"!true", "false"},
      {"!false", "true"},       {"!?e", "error"},           {R"(!"")", "true"},
  });
}

TEST(Logic, LongChains) {
  expect_values({
      {"false || ?e || true", "true"},
      {"true && ?e && false", "false"},
      {"false || false || false || 1", "true"},
      {R"("x" && 1 && 2.0)", "true"},
  });
}

TEST(Logic, IfEvaluatesOneBranch) {  // 17.4.1.2
  expect_values({
      {"IF(true, 1, 1/0)", "1"},
      {"IF(false, 1/0, 2)", "2"},
      {"IF(1/0, 1, 2)", "error"},
      {"IF(true, 1/0, 2)", "error"},
      {R"(IF(true, "a"@en, 2))", R"("a"@en)"},
      {"IF(true, true, false) && true", "true"},
      {"IF(?e, 1, 2)", "error"},
      {"IF(BOUND(?e), ?e, 3)", "3"},
      {"IF(true, ?e, 3)", "unbound"},
  });
}

TEST(Logic, CoalesceTakesTheFirstThatHasAValue) {  // 17.4.1.3
  expect_values({
      {"COALESCE(?x, 1/0)", "error"},
      {"COALESCE(1/0, ?x, 3)", "3"},
      {"COALESCE(2, 1/0)", "2"},
      {"COALESCE(5, ?x)", "5"},
      {"COALESCE(?y, 3)", "3"},
      {"COALESCE(?y)", "error"},
      {"COALESCE()", "error"},
      {"COALESCE(:a)", "<http://example/a>"},
  });
}

TEST(Logic, BoundOfWhatHasNoColumn) {
  expect_values({
      {"BOUND(?x)", "false"},
      {"!BOUND(?x)", "true"},
  });
}

}  // namespace
}  // namespace quadrille::query
