#pragma once

// A FactClosure holds facts and everything that follows from them by some rules. It handles one fact after the other:
// joins it with those that it has handled before. So each solution of a body is found once.
//
// It is for schemas: any rules, thousands to some millions of facts, in no special form. Data are evaluated by
// relations (evaluation.hpp).
//
// Local; one thread. About 0.2 us a solution, 100 bytes a fact.
// Source: B. Motik, Y. Nenov, R. Piro, I. Horrocks, D. Olteanu, Parallel materialisation of Datalog programs in
// centralised, main-memory RDF systems, AAAI 2014 (the order of its Algorithm 1, in one thread).

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "inferencer/fact_table.hpp"

namespace quadrille::inferencer {

class FactClosure {
 public:
  // `rules` have constant predicates, and outlive it.
  explicit FactClosure(std::span<const Rule> rules);

  // Adds a fact. Returns true if it is new.
  bool add(const Fact& fact);
  // Adds all that follows.
  void close();

  // In the order in which they were found: those that were added before close() come first.
  std::span<const Fact> facts() const { return facts_; }
  bool contains(const Fact& fact) const { return known_.contains(fact); }

 private:
  struct Use {  // an atom of a body
    std::uint32_t rule, atom;
  };
  using Lists = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

  void apply(std::uint32_t fact);
  void solve(const Rule& rule, std::size_t from, std::uint32_t last, std::vector<std::uint8_t>& done,
             Bindings& bindings);
  std::span<const std::uint32_t> candidates(const Atom& atom, const Bindings& bindings) const;

  const std::span<const Rule> rules_;
  std::unordered_map<Huri, std::vector<Use>> uses_;  // by predicate
  std::vector<Fact> facts_;
  std::unordered_set<Fact, FactHash> known_;
  std::array<Lists, 3> lists_;  // handled facts by predicate; by it and subject; by it and object
  std::uint32_t next_ = 0;      // the first fact that has not been handled
};

}  // namespace quadrille::inferencer
