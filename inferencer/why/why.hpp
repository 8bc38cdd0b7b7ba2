#pragma once

// why() shows why a quad is in a closure: it is stated, or it follows, with proofs.
//
//   ProofRules   of the rules of a database; the same until its rules or HURIs change
//   ProofState   of a state of the data: the lists of its ontology
//   why()        for each question
//
// Local; one thread; reads the closure alone. Nothing is stored for it.

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "inferencer/rule_terms.hpp"
#include "inferencer/why/proof.hpp"
#include "inferencer/why/proof_facts.hpp"
#include "inferencer/why/proof_rules.hpp"

namespace quadrille::inferencer {

enum class WhyKind : std::uint8_t { absent, stated, follows };

struct Why {
  WhyKind kind = WhyKind::absent;
  std::vector<Proof> proofs;  // different; not empty if the fact is there
};

struct WhyOptions {
  std::size_t more = 0;                                           // so many more proofs than one
  std::function<void()> pulse = [] {};                            // called now and then; may throw
  std::function<void(std::size_t)> account = [](std::size_t) {};  // the memory of the search, in all; may throw
};

// The facts that the proofs of a question read.
struct WhyFacts {
  FactStore& store;             // the triples that the rules see as their default graph
  NamedFacts* named = nullptr;  // for rules with GRAPH
  const FactIndex& local;       // ProofRules::close_local(store)
  RuleTerms* terms = nullptr;   // if the rules need them (ProofRules::needs_terms())
  bool is_complete = true;      // false: the rules may have seen facts that the store has not
};

// A fact of a named graph has its name as its graph. A stated fact has a proof without steps; with `more`, also proofs
// by rules. Error(unsupported): the fact follows, but only by what proofs do not support; the message names it.
Why why(const ProofRules& rules, const WhyFacts& facts, const Fact& fact, const WhyOptions& options);

}  // namespace quadrille::inferencer
