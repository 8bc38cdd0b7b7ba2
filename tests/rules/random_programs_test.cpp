// Random programs with all elements of rules (random_program.hpp): the inferencer and the reference find the same, on
// any number of images. Programs that the inferencer refuses as not supported are counted, and compared no further.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "inferencer/rule.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/rules/random_program.hpp"
#include "tests/rules/rule_layers.hpp"

namespace quadrille::tests::random_programs_test {
namespace {

const std::uint32_t kPrograms = std::getenv("QUADRILLE_LONG") != nullptr ? 20'000 : 600;  // by hand: the first
// What programs have. A part that is not accepted yet costs nothing but programs.
const ProgramParts kParts = ProgramParts().set();
constexpr std::size_t kMostFacts = 500;  // larger closures are left out

enum class Outcome {
  too_large,      // by the reference
  has_no_strata,  // both refuse it
  refused,        // the inferencer does not support it yet
  equal,
  different,
};
constexpr const char* kOutcomes[] = {"too large", "no strata", "not supported", "equal", "different"};

// nullopt: it is read. Local.
std::optional<Error> refusal_of(const parser::RuleSet& rules) {
  try {
    inferencer::constants_of(rules);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

std::string given_of(const FactBase& facts) {
  std::string text;
  for (const Fact& fact : facts.facts()) text += fmt::format("given {}\n", fmt::join(text_of(facts, fact), " "));
  return text;
}

// The lines of one text that the other one has not.
std::string lines_without(const std::string& text, const std::string& other, const char* title) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (other.find(line + "\n") == other.npos) all += fmt::format("{} {}\n", title, line);
  return all;
}

// What follows by the reference; nullopt: too much.
std::optional<Inferred> closure_of(const parser::RuleSet& rules, FactBase facts) {
  try {
    return by_reference(rules, facts, kMostFacts);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::memory) return std::nullopt;
    throw;
  }
}

class ProgramComparison {
 public:
  explicit ProgramComparison(const inferencer::Partition& partition) : partition_(partition) {}

  // Collective.
  Outcome compare(const RandomProgramText& program, const parser::RuleSet& rules, const std::string& what) const {
    const bool has_strata = has_layers(rules, Matching::exact);
    const std::optional<Error> refused = refusal_of(rules);
    if (refused && refused->kind() != ErrorKind::unsupported) {
      EXPECT_EQ(refused->kind(), ErrorKind::syntax) << what << refused->what();
      EXPECT_FALSE(has_strata) << what << refused->what();
      return has_strata ? Outcome::different : Outcome::has_no_strata;
    }
    if (!has_strata) {
      EXPECT_TRUE(refused) << what << "it has no strata";
      return refused ? Outcome::has_no_strata : Outcome::different;
    }
    return compare_closures(program, rules, what, refused.has_value());
  }

 private:
  Outcome compare_closures(const RandomProgramText& program, const parser::RuleSet& rules, const std::string& what,
                           bool is_refused) const {
    const std::optional<Inferred> expected = closure_of(rules, program.data);
    if (!expected) return Outcome::too_large;
    if (is_refused) return Outcome::refused;
    try {
      const Inferred found = by_inferencer(rules, program.data, nullptr, partition_);
      if (!partition_.is_first() || found == *expected) return Outcome::equal;
      ADD_FAILURE() << what << given_of(program.data) << lines_without(expected->text(), found.text(), "missing")
                    << lines_without(found.text(), expected->text(), "wrong");
      return Outcome::different;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) throw;
      return Outcome::refused;
    }
  }

  const inferencer::Partition& partition_;
};

parser::RuleSet in_opposite_order(parser::RuleSet rules) {
  std::reverse(rules.rules.begin(), rules.rules.end());
  return rules;
}

TEST(RandomPrograms, TheReferenceDoesNotDependOnTheOrderOfRules) {
  if (pgas::test_team().rank() != 0) return;  // the others would do the same
  std::size_t follow = 0, with_results = 0, made_nodes = 0, in_graphs = 0;
  for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
    const RandomProgramText program = random_program(seed, kParts);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, program.rules));
    const parser::RuleSet rules = parser::parse_rule_set(program.rules);
    const parser::RuleSet others = in_opposite_order(parser::parse_rule_set(program.rules));
    const bool has_strata = has_layers(rules, Matching::exact);
    ASSERT_EQ(has_layers(others, Matching::exact), has_strata);
    if (!has_strata) continue;
    const std::optional<Inferred> found = closure_of(rules, program.data);
    if (!found) continue;
    ASSERT_EQ(found, closure_of(others, program.data));
    follow += found->triples.size() + found->quads.size();
    with_results += !found->triples.empty() || !found->quads.empty();
    made_nodes += found->text().find("_:new") != std::string::npos;
    in_graphs += !found->quads.empty();
  }
  fmt::print("{} facts follow from {} programs, {} with new nodes, {} with named graphs\n", follow, with_results,
             made_nodes, in_graphs);
  EXPECT_GT(with_results, kPrograms / 2);
}

TEST(RandomPrograms, WithAllElementsOfRules) {
  pgas::QueryArena arena(pgas::test_job().heap());
  const inferencer::Partition partition(pgas::test_team(), arena);
  const ProgramComparison comparison(partition);
  std::map<Outcome, std::uint32_t> outcomes;
  for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
    const RandomProgramText program = random_program(seed, kParts);
    const std::string what = fmt::format("seed {}\n{}", seed, program.rules);
    SCOPED_TRACE(what);
    try {
      ++outcomes[comparison.compare(program, parser::parse_rule_set(program.rules), what)];
    } catch (const Error&) {
      fmt::print("{}", what);
      throw;
    }
    if (partition.any(HasFailure())) return;
  }
  for (const auto& [outcome, count] : outcomes) fmt::print("{}: {}\n", kOutcomes[static_cast<int>(outcome)], count);
  EXPECT_GT(outcomes[Outcome::equal] + outcomes[Outcome::refused], kPrograms / 2);
}

}  // namespace
}  // namespace quadrille::tests::random_programs_test
