#include "inferencer/closure_view.hpp"

#include <algorithm>

namespace quadrille::inferencer {

std::pair<ClosureView::Pairs::const_iterator, ClosureView::Pairs::const_iterator> ClosureView::range_of(
    const Pairs& pairs, Huri predicate) {
  const auto begin = std::partition_point(pairs.begin(), pairs.end(),
                                          [&](const FactStore::Pair& its) { return its.predicate < predicate; });
  const auto end =
      std::find_if(begin, pairs.end(), [&](const FactStore::Pair& its) { return its.predicate != predicate; });
  return {begin, end};
}

// nullptr: there are too many.
const ClosureView::Pairs* ClosureView::pairs_of(Huri subject) {
  const auto [place, is_new] = subjects_.try_emplace(subject);
  Subject& its = place->second;
  if (is_new) {
    its.has_many = !store_.pairs_of(subject, kMostPairs, its.pairs);
    pairs_ += its.pairs.size();
  }
  return its.has_many ? nullptr : &its.pairs;
}

ClosureView::Found ClosureView::find(const Fact& fact) {
  if (const Pairs* const pairs = fact.graph.is_unbound() ? pairs_of(fact.subject) : nullptr) {
    const auto at = std::lower_bound(pairs->begin(), pairs->end(), fact, [](const FactStore::Pair& a, const Fact& b) {
      return a.predicate != b.predicate ? a.predicate < b.predicate : a.object < b.object;
    });
    if (at == pairs->end() || at->predicate != fact.predicate || at->object != fact.object) return {};
    return {true, at->is_stated};
  }
  Found found;
  store_.visit(fact, [&](const Fact&) {
    found.is_there = true;
    return false;
  });
  found.is_stated = found.is_there && store_.is_stated(fact);
  return found;
}

}  // namespace quadrille::inferencer
