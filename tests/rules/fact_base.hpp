#pragma once

// A FactBase holds quads as text, with lists of them by subject, predicate and object, and finds the solutions of
// patterns. Facts are generalised quads: a literal may be a subject, a blank node a predicate. A variable is never a
// predicate of the namespace local:, and never the default graph.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/term.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::tests {

using TermId = std::uint32_t;  // 0: the default graph

struct Fact {
  TermId subject, predicate, object, graph = 0;
  bool operator==(const Fact&) const = default;
};

// A pattern of facts: a constant, or a variable's number.
struct Slot {
  bool is_variable = false;
  std::uint32_t value = 0;  // a TermId or a variable
};
struct FactPattern {
  Slot subject, predicate, object, graph;
};

using Bindings = std::vector<std::optional<TermId>>;  // by variable

class FactBase final : public QuadSink {
 public:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  TermId term(TermView view);
  // nullopt: it does not occur.
  std::optional<TermId> find(const std::string& ntriples) const;
  const std::string& text(TermId id) const { return texts_[id]; }
  TermView view(TermId id) const { return terms_[id].view(); }
  bool is_local(TermId id) const { return is_local_[id]; }  // an IRI of the namespace local:
  std::size_t terms() const { return texts_.size(); }       // those from this number on come later

  // Returns true if it is new.
  bool add(const Fact& fact);
  const std::vector<Fact>& facts() const { return facts_; }
  bool contains(const Fact& fact) const { return known_.contains(fact); }

  // Adds a quad of a document. Its blank nodes are those of `document`.
  void quad(const QuadView& quad) override;
  std::string document = "d";

  // Calls use(bindings) for each solution of `patterns` that extends `bindings`, until it returns false. Only facts
  // before number `end` are looked at.
  template <class Use>
  bool solve(std::vector<FactPattern> patterns, Bindings& bindings, const Use& use, std::size_t end = kAll) const {
    if (patterns.empty()) return use(bindings);
    const std::size_t best = cheapest(patterns, bindings);
    const FactPattern pattern = patterns[best];
    patterns.erase(patterns.begin() + static_cast<std::ptrdiff_t>(best));
    const Bindings before = bindings;
    // A copy of the list's size: facts that `use` adds are not looked at.
    const std::vector<std::uint32_t>& list = candidates(pattern, bindings);
    for (std::size_t i = 0, size = list.size(); i < size && list[i] < end; ++i) {  // ascends
      if (matches(pattern, facts_[list[i]], bindings) && !solve(patterns, bindings, use, end)) return false;
      bindings = before;
    }
    return true;
  }

  // The same for the solutions in which patterns[which] is one of the facts from `first` to before `last`.
  template <class Use>
  void solve_with(std::vector<FactPattern> patterns, std::size_t which, std::size_t first, std::size_t last,
                  Bindings& bindings, const Use& use) const {
    const FactPattern pattern = patterns[which];
    patterns.erase(patterns.begin() + static_cast<std::ptrdiff_t>(which));
    const Bindings before = bindings;
    const std::vector<std::uint32_t>& list = candidates(pattern, bindings);  // ascends
    for (auto fact = std::lower_bound(list.begin(), list.end(), first); fact != list.end() && *fact < last; ++fact) {
      if (matches(pattern, facts_[*fact], bindings)) solve(patterns, bindings, use);
      bindings = before;
    }
  }

 private:
  struct Hash {
    std::size_t operator()(const Fact& fact) const {
      std::uint64_t hash = fact.subject;
      for (const std::uint64_t part : {fact.predicate, fact.object, fact.graph}) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };
  using Lists = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

  std::size_t cheapest(const std::vector<FactPattern>& patterns, const Bindings& bindings) const;
  const std::vector<std::uint32_t>& candidates(const FactPattern& pattern, const Bindings& bindings) const;
  bool matches(const FactPattern& pattern, const Fact& fact, Bindings& bindings) const;

  std::vector<std::string> texts_{""};
  std::vector<Term> terms_{Term()};
  std::vector<bool> is_local_{false};
  std::unordered_map<std::string, TermId> ids_;
  std::vector<Fact> facts_;
  std::unordered_set<Fact, Hash> known_;
  std::vector<std::uint32_t> all_;
  // By one or two positions of the fact: subject, predicate, object, subject and predicate, predicate and object.
  std::array<Lists, 5> lists_;
};

// True if `graph` follows from `facts` by simple entailment (RDF 1.1 Semantics, 5): its blank nodes are variables.
bool entails(FactBase& facts, const FactBase& graph);

}  // namespace quadrille::tests
