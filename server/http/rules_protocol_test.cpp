#include "server/http/rules_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace quadrille::server {
namespace {

using nlohmann::json;

TEST(RulesProtocol, AChangeComesBackFromItsJson) {
  RulesChange change;
  change.put = {
      {"owl-rl"}, {"mine.srl", "srl", "RULE {} WHERE { ?x <p> \"\\u00e9\n\" }", "http://e/"}, {"empty.srl", "srl"}};
  change.remove = {"old.rules"};
  EXPECT_EQ(RulesChange::of_json(change.to_json()), change);
  change.max_inferred = 7;
  change.inconsistent = "stop";
  change.graphs = "union";
  change.infer_into = "http://e/all";
  change.trivial = false;
  EXPECT_EQ(RulesChange::of_json(change.to_json()), change);
  EXPECT_EQ(RulesChange::of_json("{}"), RulesChange());
}

TEST(RulesProtocol, ATextWithoutALanguageIsSparqlRl) {
  EXPECT_EQ(RulesChange::of_json(R"({"put": [{"name": "a", "text": "x"}]})").put.front().language, "srl");
}

TEST(RulesProtocol, OtherJsonIsNoChange) {
  for (const char* const text :
       {"", "[]", "7", R"({"put": 7})", R"({"put": [{}]})", R"({"remove": [7]})", R"({"x": 1})",
        R"({"max_inferred": "many"})", R"({"put": [{"name": "a", "text": 7}]})"})
    EXPECT_THROW(RulesChange::of_json(text), Error) << text;
}

TEST(RulesProtocol, TheErrorsOfACheckHavePlaces) {
  const json error = json::parse(rules_errors_json("a b.srl: line 12, column 3: this is\nwrong"));
  EXPECT_EQ(error, json::parse(R"({"ok": false, "errors": [
      {"file": "a b.srl", "line": 12, "column": 3, "message": "this is\nwrong"}]})"));
  EXPECT_EQ(json::parse(rules_errors_json("line 1, column 2: x"))["errors"][0],
            json::parse(R"({"line": 1, "column": 2, "message": "x"})"));
  EXPECT_EQ(json::parse(rules_errors_json("see line 1, column 2"))["errors"][0],
            json::parse(R"({"message": "see line 1, column 2"})"));
}

}  // namespace
}  // namespace quadrille::server
