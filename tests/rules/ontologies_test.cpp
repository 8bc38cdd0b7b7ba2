// Ontologies that were made for use (shared/bench/real): the inferencer finds what the reference finds.
//
// On several images FIBO alone is compared, with owl-rl; QUADRILLE_LONG=1 compares all.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "inferencer/literal_value.hpp"
#include "inferencer/rule_sets.hpp"
#include "loader/rdf/read_file.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/support/shared_data.hpp"

namespace quadrille::tests::ontologies_test {
namespace {

// The triples with one spelling of each literal, without those of `given`. The reference copies a triple for every
// spelling of its literal that the data have (1.0 and 1.00); the inferencer does not.
class Spellings {
 public:
  explicit Spellings(const FactBase& facts) : facts_(facts) {
    for (const Fact& fact : facts.facts())
      given_.insert({facts.text(fact.subject), facts.text(fact.predicate), of(facts.text(fact.object))});
  }

  std::set<TextTriple> without_given(const std::set<TextTriple>& triples) {
    std::set<TextTriple> others;
    for (const TextTriple& triple : triples) {
      const TextTriple spelled{triple[0], triple[1], of(triple[2])};
      if (!given_.contains(spelled)) others.insert(spelled);
    }
    return others;
  }

 private:
  std::string of(const std::string& text) {
    if (!text.starts_with("\"")) return text;
    const auto [place, is_new] = spellings_.try_emplace(text, text);
    if (!is_new) return place->second;
    const std::optional<TermId> id = facts_.find(text);  // of a rule otherwise
    const inferencer::LiteralValue value =
        id ? inferencer::literal_value(facts_.view(*id)) : inferencer::LiteralValue();
    if (value.is_valid) place->second = by_value_.try_emplace(value.key, text).first->second;
    return place->second;
  }

  const FactBase& facts_;
  std::map<std::string, std::string> spellings_, by_value_;
  std::set<TextTriple> given_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Collective. The first image compares.
void compare(const FactBase& facts, const char* name, const char* set) {
  SCOPED_TRACE(fmt::format("{} {}", name, set));
  pgas::QueryArena arena(pgas::test_job().heap());
  const inferencer::Partition partition(pgas::test_team(), arena);
  const parser::RuleSet rules = inferencer::rule_set(set);
  auto start = std::chrono::steady_clock::now();
  const Inferred found = by_inferencer(rules, facts, nullptr, partition);
  const double of_inferencer = seconds_since(start);
  if (!partition.is_first()) return;
  FactBase all = facts;
  start = std::chrono::steady_clock::now();
  const Inferred expected = by_reference(rules, all);
  fmt::print("{} {}: {} triples, {} follow, contradicted: [{}]; {:.1f} s, the reference {:.1f} s\n", name, set,
             facts.facts().size(), found.triples.size(), fmt::join(found.conflicts, " "), of_inferencer,
             seconds_since(start));
  EXPECT_EQ(found.conflicts, expected.conflicts);
  Spellings spellings(facts);
  const std::set<TextTriple> ours = spellings.without_given(found.triples);
  const std::set<TextTriple> theirs = spellings.without_given(expected.triples);
  std::size_t shown = 0;
  const auto show = [&](const std::set<TextTriple>& these, const std::set<TextTriple>& others, const char* who) {
    for (const TextTriple& triple : these) {
      if (!others.contains(triple) && shown++ < 20)
        ADD_FAILURE() << who << ": " << triple[0] << " " << triple[1] << " " << triple[2];
    }
  };
  show(ours, theirs, "only the inferencer");
  show(theirs, ours, "only the reference");
  EXPECT_EQ(ours.size(), theirs.size());
}

bool compares(std::string_view name, std::string_view set) {
  const bool is_alone = pgas::test_team().size() == 1;
  return is_alone || std::getenv("QUADRILLE_LONG") != nullptr || (name == "fibo" && set == "owl-rl");
}

void compare_file(const char* name) {
  const auto file = shared_file(fmt::format("bench/real/{0}/{0}.nt.zst", name));
  if (!file) GTEST_SKIP() << kNoSharedData;
  FactBase facts;
  ErrorPolicy errors = ErrorPolicy::stop();
  const std::string path = file->string();
  for (const InputFile& input : list_input_files({&path, 1})) read_file(input, {}, errors, facts);
  for (const char* set : {"rdfs", "owl-rl"})
    if (compares(name, set)) compare(facts, name, set);
}

TEST(Ontologies, Fibo) {
  compare_file("fibo");
}
TEST(Ontologies, Qudt) {
  compare_file("qudt");
}

}  // namespace
}  // namespace quadrille::tests::ontologies_test
