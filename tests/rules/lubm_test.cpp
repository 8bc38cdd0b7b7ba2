// LUBM(1) with its ontology and the rules of OWL 2 RL, against a closure that was computed without rules.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "inferencer/rule_sets.hpp"
#include "loader/rdf/read_file.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/support/sha256.hpp"
#include "tests/support/shared_data.hpp"

namespace quadrille::tests::lubm_test {
namespace {

constexpr std::string_view kOntology = "<http://swat.cse.lehigh.edu/onto/univ-bench.owl#";

// The closure that SQL computes from the raw data for the 14 queries: the output of lubm_infer.py (shared/tools) for
// bench/lubm/lubm1.nt.zst, sorted by bytes. 100,543 stated and 37,388 inferred triples.
constexpr std::size_t kTriples = 137'931;
constexpr const char* kSha256 = "96d499bd218a6d99b7dd30d52763f78c3a345834014822b9a8bda7e940012f6e";

// In SQL an employee is a person whose data say that he works for an organization. The ontology says of every research
// assistant that there is a research group, an organization, for which he works: by scm-svf1 he is an employee.
constexpr std::size_t kAssistants = 547;

void read(const char* name, FactBase& facts) {
  const std::string path = shared_file(fmt::format("bench/lubm/{}", name))->string();
  facts.document = name;
  ErrorPolicy errors = ErrorPolicy::stop();
  for (const InputFile& input : list_input_files({&path, 1})) read_file(input, {}, errors, facts);
}

// A triple about the data: its subject is not of the ontology, its class has a name.
bool is_of_data(const TextTriple& triple) {
  return triple[0].starts_with("<http://www.") && !triple[0].starts_with("<http://www.w3.org/") &&
         !triple[2].starts_with("_:");
}

// Collective.
Inferred inferred_from(const parser::RuleSet& rules, const FactBase& facts) {
  pgas::QueryArena arena(pgas::test_job().heap());
  return by_inferencer(rules, facts, nullptr, inferencer::Partition(pgas::test_team(), arena));
}

std::set<TextTriple> closure_of_lubm() {
  FactBase facts;
  read("lubm1.nt.zst", facts);
  read("univ-bench.nt", facts);
  std::set<TextTriple> closure = inferred_from(inferencer::rule_set("owl-rl"), facts).triples;
  for (const Fact& fact : facts.facts())
    closure.insert({facts.text(fact.subject), facts.text(fact.predicate), facts.text(fact.object)});
  std::erase_if(closure, [](const TextTriple& triple) { return !is_of_data(triple); });
  return closure;
}

TEST(Lubm, TheClosureIsThatOfTheQueriesAndResearchAssistantsAreEmployees) {
  if (!shared_file("bench/lubm/univ-bench.nt")) GTEST_SKIP() << kNoSharedData;
  std::set<TextTriple> closure = closure_of_lubm();
  const std::string type = fmt::format("<{}>", iri::kRdfType), employee = fmt::format("{}Employee>", kOntology),
                    assistant = fmt::format("{}ResearchAssistant>", kOntology);
  const std::size_t assistants = std::erase_if(closure, [&](const TextTriple& triple) {
    return triple[1] == type && triple[2] == employee && closure.contains({triple[0], type, assistant});
  });
  EXPECT_EQ(assistants, kAssistants);
  EXPECT_EQ(closure.size(), kTriples);
  std::set<std::string> lines;
  for (const TextTriple& triple : closure) lines.insert(fmt::format("{} {} {} .\n", triple[0], triple[1], triple[2]));
  Sha256 sum;
  for (const std::string& line : lines) sum.add(line);
  EXPECT_EQ(sum.hex(), kSha256);
}

// The results of the Datalog program whose rules datalog_lubm.srl has, by the suite that it is from: the number of
// facts of each relation.
constexpr std::pair<const char*, std::size_t> kSizes[] = {
    {"University", 979},   {"Person", 8330},           {"Employee", 540},      {"Faculty", 540},
    {"Professor", 447},    {"Course", 1627},           {"Organization", 1218}, {"Chair", 15},
    {"Work", 1627},        {"Lecturer", 93},           {"Student", 7790},      {"ResearchGroup", 224},
    {"Publication", 5999}, {"TeachingAssistant", 407}, {"hasAlumnus", 3494},   {"degreeFrom", 3494},
    {"member", 8330},      {"subOrganizationOf", 463}, {"worksFor", 540},      {"memberOf", 8330}};

TEST(Lubm, ADatalogProgramHasItsResults) {
  if (!shared_file("bench/lubm/lubm1.nt.zst")) GTEST_SKIP() << kNoSharedData;
  FactBase facts;
  read("lubm1.nt.zst", facts);
  const parser::RuleSet rules = inferencer::rule_file(QUADRILLE_RULE_CASES "/datalog_lubm.srl");
  const Inferred found = inferred_from(rules, facts);
  std::map<std::string, std::size_t> sizes;
  const auto count = [&](const TextTriple& triple) {
    ++sizes[triple[1] == fmt::format("<{}>", iri::kRdfType) ? triple[2] : triple[1]];
  };
  for (const Fact& fact : facts.facts())
    count({facts.text(fact.subject), facts.text(fact.predicate), facts.text(fact.object)});
  for (const TextTriple& triple : found.triples) count(triple);
  for (const auto& [name, size] : kSizes) EXPECT_EQ(sizes[fmt::format("{}{}>", kOntology, name)], size) << name;
  EXPECT_EQ(found, by_reference(rules, facts));
}

}  // namespace
}  // namespace quadrille::tests::lubm_test
