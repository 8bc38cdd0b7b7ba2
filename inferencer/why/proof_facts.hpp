#pragma once

// ProofFacts are the facts that a proof may use: the closure of a store, named graphs, and local: facts of lists.
//
//   graph of a fact   unbound    the triples that the rules see as their default graph
//                     a name     of this graph, for rules with GRAPH; of a local: fact its third argument
//
// Local; one thread. It keeps the triples of the subjects that it has read.

#include <functional>
#include <vector>

#include "inferencer/closure_view.hpp"
#include "inferencer/why/proof_rules.hpp"

namespace quadrille::inferencer {

class ProofFacts {
 public:
  // `local`: ProofRules::close_local() of the store. `named`: nullptr if there are no named graphs. All outlive it.
  ProofFacts(const ProofRules& rules, FactStore& store, const FactIndex& local, NamedFacts* named)
      : rules_(rules), view_(store), local_(local), named_(named) {}

  // Calls use(fact) for each fact that agrees with the pattern until it returns false; returns false then. Subject,
  // predicate and object may be unbound. The predicate is none of local:.
  using Use = std::function<bool(const Fact&)>;
  bool visit(const Fact& pattern, const Use& use);
  // The facts that the atom may be, whose predicate is_of_local_schema().
  std::vector<Fact> local_facts(const Atom& atom, const Bindings& bindings) const;
  bool contains(const Fact& fact);
  // Stated, or of a DATA block, or about the value of a literal.
  bool is_base(const Fact& fact) {
    return rules_.has_data(fact) || rules_.is_of_literals(fact.predicate) || is_stated(fact);
  }
  bool is_stated(const Fact& fact);
  std::vector<Huri> graphs() { return named_ == nullptr ? std::vector<Huri>() : named_->graphs(); }

 private:
  const std::vector<Huri>& predicates(bool of_graphs);

  const ProofRules& rules_;
  ClosureView view_;
  const FactIndex& local_;
  NamedFacts* const named_;
  std::vector<Huri> predicates_, named_predicates_;
};

}  // namespace quadrille::inferencer
