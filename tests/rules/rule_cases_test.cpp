// The cases of sparql_rl_cases.txt and datalog_cases.txt: the parser, and where a case has facts the reference and the
// inferencer.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
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
  std::string needs;              // empty: nothing
  std::vector<std::string> asks;  // predicates and classes whose facts are in `gives`; empty: those of what is inferred
  std::string given, rules, gives;
};

std::vector<RuleCase> read_cases(const char* name) {
  std::ifstream file(fmt::format("{}/{}", QUADRILLE_RULE_CASES, name));
  std::vector<RuleCase> cases;
  std::string* part = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("case ")) {
      const std::size_t blank = line.find(' ', 5);
      cases.push_back({line.substr(5, blank - 5), line.substr(blank + 1), {}, {}, {}, {}, {}});
      part = &cases.back().rules;
    } else if (line.starts_with("needs ")) {
      cases.back().needs = line.substr(6);
    } else if (line.starts_with("asks :")) {
      std::istringstream names(line.substr(5));
      for (std::string word; names >> word;) cases.back().asks.push_back(fmt::format("<http://e/{}>", word.substr(1)));
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

std::set<TextTriple> triples_of(const FactBase& facts) {
  std::set<TextTriple> triples;
  for (const Fact& fact : facts.facts())
    triples.insert({facts.text(fact.subject), facts.text(fact.predicate), facts.text(fact.object)});
  return triples;
}

// What `asks` names, of the given and the inferred triples.
std::set<TextTriple> asked(const RuleCase& one, std::set<TextTriple> inferred, const std::set<TextTriple>& given) {
  if (one.asks.empty()) return inferred;
  inferred.insert(given.begin(), given.end());
  const std::string type = fmt::format("<{}>", iri::kRdfType);
  std::erase_if(inferred, [&](const TextTriple& triple) {
    const std::string& name = triple[1] == type ? triple[2] : triple[1];
    return std::find(one.asks.begin(), one.asks.end(), name) == one.asks.end();
  });
  return inferred;
}

void expect_inferred(const RuleCase& one) {
  const parser::RuleSet rules = parser::parse_rule_set(kPrefixes + one.rules);
  FactBase facts = facts_of(one.given);
  const std::set<TextTriple> given = triples_of(facts), gives = triples_of(facts_of(one.gives));
  const Inferred found = by_inferencer(rules, facts), expected = by_reference(rules, facts);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(asked(one, found.triples, given), gives);
  EXPECT_TRUE(found.conflicts.empty());
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
  if (refused) {
    EXPECT_EQ(refused->kind(), ErrorKind::syntax) << refused->what();
  }
  if (one.verdict == "infers" && !refused) expect_inferred(one);
}

void run_all(const std::vector<RuleCase>& cases) {
  const std::vector<std::string> verdicts{"good",       "bad",          "well-formed", "ill-formed",
                                          "stratified", "unstratified", "infers"};
  std::map<std::string, int> ready, waiting;
  for (const RuleCase& one : cases) {
    ASSERT_NE(std::find(verdicts.begin(), verdicts.end(), one.verdict), verdicts.end()) << one.name << one.verdict;
    run(one);
    ++(one.needs.empty() ? ready : waiting)[one.verdict];
  }
  for (const std::string& verdict : verdicts)
    fmt::print("{}: {}, and {} that need what is not there yet\n", verdict, ready[verdict], waiting[verdict]);
}

TEST(RuleCases, OfTheW3cForSparqlRl) {
  const std::vector<RuleCase> cases = read_cases("sparql_rl_cases.txt");
  EXPECT_EQ(cases.size(), 140u);
  run_all(cases);
}

TEST(RuleCases, OfDatalogPrograms) {
  const std::vector<RuleCase> cases = read_cases("datalog_cases.txt");
  EXPECT_EQ(cases.size(), 48u);
  run_all(cases);
}

}  // namespace
}  // namespace quadrille::tests
