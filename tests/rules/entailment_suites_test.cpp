// The suites of entailment that nobody here wrote (shared/rules), answered by the rule sets and the reference.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "inferencer/rule_sets.hpp"
#include "loader/rdf/read_file.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/support/shared_data.hpp"

namespace quadrille::tests {
namespace {

namespace fs = std::filesystem;

void read(const fs::path& file, FactBase& facts) {
  const std::string path = file.string();
  ErrorPolicy errors = ErrorPolicy::stop();
  facts.document = file.stem().string();
  for (const InputFile& input : list_input_files({&path, 1})) read_file(input, {}, errors, facts);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Cases about the values of literals (table 8 of OWL 2 Profiles, 4.3), which no rule compares yet.
bool needs_values(const std::string& name) {
  return name.starts_with("rdfbased-dat-crossdtype-") ||
         (name.starts_with("rdfbased-dat-dtype-") && !name.ends_with("-type"));
}

TEST(Suites, TheOwl2RlCollection) {
  const auto folder = shared_file("rules/owl2-rl");
  if (!folder) GTEST_SKIP() << kNoSharedData;
  const parser::RuleSet rules = inferencer::rule_set("owl-rl", true);
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(*folder)) cases.push_back(entry.path());
  std::sort(cases.begin(), cases.end());
  ASSERT_EQ(cases.size(), 273u);
  std::size_t passed = 0;
  for (const fs::path& path : cases) {
    const std::string name = path.filename().string();
    const fs::path conclusion = path / (name + ".conclusiongraph.ttl");
    FactBase facts;
    read(path / (name + (fs::exists(conclusion) ? ".premisegraph.ttl" : ".graph.ttl")), facts);
    const Inferred found = by_inferencer(rules, facts);
    FactBase given = facts;
    EXPECT_EQ(found, by_reference(rules, given)) << name;
    Reference reference(rules);
    reference.infer(facts);
    bool holds = !reference.contradictions().empty();
    if (fs::exists(conclusion)) {
      FactBase graph;
      read(conclusion, graph);
      holds = entails(facts, graph);
    }
    passed += holds;
    EXPECT_EQ(holds, !needs_values(name)) << name;
  }
  fmt::print("OWL 2 RL collection: {} of {}\n", passed, cases.size());
  EXPECT_EQ(passed, 147u);
}

}  // namespace
}  // namespace quadrille::tests
