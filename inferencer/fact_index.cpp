#include "inferencer/fact_index.hpp"

#include <algorithm>
#include <tuple>

namespace quadrille::inferencer {

namespace {

struct BySubject {
  static auto key(const Fact& fact) { return std::tuple(fact.predicate, fact.graph, fact.subject, fact.object); }
  static Huri first(const Fact& fact) { return fact.subject; }
};
struct ByObject {
  static auto key(const Fact& fact) { return std::tuple(fact.predicate, fact.graph, fact.object, fact.subject); }
  static Huri first(const Fact& fact) { return fact.object; }
};

template <class Order>
void sort_facts(std::vector<Fact>& facts) {
  std::sort(facts.begin(), facts.end(), [](const Fact& a, const Fact& b) { return Order::key(a) < Order::key(b); });
  facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
}

// The facts with this predicate and graph, and this first value if it is bound.
template <class Order>
std::span<const Fact> find(std::span<const Fact> facts, Huri predicate, Huri graph, Huri first) {
  const auto less = [&](const Fact& fact, bool or_equal) {
    if (fact.predicate != predicate) return fact.predicate < predicate;
    if (fact.graph != graph) return fact.graph < graph;
    if (first.is_unbound() || Order::first(fact) == first) return or_equal;
    return Order::first(fact) < first;
  };
  const auto begin =
      std::partition_point(facts.begin(), facts.end(), [&](const Fact& fact) { return less(fact, false); });
  const auto end = std::partition_point(begin, facts.end(), [&](const Fact& fact) { return less(fact, true); });
  return {begin, end};
}

}  // namespace

bool match(const Atom& atom, const Fact& fact, Bindings& bindings) {
  const auto same = [&](const Slot& slot, Huri value) {
    if (!slot.is_variable()) return slot.constant() == value;
    Huri& bound = bindings[slot.number()];
    if (bound.is_unbound()) bound = value;
    return bound == value;
  };
  return same(atom.predicate, fact.predicate) && same(atom.subject, fact.subject) && same(atom.object, fact.object) &&
         (atom.graph ? same(*atom.graph, fact.graph) : fact.graph.is_unbound());
}

FactIndex::FactIndex(std::vector<Fact> facts) : by_subject_(std::move(facts)), by_object_(by_subject_) {
  sort_facts<BySubject>(by_subject_);
  sort_facts<ByObject>(by_object_);
}

bool FactIndex::contains(const Fact& fact) const {
  return std::binary_search(by_subject_.begin(), by_subject_.end(), fact,
                            [](const Fact& a, const Fact& b) { return BySubject::key(a) < BySubject::key(b); });
}

std::span<const Fact> FactIndex::candidates(const Atom& atom, const Bindings& bindings) const {
  const Huri predicate = value_of(atom.predicate, bindings);
  const Huri graph = atom.graph ? value_of(*atom.graph, bindings) : kUnbound;
  const Huri subject = value_of(atom.subject, bindings), object = value_of(atom.object, bindings);
  if (predicate.is_unbound()) return by_subject_;
  if (atom.graph && graph.is_unbound()) {  // of all graphs
    const auto less = [](const Fact& fact, Huri wanted) { return fact.predicate < wanted; };
    const auto begin = std::lower_bound(by_subject_.begin(), by_subject_.end(), predicate, less);
    const auto end =
        std::partition_point(begin, by_subject_.end(), [&](const Fact& fact) { return fact.predicate == predicate; });
    return {begin, end};
  }
  if (!subject.is_unbound()) return find<BySubject>(by_subject_, predicate, graph, subject);
  return find<ByObject>(by_object_, predicate, graph, object);
}

void FactIndex::solve(std::span<const Atom> atoms, Bindings& bindings,
                      const std::function<void(const Bindings&)>& use) const {
  if (atoms.empty()) return use(bindings);
  std::size_t best = 0, fewest = ~std::size_t{0};
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const std::size_t count = candidates(atoms[i], bindings).size();
    if (count < fewest) best = i, fewest = count;
  }
  if (fewest == 0) return;
  const Atom atom = atoms[best];
  std::vector<Atom> others(atoms.begin(), atoms.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(best));
  for (const Fact& fact : candidates(atom, bindings)) {
    const Bindings before = bindings;
    if (match(atom, fact, bindings)) solve(others, bindings, use);
    bindings = before;
  }
}

}  // namespace quadrille::inferencer
