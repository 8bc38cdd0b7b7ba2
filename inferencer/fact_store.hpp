#pragma once

// A FactStore is a set of facts as upkeep reads it: a closure, in which some facts are stated. All are of one graph, or
// of several that are read as one. For rules with GRAPH it may have quads of named graphs, too: facts with a graph,
// which patterns with this graph find. NamedFacts are those of all named graphs.
//
// Local; one thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "inferencer/fact_index.hpp"

namespace quadrille::inferencer {

class FactStore {
 public:
  // A fact of a subject.
  struct Pair {
    Huri predicate, object;
    bool is_stated = false;
  };
  using Visit = std::function<bool(const Fact&)>;

  virtual ~FactStore() = default;

  // Appends the facts of a subject, ascending. Appends none and returns false if there are more than `most`.
  virtual bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) = 0;
  // Calls visit(fact) for each fact with the predicate of `pattern` and its subject and object, if they are bound,
  // until it returns false; returns false then. The visitor may read the store.
  virtual bool visit(const Fact& pattern, const Visit& visit) = 0;
  virtual bool is_stated(const Fact& fact) = 0;
  // The predicates of all facts without a graph, ascending.
  virtual std::vector<Huri> predicates() = 0;
  // Those of facts with a graph. If there are more than `most`, at least one more than that.
  virtual std::vector<PredicateKey> named_predicates(std::size_t) { return {}; }
  // True if a fact with this predicate has a literal or a triple term as its object.
  virtual bool has_literals(Huri predicate) = 0;
  struct Size {
    std::uint64_t stated = 0, inferred = 0;  // inferred: not stated
  };
  virtual Size size() = 0;
};

// The quads of named graphs, for rules with GRAPH. The same conventions as FactStore, but facts have a graph, which is
// bound in each pattern.
class NamedFacts {
 public:
  virtual ~NamedFacts() = default;
  virtual bool visit(const Fact& pattern, const FactStore::Visit& visit) = 0;
  virtual bool is_stated(const Fact& fact) = 0;
  // The names, and the predicates of their quads; ascending.
  virtual std::vector<Huri> graphs() = 0;
  virtual std::vector<Huri> predicates() = 0;
};

}  // namespace quadrille::inferencer
