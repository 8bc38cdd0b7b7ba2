#pragma once

// A ClosureView is a closure with the facts that upkeep has taken out and added so far. It keeps the facts of each
// subject that it has read, but those with a graph.
//
// Local; one thread. A look-up of a subject that it has read costs about 50 ns, else a search in the store.

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "inferencer/fact_store.hpp"
#include "inferencer/fact_table.hpp"

namespace quadrille::inferencer {

class ClosureView {
 public:
  // `gained`, `lost`: facts that are stated now, and were not before; and the other way round.
  explicit ClosureView(FactStore& store, std::span<const Fact> gained = {}, std::span<const Fact> lost = {})
      : store_(store), lost_(lost.begin(), lost.end()) {
    for (const Fact& fact : gained) gained_.add(fact);
  }
  ClosureView(const ClosureView&) = delete;
  ClosureView& operator=(const ClosureView&) = delete;

  FactStore& store() { return store_; }
  // About.
  std::size_t used_bytes() const {
    constexpr std::size_t kOfSubject = 96;
    return subjects_.size() * kOfSubject + pairs_ * sizeof(FactStore::Pair) + removed_.used_bytes() +
           added_.used_bytes() + gained_.used_bytes();
  }
  // Needs a fact that is there, or one that is not.
  void take_out(const Fact& fact) { added_.contains(fact) ? added_.remove(fact) : void(removed_.add(fact)); }
  void add(const Fact& fact) { added_.add(fact); }
  const FactTable& removed() const { return removed_; }
  const FactTable& added() const { return added_; }

  bool contains(const Fact& fact) {
    if (added_.contains(fact)) return true;
    return !removed_.contains(fact) && was_there(fact);
  }
  // In the store.
  bool was_there(const Fact& fact) { return find(fact).is_there; }
  // Now.
  bool is_stated(const Fact& fact) { return gained_.contains(fact) || (find(fact).is_stated && !lost_.contains(fact)); }
  bool is_gained(const Fact& fact) const { return gained_.contains(fact); }
  bool is_lost(const Fact& fact) const { return lost_.contains(fact); }

  // Calls use(fact) for each fact that agrees with the pattern, until it returns false; returns false then. `use` may
  // take facts out and add some; it may not see these.
  template <class Use>
  bool visit(const Fact& pattern, const Use& use) {
    if (!pattern.subject.is_unbound() && !pattern.object.is_unbound()) return contains(pattern) ? use(pattern) : true;
    const auto use_if_there = [&](const Fact& fact) {
      return !removed_.empty() && removed_.contains(fact) ? true : use(fact);
    };
    return visit_before(pattern, use_if_there) && added_.visit(pattern, use);
  }
  // The same for the facts of the store.
  template <class Use>
  bool visit_before(const Fact& pattern, const Use& use) {
    const bool has_pairs = !pattern.subject.is_unbound() && pattern.graph.is_unbound();
    const Pairs* const pairs = has_pairs ? pairs_of(pattern.subject) : nullptr;
    if (pairs == nullptr) return store_.visit(pattern, use);
    for (auto [at, end] = range_of(*pairs, pattern.predicate); at != end; ++at) {
      if (!pattern.object.is_unbound() && at->object != pattern.object) continue;
      if (!use(Fact{pattern.subject, pattern.predicate, at->object})) return false;
    }
    return true;
  }
  // The same for those and the ones that were added. Some may be visited twice.
  template <class Use>
  bool visit_either(const Fact& pattern, const Use& use) {
    const auto use_if_agrees = [&](const Fact& fact) {
      return pattern.object.is_unbound() || pattern.object == fact.object ? use(fact) : true;
    };
    return visit_before(pattern, use) && added_.visit(pattern, use_if_agrees);
  }
  // The same for the facts that are stated now.
  template <class Use>
  bool visit_stated(const Fact& pattern, const Use& use) {
    const auto use_if_stated = [&](const Fact& fact) {
      return gained_.contains(fact) || !is_stated(fact) ? true : use(fact);
    };
    const auto use_if_agrees = [&](const Fact& fact) {
      return pattern.object.is_unbound() || pattern.object == fact.object ? use(fact) : true;
    };
    return visit_before(pattern, use_if_stated) && gained_.visit(pattern, use_if_agrees);
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
  std::size_t pairs_ = 0;  // of all subjects
  FactTable removed_, added_, gained_;
  std::unordered_set<Fact, FactHash> lost_;
};

}  // namespace quadrille::inferencer
