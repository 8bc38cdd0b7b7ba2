#pragma once

// A FactIndex holds some facts, mostly those of a schema, sorted in two orders, and solves patterns over them.
//
//   (predicate, graph, subject, object)   (predicate, graph, object, subject)
//
// Local; immutable. For up to some millions of facts.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dictionary/huri.hpp"
#include "inferencer/rule.hpp"

namespace quadrille::inferencer {

// A quad of the default graph, one of a named graph, or one of the namespace local: with its third argument.
struct Fact {
  Huri subject, predicate, object, graph = kUnbound;

  bool operator==(const Fact&) const = default;
  auto operator<=>(const Fact&) const = default;
};

// A predicate, in a named graph or not; of the namespace local: with its third argument instead.
struct PredicateKey {
  Huri predicate, graph;
  bool is_given = false;  // its stated quads alone
  auto operator<=>(const PredicateKey&) const = default;
};

// True if RDF can hold the fact.
inline bool is_rdf(const Fact& fact) {
  return !fact.subject.is_only_object() && fact.predicate.is_iri() && !fact.graph.is_only_object();
}

// The values of a rule's variables; unbound: none yet.
using Bindings = std::vector<Huri>;

// The value of a slot; unbound if it is a variable without a value.
inline Huri value_of(const Slot& slot, const Bindings& bindings) {
  return slot.is_variable() ? bindings[slot.number()] : slot.constant();
}

// The fact that an atom is, all of whose variables have values.
inline Fact fact_of(const Atom& atom, const Bindings& bindings) {
  return {value_of(atom.subject, bindings), value_of(atom.predicate, bindings), value_of(atom.object, bindings),
          atom.graph ? value_of(*atom.graph, bindings) : kUnbound};
}

// True if the two terms of each pair are different.
inline bool all_differ(std::span<const std::pair<Slot, Slot>> pairs, const Bindings& bindings) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    return value_of(pair.first, bindings) != value_of(pair.second, bindings);
  });
}

// True if the two terms of each pair are the same.
inline bool all_same(std::span<const std::pair<Slot, Slot>> pairs, const Bindings& bindings) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    return value_of(pair.first, bindings) == value_of(pair.second, bindings);
  });
}

// True if the atom is the fact for some values of its variables that agree with `bindings`; they are bound then. After
// false some of them may be.
bool match(const Atom& atom, const Fact& fact, Bindings& bindings);

class FactIndex {
 public:
  FactIndex() = default;
  explicit FactIndex(std::vector<Fact> facts);

  std::size_t size() const { return by_subject_.size(); }
  std::span<const Fact> facts() const { return by_subject_; }  // by predicate, graph, subject, object
  bool contains(const Fact& fact) const;

  // Calls use(bindings) for each solution of the atoms that extends `bindings`. Atoms whose predicate is a variable
  // without a value are solved last, by looking at all facts.
  void solve(std::span<const Atom> atoms, Bindings& bindings, const std::function<void(const Bindings&)>& use) const;

 private:
  std::span<const Fact> candidates(const Atom& atom, const Bindings& bindings) const;

  std::vector<Fact> by_subject_, by_object_;
};

}  // namespace quadrille::inferencer
