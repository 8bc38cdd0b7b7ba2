#pragma once

// A ClosureView is a closure with the facts that upkeep has taken out and added so far. It keeps the facts of each
// subject that it has read.
//
// Local; one thread. A look-up of a subject that it has read costs about 50 ns, else a search in the store.

#include <unordered_map>
#include <vector>

#include "inferencer/fact_store.hpp"
#include "inferencer/fact_table.hpp"

namespace quadrille::inferencer {

class ClosureView {
 public:
  explicit ClosureView(FactStore& store) : store_(store) {}
  ClosureView(const ClosureView&) = delete;
  ClosureView& operator=(const ClosureView&) = delete;

  FactStore& store() { return store_; }
  // All facts are taken out before one is added; one that is there is never added.
  void take_out(const Fact& fact) { removed_.add(fact); }
  void add(const Fact& fact) { added_.add(fact); }
  const FactTable& removed() const { return removed_; }
  const FactTable& added() const { return added_; }

  bool contains(const Fact& fact) {
    if (added_.contains(fact)) return true;
    return !removed_.contains(fact) && was_there(fact);
  }
  // In the store.
  bool was_there(const Fact& fact) { return find(fact).is_there; }
  bool was_stated(const Fact& fact) { return find(fact).is_stated; }

  // Calls use(fact) for each fact that agrees with the pattern, until it returns false; returns false then. `use` may
  // take facts out and add some; it may not see these.
  template <class Use>
  bool visit(const Fact& pattern, const Use& use) {
    if (!pattern.subject.is_unbound() && !pattern.object.is_unbound()) return contains(pattern) ? use(pattern) : true;
    const auto use_if_there = [&](const Fact& fact) {
      return !removed_.empty() && removed_.contains(fact) ? true : use(fact);
    };
    if (const Pairs* const pairs = pattern.subject.is_unbound() ? nullptr : pairs_of(pattern.subject)) {
      for (auto [at, end] = range_of(*pairs, pattern.predicate); at != end; ++at)
        if (!use_if_there({pattern.subject, pattern.predicate, at->object})) return false;
    } else if (!store_.visit(pattern, use_if_there)) {
      return false;
    }
    return added_.visit(pattern, use);
  }

 private:
  using Pairs = std::vector<FactStore::Pair>;
  struct Found {
    bool is_there = false, is_stated = false;
  };
  static constexpr std::size_t kMostPairs = 512;

  static std::pair<Pairs::const_iterator, Pairs::const_iterator> range_of(const Pairs& pairs, Huri predicate);
  const Pairs* pairs_of(Huri subject);
  Found find(const Fact& fact);

  FactStore& store_;
  struct Subject {
    bool has_many = false;
    Pairs pairs;
  };
  std::unordered_map<Huri, Subject> subjects_;
  FactTable removed_, added_;
};

}  // namespace quadrille::inferencer
