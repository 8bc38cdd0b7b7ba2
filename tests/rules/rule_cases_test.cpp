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
#include "tests/rules/rule_layers.hpp"

namespace quadrille::tests::rule_cases_test {
namespace {

constexpr const char* kPrefixes =
    "PREFIX : <http://e/> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX rdfs: "
    "<http://www.w3.org/2000/01/rdf-schema#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

struct RuleCase {
  std::string name, verdict;
  std::string needs;              // empty: nothing
  std::vector<std::string> asks;  // predicates and classes whose facts are in `gives`; empty: those of what is inferred
  std::set<std::string> contradicts;
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
      cases.push_back({line.substr(5, blank - 5), line.substr(blank + 1), {}, {}, {}, {}, {}, {}});
      part = &cases.back().rules;
    } else if (line.starts_with("needs ")) {
      cases.back().needs = line.substr(6);
    } else if (line.starts_with("asks :")) {
      std::istringstream names(line.substr(5));
      for (std::string word; names >> word;) cases.back().asks.push_back(fmt::format("<http://e/{}>", word.substr(1)));
    } else if (line.starts_with("contradicts :")) {
      std::istringstream names(line.substr(12));
      for (std::string word; names >> word;) cases.back().contradicts.insert("http://e/" + word.substr(1));
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

FactBase facts_of(const std::string& quads) {
  FactBase facts;
  for (const parser::QuadPattern& quad : parser::parse_rule_set(fmt::format("{} DATA {{ {} }}", kPrefixes, quads)).data)
    facts.quad({std::get<Term>(quad.triple.subject).view(), std::get<Term>(quad.triple.predicate).view(),
                std::get<Term>(quad.triple.object).view(),
                quad.graph ? std::optional(std::get<Term>(*quad.graph).view()) : std::nullopt});
  return facts;
}

// As if they followed from `given`: other blank nodes than its own are new ones.
Inferred quads_of(const FactBase& facts, const FactBase& given) {
  std::vector<TextQuad> quads;
  for (const Fact& fact : facts.facts()) quads.push_back(text_of(facts, fact));
  return inferred_of(std::move(quads), given, given.terms());
}

// What `asks` names, of the given and the inferred triples.
Inferred asked(const RuleCase& one, Inferred inferred, const FactBase& given) {
  if (one.asks.empty()) return inferred;
  inferred.triples.merge(quads_of(given, given).triples);
  const std::string type = fmt::format("<{}>", iri::kRdfType);
  std::erase_if(inferred.triples, [&](const TextTriple& triple) {
    const std::string& name = triple[1] == type ? triple[2] : triple[1];
    return std::find(one.asks.begin(), one.asks.end(), name) == one.asks.end();
  });
  return inferred;
}

// The reference finds the verdict; and the inferencer, if it takes part.
void expect_verdict(const RuleCase& one, bool with_inferencer) {
  const parser::RuleSet rules = parser::parse_rule_set(kPrefixes + one.rules);
  if (one.verdict == "stratified" || one.verdict == "unstratified") {
    EXPECT_EQ(has_layers(rules, Matching::exact), one.verdict == "stratified");
  }
  if (one.verdict != "infers") return;
  ASSERT_TRUE(has_layers(rules, Matching::exact));
  const FactBase given = facts_of(one.given);
  FactBase all = given;
  const Inferred expected = by_reference(rules, all);
  Inferred gives = quads_of(facts_of(one.gives), given);
  gives.conflicts = one.contradicts;
  EXPECT_EQ(asked(one, expected, given), gives);
  if (!with_inferencer) return;
  const Inferred found = by_inferencer(rules, given);
  EXPECT_EQ(found, expected);
}

void expect_place(const Error& error) {
  unsigned line = 0, column = 0;
  EXPECT_EQ(std::sscanf(error.what(), "line %u, column %u: ", &line, &column), 2) << error.what();
  EXPECT_TRUE(line > 0 && column > 0) << error.what();
}

// Form is the parser's business: a well-formed set may have no strata.
bool needs_reader(const RuleCase& one) {
  return one.verdict == "stratified" || one.verdict == "unstratified" || one.verdict == "infers";
}

bool is_read(const RuleCase& one) {
  return !refusal(one, false);
}

void run(const RuleCase& one) {
  SCOPED_TRACE(one.name);
  const std::optional<Error> refused = refusal(one, needs_reader(one));
  if (refused) expect_place(*refused);
  if (!one.needs.empty()) {
    ASSERT_TRUE(refused) << "it does not need '" << one.needs << "' any more: remove the line";
    EXPECT_NE(std::string(refused->what()).find(one.needs), std::string::npos) << refused->what();
    if (is_read(one)) expect_verdict(one, false);
    return;
  }
  const bool is_mistake = one.verdict == "bad" || one.verdict == "ill-formed" || one.verdict == "unstratified";
  EXPECT_EQ(refused.has_value(), is_mistake) << (refused ? refused->what() : "it was read");
  if (refused) {
    EXPECT_EQ(refused->kind(), ErrorKind::syntax) << refused->what();
  }
  if (is_read(one)) expect_verdict(one, true);
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

// Until the inferencer accepts what a case needs, the reference alone is compared.
TEST(RuleCases, OfThisProject) {
  const std::vector<RuleCase> cases = read_cases("own_cases.txt");
  EXPECT_GE(cases.size(), 40u);
  std::vector<std::string> refused;
  for (const RuleCase& one : cases) {
    SCOPED_TRACE(one.name);
    const std::optional<Error> error = refusal(one, needs_reader(one));
    if (!error || error->kind() != ErrorKind::unsupported) {
      run(one);
    } else {
      refused.push_back(one.name);
      expect_place(*error);
      expect_verdict(one, false);
    }
  }
  fmt::print("{} cases; the inferencer refuses {}\n", cases.size(), refused.size());
}

TEST(RuleCases, OfDatalogPrograms) {
  const std::vector<RuleCase> cases = read_cases("datalog_cases.txt");
  EXPECT_EQ(cases.size(), 48u);
  run_all(cases);
}

}  // namespace
}  // namespace quadrille::tests::rule_cases_test
