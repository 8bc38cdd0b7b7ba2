// Upkeep of a closure in memory: after each random change of stated facts, it is what an inference from scratch finds.

#include "inferencer/upkeep.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "base/error.hpp"
#include "inferencer/computing.hpp"
#include "inferencer/rule_sets.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/rules/random_ontology.hpp"
#include "tests/rules/random_program.hpp"

namespace quadrille::tests::upkeep_test {
namespace {

const std::uint32_t kFactor = std::getenv("QUADRILLE_LONG") != nullptr ? 100 : 1;

using Triple = inferencer::Fact;
using Triples = std::set<Triple>;

// A closure in memory.
class MemoryFacts final : public inferencer::FactStore {
 public:
  MemoryFacts(const Triples& stated, const Triples& closure)
      : stated_(stated), facts_({closure.begin(), closure.end()}) {}

  bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) override {
    Triples all;
    for (const Triple& fact : facts_.facts())
      if (fact.subject == subject && fact.graph.is_unbound()) all.insert(fact);
    if (all.size() > most / 64) return false;  // so that both ways are taken
    for (const Triple& fact : all) pairs.push_back({fact.predicate, fact.object, stated_.contains(fact)});
    return true;
  }
  bool visit(const Triple& pattern, const Visit& visit) override {
    const auto agrees = [](Huri wanted, Huri its) { return wanted.is_unbound() || wanted == its; };
    return std::all_of(facts_.facts().begin(), facts_.facts().end(), [&](const Triple& fact) {
      return fact.predicate != pattern.predicate || fact.graph != pattern.graph ||
             !agrees(pattern.subject, fact.subject) || !agrees(pattern.object, fact.object) || visit(fact);
    });
  }
  bool is_stated(const Triple& fact) override { return stated_.contains(fact); }
  std::vector<Huri> predicates() override {
    std::set<Huri> all;
    for (const Triple& fact : facts_.facts())
      if (fact.graph.is_unbound()) all.insert(fact.predicate);
    return {all.begin(), all.end()};
  }
  std::vector<inferencer::PredicateKey> named_predicates(std::size_t) override {
    std::vector<inferencer::PredicateKey> all;
    for (const Triple& fact : facts_.facts())
      if (!fact.graph.is_unbound()) all.push_back({fact.predicate, fact.graph});
    return all;
  }
  bool has_literals(Huri predicate) override {
    return std::any_of(facts_.facts().begin(), facts_.facts().end(),
                       [&](const Triple& fact) { return fact.predicate == predicate && fact.object.is_literal(); });
  }
  Size size() override { return {stated_.size(), facts_.size() - stated_.size()}; }

 private:
  const Triples& stated_;
  inferencer::FactIndex facts_;
};

// Rules with a pool of facts, of which changing ones are stated.
class Changing {
 public:
  Changing(const parser::RuleSet& rules, const FactBase& pool, std::uint32_t seed)
      : rules_(rules), terms_(rules, pool), random_(seed) {
    for (const Fact& fact : pool.facts()) {
      pool_.push_back({terms_.huri(pool.view(fact.subject)), terms_.huri(pool.view(fact.predicate)),
                       terms_.huri(pool.view(fact.object)),
                       fact.graph == 0 ? kUnbound : terms_.graph(pool, fact.graph)});
    }
    for (const Triple& fact : pool_)
      if (random_() % 4 != 0) stated_.insert(fact);
    infer(closure_, contradicts_);
  }

  struct Counts {
    std::uint32_t changes = 0, anew = 0;
    std::map<std::string, std::uint32_t> reasons;
  };

  // Some facts are stated that were not, and the other way round.
  void change(Counts& counts) {
    inferencer::StatedChanges changes;
    const Triples before = stated_;
    for (std::uint32_t i = 0; i < 1 + random_() % 3 && !pool_.empty(); ++i) {
      const Triple& fact = pool_[random_() % static_cast<std::uint32_t>(pool_.size())];
      if (stated_.erase(fact) == 0) stated_.insert(fact);
    }
    std::set_difference(stated_.begin(), stated_.end(), before.begin(), before.end(),
                        std::back_inserter(changes.gained));
    std::set_difference(before.begin(), before.end(), stated_.begin(), stated_.end(), std::back_inserter(changes.lost));
    MemoryFacts facts(before, closure_);
    const Triples closure_before = std::exchange(closure_, {});
    const bool contradicted = contradicts_;
    infer(closure_, contradicts_);
    if (!parts_) {
      parts_ = std::make_unique<inferencer::RuleParts>(rules_, [this](TermView term) { return terms_.huri(term); });
    }
    inferencer::UpkeepOptions options;
    options.stops_at_contradictions = !contradicted;
    options.run = [this](std::span<const inferencer::Computation> computations, inferencer::Bindings& bindings) {
      static const inferencer::Partition kAlone;
      inferencer::Computing computing(kAlone, terms_.made());
      inferencer::Solutions solutions(bindings.size());
      solutions.add(bindings);
      computing.run(computations, solutions);
      if (solutions.empty()) return false;
      for (const inferencer::Computation& its : computations)
        if (its.result) bindings[*its.result] = solutions.column(*its.result).front();
      return true;
    };
    if (options.stops_at_contradictions != watched_) state_ = {};
    watched_ = options.stops_at_contradictions;
    std::string why;
    const auto result = inferencer::upkeep(*parts_, facts, state_, changes, options, why);
    ++counts.changes;
    if (!result) {
      ++counts.anew, ++counts.reasons[why];
      state_ = {};
      return;
    }
    state_ = result->state;
    Triples found = closure_before;
    for (const Triple& fact : changes.lost) found.erase(fact);
    for (const Triple& fact : result->changes.removed)
      EXPECT_EQ(found.erase(fact), 1u) << "removed, and not there: " << text(fact);
    found.insert(stated_.begin(), stated_.end());
    for (const Triple& fact : result->changes.still)
      EXPECT_TRUE(found.insert(fact).second) << "still there, and not lost: " << text(fact);
    for (const Triple& fact : result->changes.added)
      EXPECT_TRUE(found.insert(fact).second) << "added, and was there: " << text(fact);
    if (found != closure_) report(found, changes);
    if (!contradicted) {
      EXPECT_EQ(result->contradictions.count() > 0, contradicts_);
    }
  }

  std::string text(const Triple& fact) {
    return fmt::format("{} {} {} {}", terms_.text(fact.subject), terms_.text(fact.predicate), terms_.text(fact.object),
                       fact.graph.is_unbound() ? "" : terms_.text(fact.graph));
  }

 private:
  void infer(Triples& closure, bool& contradicts) {
    std::vector<TripleRow> rows;
    std::vector<QuadRow> quads;
    for (const Triple& fact : stated_) {
      if (fact.graph.is_unbound()) {
        rows.push_back({fact.subject, fact.predicate, fact.object});
      } else {
        quads.push_back({fact.subject, fact.predicate, fact.object, fact.graph});
      }
    }
    closure = stated_;
    inferencer::ImageFacts image;
    image.huri_of = [&](TermView term) { return terms_.huri(term); };
    image.for_each = [&](const inferencer::RowsVisit& visit) { visit(rows); };
    image.for_each_quad = [&](const inferencer::QuadsVisit& visit) { visit(quads); };
    image.terms = &terms_.made();
    image.terms_of = [&](std::span<const Huri> huris) {
      std::vector<Term> all;
      for (const Huri huri : huris) all.push_back(terms_.made().term(huri));
      return all;
    };
    image.add = [&](const Triple& fact) { closure.insert(fact); };
    contradicts = inferencer::infer({}, rules_, image).contradictions.count() > 0;
  }

  void report(const Triples& found, const inferencer::StatedChanges& changes) {
    std::string all;
    for (const Triple& fact : closure_)
      if (!found.contains(fact)) all += "missing " + text(fact) + "\n";
    for (const Triple& fact : found)
      if (!closure_.contains(fact)) all += "wrong " + text(fact) + "\n";
    for (const Triple& fact : changes.gained) all += "gained " + text(fact) + "\n";
    for (const Triple& fact : changes.lost) all += "lost " + text(fact) + "\n";
    for (const Triple& fact : stated_) all += "stated " + text(fact) + "\n";
    ADD_FAILURE() << all;
  }

  const parser::RuleSet& rules_;
  InferredTerms terms_;
  std::mt19937 random_;
  std::vector<Triple> pool_;
  Triples stated_, closure_;
  bool contradicts_ = false, watched_ = false;
  std::unique_ptr<inferencer::RuleParts> parts_;
  inferencer::UpkeepState state_;
};

constexpr std::uint32_t kChanges = 8;

// The first ones, and some that have found faults.
std::vector<std::uint32_t> seeds(std::uint32_t count, std::initializer_list<std::uint32_t> others) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 1);
  for (const std::uint32_t other : others)
    if (other > count) all.push_back(other);
  return all;
}

void print(const std::string& what, const Changing::Counts& counts) {
  fmt::print("{}: {} changes, {} computed anew\n", what, counts.changes, counts.anew);
  for (const auto& [why, count] : counts.reasons) fmt::print("  {}: {}\n", count, why);
}

TEST(Upkeep, OfRandomOntologiesIsWhatAnInferenceFinds) {
  for (const std::string& name : inferencer::rule_set_names()) {
    for (const bool with_trivial : {false, true}) {
      const parser::RuleSet rules = inferencer::rule_set(name, with_trivial);
      Changing::Counts counts;
      for (const std::uint32_t seed : seeds(40 * kFactor, {281})) {
        SCOPED_TRACE(fmt::format("{}, seed {}", name, seed));
        Changing changing(rules, RandomOntology(seed).make(), seed);
        for (std::uint32_t i = 0; i < kChanges; ++i) changing.change(counts);
        if (HasFailure()) return;
      }
      print(name + (with_trivial ? " with trivial rules" : ""), counts);
      if (!with_trivial) {
        EXPECT_LT(counts.anew, counts.changes / 2);
      }
    }
  }
}

// Programs that the inferencer accepts.
template <class Make>
void expect_kept(const std::string& what, const std::vector<std::uint32_t>& seeds, const Make& make) {
  Changing::Counts counts;
  for (const std::uint32_t seed : seeds) {
    const auto [text, data] = make(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const parser::RuleSet rules = parser::parse_rule_set(text);
    try {
      Changing changing(rules, data, seed);
      for (std::uint32_t i = 0; i < kChanges; ++i) changing.change(counts);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported && error.kind() != ErrorKind::syntax) throw;
    }
    if (::testing::Test::HasFailure()) return;
  }
  print(what, counts);
  EXPECT_LT(counts.anew, counts.changes);
}

TEST(Upkeep, OfRandomProgramsIsWhatAnInferenceFinds) {
  expect_kept("simple programs", seeds(250 * kFactor, {668, 15'734}), [](std::uint32_t seed) {
    RandomProgram program(seed);
    std::string text = program.rules();
    return std::pair(std::move(text), program.data());
  });
  ProgramParts parts = ProgramParts().set();
  parts.reset(static_cast<std::size_t>(ProgramPart::new_nodes));
  expect_kept("programs with all elements", seeds(150 * kFactor, {}), [&](std::uint32_t seed) {
    RandomProgramText program = random_program(seed, parts);
    return std::pair(std::move(program.rules), std::move(program.data));
  });
}

}  // namespace
}  // namespace quadrille::tests::upkeep_test
