// The inferencer and the reference find the same: on random ontologies and data, with every rule set, on any number of
// images.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "inferencer/rule_sets.hpp"
#include "inferencer/strata.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/rules/random_ontology.hpp"

namespace quadrille::tests::random_data_test {
namespace {

const std::uint32_t kFactor = std::getenv("QUADRILLE_LONG") != nullptr ? 20 : 1;  // for hand: 18,000 cases

// The seeds of `cases` cases on one image. Several images have a third as many, of others: all wait for the reference,
// which one of them evaluates.
struct Seeds {
  Seeds(const pgas::Team& team, std::uint32_t cases) {
    const auto images = static_cast<std::uint32_t>(team.size());
    const auto groups = static_cast<std::uint32_t>(team.num_groups());
    const std::uint32_t all = cases * kFactor / (images > 1 ? 3 : 1);
    first = images > 1 ? (images * images + groups) * 100'000 : 1;
    end = first + all;
  }
  std::uint32_t first, end;
};

// nullopt: a rule depends on itself through NOT.
std::optional<parser::RuleSet> stratified(const std::string& text) {
  parser::RuleSet rules = parser::parse_rule_set(text);
  try {
    inferencer::constants_of(rules);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("depends on itself through NOT"), std::string::npos) << error.what();
    return std::nullopt;
  }
  return rules;
}

// make(): the facts, the same each time. Returns the number of those that follow.
template <class Make>
std::size_t expect_equal(const parser::RuleSet& rules, const Make& make, const std::string& what,
                         const inferencer::Partition& partition, bool by_representatives = false) {
  FactBase facts = make();
  const Inferred found = by_inferencer(rules, facts, nullptr, partition, by_representatives);
  if (!partition.is_first()) return found.triples.size();
  const Inferred expected = by_reference(rules, facts);
  if (found == expected) return found.triples.size();
  std::string text;
  for (const TextTriple& triple : expected.triples)
    if (!found.triples.contains(triple)) text += fmt::format("missing {} {} {}\n", triple[0], triple[1], triple[2]);
  for (const TextTriple& triple : found.triples)
    if (!expected.triples.contains(triple)) text += fmt::format("wrong {} {} {}\n", triple[0], triple[1], triple[2]);
  for (const std::string& rule : expected.conflicts)
    if (!found.conflicts.contains(rule)) text += "missing contradiction of " + rule + "\n";
  for (const std::string& rule : found.conflicts)
    if (!expected.conflicts.contains(rule)) text += "wrong contradiction of " + rule + "\n";
  const FactBase given = make();
  for (const Fact& fact : given.facts())
    text +=
        fmt::format("given {} {} {}\n", given.text(fact.subject), given.text(fact.predicate), given.text(fact.object));
  ADD_FAILURE() << what << "\n" << text;
  return 0;
}

TEST(RandomData, TheInferencerAgreesWithTheReference) {
  pgas::QueryArena arena(pgas::test_job().heap());
  const inferencer::Partition partition(pgas::test_team(), arena);
  for (const std::string& name : inferencer::rule_set_names()) {
    for (const bool with_trivial : {false, true}) {
      SCOPED_TRACE(name + (with_trivial ? " with trivial rules" : ""));
      const parser::RuleSet rules = inferencer::rule_set(name, with_trivial);
      for (auto [seed, end] = Seeds(pgas::test_team(), 150); seed < end; ++seed) {
        const auto make = [&] { return RandomOntology(seed).make(); };
        const bool by_representatives = seed % 2 == 0 && inferencer::allows_representatives(rules);
        expect_equal(rules, make, fmt::format("seed {}{}", seed, by_representatives ? " by representatives" : ""),
                     partition, by_representatives);
        if (partition.any(HasFailure())) return;
      }
    }
  }
}

TEST(RandomPrograms, TheInferencerAgreesWithTheReference) {
  pgas::QueryArena arena(pgas::test_job().heap());
  const inferencer::Partition partition(pgas::test_team(), arena);
  std::size_t follow = 0, programs = 0, with_not = 0;
  for (auto [seed, end] = Seeds(pgas::test_team(), 500); seed < end; ++seed) {
    RandomProgram program(seed);
    const std::string text = program.rules();
    const RandomProgram before_data = program;
    const auto make = [&] { return RandomProgram(before_data).data(); };
    const std::optional<parser::RuleSet> rules = stratified(text);
    if (!rules) continue;
    ++programs;
    with_not += text.find("NOT") != text.npos;
    follow += expect_equal(*rules, make, fmt::format("seed {}\n{}", seed, text), partition);
    if (partition.any(HasFailure())) return;
  }
  fmt::print("{} programs, {} with NOT: {} facts follow\n", programs, with_not, follow);
  EXPECT_GT(with_not, programs / 8);
}

// `things` people, of whom every second one knows the next: a join, a transitive property, and inverses.
FactBase people(std::uint32_t things) {
  FactBase facts;
  const auto add = [&](const std::string& subject, const std::string& predicate, const std::string& object) {
    facts.quad({TermView::iri(subject), TermView::iri(predicate), TermView::iri(object), std::nullopt});
  };
  const auto person = [](std::uint32_t number) { return fmt::format("http://e/person{}", number); };
  const std::string type = std::string(kRdf) + "type", some = "http://e/KnowsAPerson";
  add(some, std::string(kOwl) + "someValuesFrom", "http://e/Person");
  add(some, std::string(kOwl) + "onProperty", "http://e/knows");
  add("http://e/knows", std::string(kOwl) + "inverseOf", "http://e/isKnownBy");
  add("http://e/near", type, std::string(kOwl) + "TransitiveProperty");
  for (std::uint32_t i = 0; i < things; ++i) {
    add(person(i), type, "http://e/Person");
    if (i % 2 == 0) add(person(i), "http://e/knows", person(i + 1));
    if (i % 4 != 3) add(person(i), "http://e/near", person(i + 1));
  }
  return facts;
}

TEST(Messages, AreAsManyForTenTimesTheFacts) {
  pgas::QueryArena arena(pgas::test_job().heap());
  pgas::Team& team = pgas::test_team();
  const inferencer::Partition partition(team, arena);
  const parser::RuleSet rules = inferencer::rule_set("owl-rl", false);
  const auto messages = [&](std::uint32_t things) {
    const std::uint64_t before = team.counters().messages;
    inferencer::Inference details;
    const Inferred found = by_inferencer(rules, people(things), &details, partition);
    EXPECT_EQ(found.triples.size(), details.counts.inferred);
    EXPECT_GE(found.triples.size(), things);
    EXPECT_EQ(details.counts.rounds, 2u);
    return team.counters().messages - before;
  };
  const std::uint64_t of_few = messages(100);
  EXPECT_EQ(messages(1000), of_few);
  // An image sends nothing if no other group has a member to receive it: those before it in its group send to them all.
  int most_receivers = 0;
  for (int group = 0; group < team.num_groups(); ++group) {
    if (group != team.group())
      most_receivers = std::max(most_receivers, team.group_end(group) - team.group_begin(group));
  }
  const bool sends = team.rank() - team.group_begin(team.group()) < most_receivers;
  EXPECT_EQ(of_few > 0, sends);
  fmt::print("{} messages\n", of_few);
}

}  // namespace
}  // namespace quadrille::tests::random_data_test
