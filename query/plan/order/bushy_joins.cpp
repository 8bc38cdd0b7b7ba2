// The rule bushy-joins: join_search.hpp.

#include <bit>

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/join_search.hpp"

namespace quadrille::query {

namespace {

// Joins two tables of several parts each to `subset`, where that costs less than what is known.
void join_branches(const JoinSearch& search, std::vector<JoinState>& best, std::size_t subset) {
  const std::size_t lowest = subset & (~subset + 1);
  for (std::size_t some = (subset - 1) & subset; some > 0; some = (some - 1) & subset) {
    const std::size_t others = subset ^ some;
    if (!(some & lowest) || std::popcount(some) < 2 || std::popcount(others) < 2) continue;
    const JoinState &a = best[some], &b = best[others];
    if (a.steps.empty() || b.steps.empty() || a.product || b.product || !a.variables.meets(b.variables)) continue;
    const WeighedJoin join = search.weigh(a, b);
    if (!best[subset].steps.empty() && !better(join, best[subset])) continue;
    JoinState joined = a;
    search.take(joined, b, join);
    best[subset] = std::move(joined);
  }
}

}  // namespace

std::vector<JoinStep> with_bushy_joins(const JoinSearch& search, std::vector<JoinStep> one_by_one) {
  if (search.size() < 4 || one_by_one.back().cost < cost::kWorthBranches) return one_by_one;
  std::vector<JoinStep> bushy = order_exactly(search, join_branches);
  return bushy.back().cost < one_by_one.back().cost * cost::kBranchesPay ? bushy : one_by_one;
}

}  // namespace quadrille::query
