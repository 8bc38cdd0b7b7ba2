// Proofs of everything that follows, in random ontologies and programs: each one replays (proof_checker.hpp).

#include "inferencer/why/why.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/error.hpp"
#include "inferencer/equal_facts.hpp"
#include "inferencer/rule_sets.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/equal_ontology.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/rules/memory_rows.hpp"
#include "tests/rules/proof_checker.hpp"
#include "tests/rules/random_ontology.hpp"
#include "tests/rules/random_program.hpp"

namespace quadrille::tests::why_test {
namespace {

const std::uint32_t kFactor = std::getenv("QUADRILLE_LONG") != nullptr ? 100 : 1;
constexpr std::size_t kMostFacts = 2000;  // of the reference; larger closures are left out

using Quads = std::set<inferencer::Fact>;

bool agrees(Huri wanted, Huri its) {
  return wanted.is_unbound() || wanted == its;
}

// The default graph of a closure in memory.
class MemoryTriples final : public inferencer::FactStore {
 public:
  MemoryTriples(const Quads& stated, const Quads& closure) : stated_(stated), closure_(closure) {}

  bool pairs_of(Huri subject, std::size_t, std::vector<Pair>& pairs) override {
    for (const inferencer::Fact& fact : closure_)
      if (fact.subject == subject && fact.graph.is_unbound())
        pairs.push_back({fact.predicate, fact.object, stated_.contains(fact)});
    return true;
  }
  bool visit(const inferencer::Fact& pattern, const Visit& visit) override {
    return std::all_of(closure_.begin(), closure_.end(), [&](const inferencer::Fact& fact) {
      return !fact.graph.is_unbound() || fact.predicate != pattern.predicate ||
             !agrees(pattern.subject, fact.subject) || !agrees(pattern.object, fact.object) || visit(fact);
    });
  }
  bool is_stated(const inferencer::Fact& fact) override { return stated_.contains(fact); }
  std::vector<Huri> predicates() override {
    std::set<Huri> all;
    for (const inferencer::Fact& fact : closure_) all.insert(fact.predicate);
    return {all.begin(), all.end()};
  }
  bool has_literals(Huri) override { return true; }
  Size size() override { return {}; }

 private:
  const Quads& stated_;
  const Quads& closure_;
};

class MemoryQuads final : public inferencer::NamedFacts {
 public:
  MemoryQuads(const Quads& stated, const Quads& closure) : stated_(stated), closure_(closure) {}

  bool visit(const inferencer::Fact& pattern, const inferencer::FactStore::Visit& visit) override {
    return std::all_of(closure_.begin(), closure_.end(), [&](const inferencer::Fact& fact) {
      return fact.graph != pattern.graph || fact.predicate != pattern.predicate ||
             !agrees(pattern.subject, fact.subject) || !agrees(pattern.object, fact.object) || visit(fact);
    });
  }
  bool is_stated(const inferencer::Fact& fact) override { return stated_.contains(fact); }
  std::vector<Huri> graphs() override {
    return different([](const inferencer::Fact& fact) { return fact.graph; });
  }
  std::vector<Huri> predicates() override {
    return different([](const inferencer::Fact& fact) { return fact.predicate; });
  }

 private:
  template <class Part>
  std::vector<Huri> different(const Part& part) const {
    std::set<Huri> all;
    for (const inferencer::Fact& fact : closure_)
      if (!fact.graph.is_unbound()) all.insert(part(fact));
    return {all.begin(), all.end()};
  }
  const Quads& stated_;
  const Quads& closure_;
};

struct Counts {
  std::uint64_t closures = 0, facts = 0, proofs = 0, steps = 0, members = 0;
  std::map<std::string, std::uint64_t> refused;

  std::uint64_t all_refused() const {
    std::uint64_t all = 0;
    for (const auto& [why, count] : refused) all += count;
    return all;
  }
};

// A closure of some facts, by the inferencer and by the reference.
class Proving {
 public:
  Proving(const parser::RuleSet& rules, const FactBase& data)
      : set_(rules), terms_(rules, data), reference_(data), given_(data.facts().size()) {
    for (const Fact& fact : data.facts()) {
      const auto huri = [&](TermId id) { return terms_.huri(data.view(id)); };
      stated_.insert(
          {huri(fact.subject), huri(fact.predicate), huri(fact.object), fact.graph == 0 ? kUnbound : huri(fact.graph)});
    }
  }

  // False: the reference finds too many.
  bool close() {
    try {
      Reference(set_).infer(reference_, kMostFacts);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::memory) throw;
      return false;
    }
    infer();
    return true;
  }

  // `by_representatives`: the proofs read rows that are stored by them.
  void prove_all(std::size_t more, Counts& counts, bool by_representatives = false) {
    // `set_` outlives it.
    const std::shared_ptr<const parser::RuleSet> set(std::shared_ptr<const parser::RuleSet>(), &set_);
    const inferencer::ProofRules rules(set, [&](TermView term) { return terms_.huri(term); });
    MemoryTriples triples(stated_, closure_);
    MemoryQuads quads(stated_, closure_);
    const auto classes = by_representatives ? classes_of_closure() : std::make_shared<const EqualTerms>();
    const MarkedRows marked = rows_of(stated_, closure_, *classes);
    MemoryRows rows(marked, View::closure), stated(marked, View::stated);
    inferencer::EqualFacts equal(rows, stated, *classes);
    inferencer::FactStore& store = by_representatives ? static_cast<inferencer::FactStore&>(equal) : triples;
    counts.members += classes->all().size();
    const inferencer::FactIndex local = rules.close_local(store);
    const inferencer::WhyFacts facts{.store = store, .named = &quads, .local = local, .terms = &terms_.made()};
    ProofChecker checker(set_, reference_, given_, [&](Huri huri) { return terms_.text(huri); });
    ++counts.closures;
    for (const inferencer::Fact& fact : closure_) {
      inferencer::WhyOptions options;
      options.more = more;
      if (stated_.contains(fact) && more == 0) continue;
      ++counts.facts;
      try {
        check(inferencer::why(rules, facts, fact, options), fact, checker, more + 1, counts);
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
        const std::string why = error.what();
        ++counts.refused[why.substr(std::min(why.find("need: "), why.size()))];
        if (std::getenv("QUADRILLE_SHOW") != nullptr) fmt::print("refused {}: {}\n", text(fact), why);
      }
      if (::testing::Test::HasFailure()) return report();
    }
  }

 private:
  void check(const inferencer::Why& why, const inferencer::Fact& fact, ProofChecker& checker, std::size_t most,
             Counts& counts) {
    EXPECT_EQ(why.kind, stated_.contains(fact) ? inferencer::WhyKind::stated : inferencer::WhyKind::follows);
    EXPECT_FALSE(why.proofs.empty()) << text(fact);
    EXPECT_LE(why.proofs.size(), most);
    std::set<std::vector<std::pair<std::uint32_t, std::vector<inferencer::Fact>>>> different;
    for (const inferencer::Proof& proof : why.proofs) {
      EXPECT_EQ(proof.fact, fact);
      EXPECT_EQ(checker.fault_of(proof), "") << "the proof of " << text(fact);
      std::vector<std::pair<std::uint32_t, std::vector<inferencer::Fact>>> steps;
      for (const inferencer::ProofStep& step : proof.steps) {
        steps.emplace_back(step.rule, step.premises);
        steps.back().second.push_back(step.fact);
      }
      std::sort(steps.begin(), steps.end());
      EXPECT_TRUE(different.insert(steps).second) << "the same proof of " << text(fact) << " twice";
      ++counts.proofs;
      counts.steps += proof.steps.size();
    }
  }

  // Of the closure in the default graph.
  std::shared_ptr<const EqualTerms> classes_of_closure() {
    const Huri same_as = terms_.huri(TermView::iri("http://www.w3.org/2002/07/owl#sameAs"));
    std::vector<std::pair<Huri, Huri>> equalities;
    for (const inferencer::Fact& fact : closure_)
      if (fact.predicate == same_as) equalities.emplace_back(fact.subject, fact.object);
    return classes_of(same_as, equalities);
  }

  void infer() {
    std::vector<TripleRow> rows;
    std::vector<QuadRow> quads;
    for (const inferencer::Fact& fact : stated_) {
      fact.graph.is_unbound() ? rows.push_back({fact.subject, fact.predicate, fact.object})
                              : quads.push_back({fact.subject, fact.predicate, fact.object, fact.graph});
    }
    closure_ = stated_;
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
    image.add = [&](const inferencer::Fact& fact) { closure_.insert(fact); };
    inferencer::infer({}, set_, image);
  }

  std::string text(const inferencer::Fact& fact) {
    return fmt::format("{} {} {} {}", terms_.text(fact.subject), terms_.text(fact.predicate), terms_.text(fact.object),
                       fact.graph.is_unbound() ? "" : terms_.text(fact.graph));
  }
  void report() {
    std::string all;
    for (const inferencer::Fact& fact : closure_)
      all += fmt::format("{} {}\n", stated_.contains(fact) ? "stated" : "follows", text(fact));
    ADD_FAILURE() << all;
  }

  const parser::RuleSet& set_;
  InferredTerms terms_;
  FactBase reference_;
  const std::size_t given_;
  Quads stated_, closure_;
};

void print(const std::string& what, const Counts& counts) {
  fmt::print("{}: {} closures, {} facts, {} proofs with {} steps, {} refused\n", what, counts.closures, counts.facts,
             counts.proofs, counts.steps, counts.all_refused());
  for (const auto& [why, count] : counts.refused) fmt::print("  {}: {}\n", count, why);
}

TEST(Why, ProofsOfRandomOntologiesReplay) {
  for (const std::string& name : inferencer::rule_set_names()) {
    for (const bool with_trivial : {false, true}) {
      const parser::RuleSet rules = inferencer::rule_set(name, with_trivial);
      Counts counts;
      for (std::uint32_t seed = 1; seed <= (with_trivial ? 10 : 30) * kFactor; ++seed) {
        SCOPED_TRACE(fmt::format("{}, seed {}", name, seed));
        Proving proving(rules, RandomOntology(seed).make());
        if (proving.close()) proving.prove_all(seed % 3 == 0 ? 2 : 0, counts);
        if (HasFailure()) return;
      }
      print(name + (with_trivial ? " with trivial rules" : ""), counts);
      EXPECT_LE(counts.all_refused(), counts.facts / 20);
    }
  }
}

TEST(Why, ProofsOfFactsThatAreStoredByRepresentativesReplay) {
  for (const char* const name : {"rdfs-plus", "owl-rl"}) {
    const parser::RuleSet rules = inferencer::rule_set(name, false);
    Counts counts;
    for (std::uint32_t seed = 1; seed <= 8 * kFactor; ++seed) {
      SCOPED_TRACE(fmt::format("{}, seed {}", name, seed));
      Proving proving(rules, EqualOntology(seed).make());
      if (proving.close()) proving.prove_all(seed % 3 == 0 ? 2 : 0, counts, true);
      if (HasFailure()) return;
    }
    print(name + std::string(" by representatives"), counts);
    EXPECT_GT(counts.members, 30u);
    EXPECT_LE(counts.all_refused(), counts.facts / 20);
  }
}

// Programs that the inferencer accepts.
template <class Make>
Counts prove_programs(const std::string& what, std::uint32_t programs, const Make& make) {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= programs && !::testing::Test::HasFailure(); ++seed) {
    const auto [text, data] = make(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const parser::RuleSet rules = parser::parse_rule_set(text);
    try {
      Proving proving(rules, data);
      if (proving.close()) proving.prove_all(seed % 3 == 0 ? 3 : 0, counts);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported && error.kind() != ErrorKind::syntax) throw;
    }
  }
  print(what, counts);
  return counts;
}

TEST(Why, ProofsOfSimpleProgramsReplay) {
  const Counts counts = prove_programs("simple programs", 150 * kFactor, [](std::uint32_t seed) {
    RandomProgram program(seed);
    std::string text = program.rules();
    return std::pair(std::move(text), program.data());
  });
  EXPECT_EQ(counts.all_refused(), 0u);
}

Counts prove_random_programs(const std::string& what, std::uint32_t programs, const ProgramParts& parts) {
  return prove_programs(what, programs, [&](std::uint32_t seed) {
    RandomProgramText program = random_program(seed, parts);
    return std::pair(std::move(program.rules), std::move(program.data));
  });
}

TEST(Why, ProofsOfProgramsWithAllElementsButNewNodesReplay) {
  ProgramParts parts = ProgramParts().set();
  parts.reset(static_cast<std::size_t>(ProgramPart::new_nodes));
  const Counts counts = prove_random_programs("programs with all elements but new nodes", 500 * kFactor, parts);
  EXPECT_LE(counts.all_refused(), counts.facts / 200);
}

// Some new nodes could be those of several solutions: their facts are refused. Without subqueries, whose rows would be
// the first that a proof says about some nodes.
TEST(Why, ProofsOfProgramsWithNewNodesReplay) {
  ProgramParts parts = ProgramParts().set();
  parts.reset(static_cast<std::size_t>(ProgramPart::subqueries));
  const Counts counts = prove_random_programs("programs with new nodes", 500 * kFactor, parts);
  EXPECT_LE(counts.all_refused(), counts.facts / 4);
}

}  // namespace
}  // namespace quadrille::tests::why_test
