#include "query/answer/explanation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace quadrille::query {

using ::testing::HasSubstr;
using ::testing::Not;

namespace {

OperatorReport scan(const char* pattern, double estimated, std::uint64_t rows) {
  OperatorReport report{"IndexScan", {{"pattern", pattern}, {"index", "pso(ex:p)"}}, "by ?x", estimated, {}, {}};
  report.cost.rows = rows;
  report.cost.own_seconds = report.cost.seconds = 0.00125;
  return report;
}

Explanation example(Explain kind) {
  Explanation made;
  made.kind = kind;
  made.images = 4;
  made.generation = 2;
  made.version = 17;
  made.answer_rows = 3;
  made.answer_bytes = 123'456;
  made.root = {"HashJoin", {{"kind", "left"}, {"on", "?x"}}, "by ?x", 12.4, {}, {}};
  made.root.cost.messages = 8;
  made.root.inputs = {scan("?x ex:p ?y", 10, 9), scan("?x ex:q ?z", 1e20, 7)};
  return made;
}

}  // namespace

TEST(Explanation, TextShowsTheTreeBesideItsNumbers) {
  EXPECT_EQ(to_text(example(Explain::plan)),
            "plan on 1 image of 4, generation 2, version 17\n"
            "parse 0.000 ms, plan 0.000 ms\n"
            "\n"
            "estimated  operator\n"
            "       12  HashJoin left  on ?x\n"
            "       10  |- IndexScan  ?x ex:p ?y  pso(ex:p)\n"
            "    1e+20  `- IndexScan  ?x ex:q ?z  pso(ex:p)\n");
}

TEST(Explanation, RulesAreShownBelowThePlanWithThePlanAfterEachStep) {
  Explanation made = example(Explain::rules);
  EXPECT_THAT(to_text(made), HasSubstr("pso(ex:p)\n\nno rule has changed the plan\n"));
  made.steps = {
      {"translate", 0, "Group\n  pattern  ?x ex:p ?y\n"}, {"push-conditions", 2, "Unit\n"}, {"bind-join", 1, ""}};
  EXPECT_THAT(to_text(made), HasSubstr("pso(ex:p)\n\n"
                                       "    times  rule\n"
                                       "        2  push-conditions\n"
                                       "        1  bind-join\n"
                                       "\n"
                                       "after translate\nGroup\n  pattern  ?x ex:p ?y\n"
                                       "\n"
                                       "after push-conditions\nUnit\n"));
  const auto json = nlohmann::json::parse(to_json(made));
  EXPECT_EQ(json["explain"], "rules");
  EXPECT_EQ(json["rules"], (nlohmann::json{{"push-conditions", 2}, {"bind-join", 1}}));
  EXPECT_EQ(json["steps"].size(), 2u);
  EXPECT_EQ(json["steps"][1]["after"], "push-conditions");
}

TEST(Explanation, TextOfAProfileHasColumnsForWhatWasUsed) {
  Explanation one = example(Explain::profile);
  EXPECT_THAT(to_text(one), HasSubstr("run 0.000 ms: 3 rows, 121 KiB as json\nmemory 0 B\n"));
  EXPECT_THAT(to_text(one), HasSubstr("     9   1.250  1.250     0 B  |- IndexScan"));
  EXPECT_THAT(to_text(one), Not(HasSubstr("messages")));
  one.images_used = 4;
  one.groups_used = 2;
  EXPECT_THAT(to_text(one), HasSubstr("profile on 4 images in 2 groups"));
  EXPECT_THAT(to_text(one), HasSubstr("most rows  exchanged  messages  sent  operator"));
}

TEST(Explanation, JsonHasWhatThePageNames) {
  const auto plan = nlohmann::json::parse(to_json(example(Explain::plan)));
  EXPECT_EQ(plan["explain"], "plan");
  EXPECT_EQ(plan["state"]["version"], 17);
  EXPECT_FALSE(plan.contains("answer"));
  EXPECT_EQ(plan["plan"]["details"]["on"], "?x");
  EXPECT_EQ(plan["plan"]["estimated_rows"], 12);
  EXPECT_EQ(plan["plan"]["inputs"][1]["estimated_rows"], 1e20);
  EXPECT_FALSE(plan["plan"].contains("rows"));
  const auto profile = nlohmann::json::parse(to_json(example(Explain::profile)));
  EXPECT_EQ(profile["answer"]["bytes"], 123'456);
  EXPECT_EQ(profile["plan"]["messages"], 8);
  EXPECT_EQ(profile["plan"]["inputs"][0]["own_ms"], 1.25);
}

TEST(Explanation, WhatIsLongIsCutBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("ab\xC3\xA9\xC3\xA9", 3), "ab...");
}

}  // namespace quadrille::query
