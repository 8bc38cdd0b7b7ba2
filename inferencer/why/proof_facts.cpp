#include "inferencer/why/proof_facts.hpp"

#include <algorithm>

namespace quadrille::inferencer {

const std::vector<Huri>& ProofFacts::predicates(bool of_graphs) {
  std::vector<Huri>& all = of_graphs ? named_predicates_ : predicates_;
  if (all.empty()) all = of_graphs ? named_->predicates() : view_.store().predicates();
  return all;
}

bool ProofFacts::visit(const Fact& pattern, const Use& use) {
  const bool is_named = !pattern.graph.is_unbound();
  if (pattern.predicate.is_unbound()) {
    if (is_named && named_ == nullptr) return true;
    const std::vector<Huri>& all = predicates(is_named);
    return std::all_of(all.begin(), all.end(), [&](Huri predicate) {
      return visit({pattern.subject, predicate, pattern.object, pattern.graph}, use);
    });
  }
  if (is_named) return named_ == nullptr || named_->visit(pattern, use);
  if (pattern.subject.is_only_object()) return true;
  return view_.visit(pattern, use);
}

std::vector<Fact> ProofFacts::local_facts(const Atom& atom, const Bindings& bindings) const {
  std::vector<Fact> found;
  Bindings own = bindings;
  local_.solve({&atom, 1}, own, [&](const Bindings& solution) { found.push_back(fact_of(atom, solution)); });
  return found;
}

bool ProofFacts::contains(const Fact& fact) {
  if (rules_.is_of_local_schema(fact.predicate)) return local_.contains(fact);
  if (!fact.graph.is_unbound()) return !visit(fact, [](const Fact&) { return false; });
  return !fact.subject.is_only_object() && view_.contains(fact);
}

bool ProofFacts::is_stated(const Fact& fact) {
  if (rules_.schema().is_local(fact.predicate)) return false;
  if (!fact.graph.is_unbound()) return named_ != nullptr && named_->is_stated(fact);
  return !fact.subject.is_only_object() && view_.is_stated(fact);
}

}  // namespace quadrille::inferencer
