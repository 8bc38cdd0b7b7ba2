// The cases of sparql_rl_cases.txt: the parser, and where a case has facts the reference and the inferencer.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "inferencer/rule.hpp"
#include "tests/rules/inferencer_and_reference.hpp"

namespace quadrille::tests {
namespace {

constexpr const char* kPrefixes =
    "PREFIX : <http://e/> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX rdfs: "
    "<http://www.w3.org/2000/01/rdf-schema#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

struct RuleCase {
  std::string name, verdict;
  std::string needs;  // empty: nothing
  std::string given, rules, gives;
};

std::vector<RuleCase> read_cases() {
  std::ifstream file(QUADRILLE_RULE_CASES);
  std::vector<RuleCase> cases;
  std::string* part = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("case ")) {
      const std::size_t blank = line.find(' ', 5);
      cases.push_back({line.substr(5, blank - 5), line.substr(blank + 1), {}, {}, {}, {}});
      part = &cases.back().rules;
    } else if (line.starts_with("needs ")) {
      cases.back().needs = line.substr(6);
    } else if (line == "given" || line == "rules" || line == "gives") {
      part = line == "given" ? &cases.back().given : line == "rules" ? &cases.back().rules : &cases.back().gives;
    } else {
      *part += line + "\n";
    }
  }
  return cases;
}

// Why the rules are refused; nullopt: they are not. With `reads` the engine's reader takes them after the parser.
std::optional<Error> refusal(const RuleCase& one, bool reads) {
  try {
    const parser::RuleSet rules = parser::parse_rule_set(kPrefixes + one.rules);
    if (reads) inferencer::constants_of(rules);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

FactBase facts_of(const std::string& triples) {
  FactBase facts;
  for (const parser::QuadPattern& quad :
       parser::parse_rule_set(fmt::format("{} DATA {{ {} }}", kPrefixes, triples)).data)
    facts.quad({std::get<Term>(quad.triple.subject).view(), std::get<Term>(quad.triple.predicate).view(),
                std::get<Term>(quad.triple.object).view(), std::nullopt});
  return facts;
}

void expect_inferred(const RuleCase& one) {
  const parser::RuleSet rules = parser::parse_rule_set(kPrefixes + one.rules);
  FactBase given = facts_of(one.given);
  const FactBase gives = facts_of(one.gives);
  Inferred expected;
  for (const Fact& fact : gives.facts())
    expected.triples.insert({gives.text(fact.subject), gives.text(fact.predicate), gives.text(fact.object)});
  EXPECT_EQ(by_inferencer(rules, given), expected);
  EXPECT_EQ(by_reference(rules, given), expected);
}

void expect_place(const Error& error) {
  unsigned line = 0, column = 0;
  EXPECT_EQ(std::sscanf(error.what(), "line %u, column %u: ", &line, &column), 2) << error.what();
  EXPECT_TRUE(line > 0 && column > 0) << error.what();
}

void run(const RuleCase& one) {
  SCOPED_TRACE(one.name);
  const std::optional<Error> refused = refusal(one, one.verdict != "good" && one.verdict != "bad");
  if (refused) expect_place(*refused);
  if (!one.needs.empty()) {
    ASSERT_TRUE(refused) << "it does not need '" << one.needs << "' any more: remove the line";
    EXPECT_NE(std::string(refused->what()).find(one.needs), std::string::npos) << refused->what();
    return;
  }
  const bool is_mistake = one.verdict == "bad" || one.verdict == "ill-formed" || one.verdict == "unstratified";
  EXPECT_EQ(refused.has_value(), is_mistake) << (refused ? refused->what() : "it was read");
  if (refused) EXPECT_EQ(refused->kind(), ErrorKind::syntax) << refused->what();
  if (one.verdict == "infers" && !refused) expect_inferred(one);
}

TEST(SparqlRl, CasesOfTheW3c) {
  const std::vector<RuleCase> cases = read_cases();
  const std::vector<std::string> verdicts{"good",       "bad",          "well-formed", "ill-formed",
                                          "stratified", "unstratified", "infers"};
  std::map<std::string, int> ready, waiting;
  for (const RuleCase& one : cases) {
    ASSERT_NE(std::find(verdicts.begin(), verdicts.end(), one.verdict), verdicts.end()) << one.name << one.verdict;
    run(one);
    ++(one.needs.empty() ? ready : waiting)[one.verdict];
  }
  EXPECT_EQ(cases.size(), 140u);
  for (const std::string& verdict : verdicts)
    fmt::print("{}: {}, and {} that need what is not there yet\n", verdict, ready[verdict], waiting[verdict]);
}

}  // namespace
}  // namespace quadrille::tests
