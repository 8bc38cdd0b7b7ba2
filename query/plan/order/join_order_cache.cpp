#include "query/plan/order/join_order_cache.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

// Markers for the places of a pattern that are not variables, and between parts.
constexpr std::uint32_t kTerm = ~std::uint32_t{0}, kPattern = kTerm - 1, kTable = kTerm - 2;

std::vector<std::uint32_t> layout_of(const std::vector<JoinPart>& parts) {
  std::vector<std::uint32_t> layout;
  for (const JoinPart& part : parts) {
    layout.push_back(part.pattern ? kPattern : kTable);
    if (part.pattern) {
      for (const Slot& slot : part.pattern->slots) layout.push_back(slot.variable.value_or(kTerm));
    }
    for (const VariableId variable : part.variables.list()) layout.push_back(variable);
  }
  return layout;
}

bool are_like(double a, double b) {
  if ((a == 0) != (b == 0)) return false;
  return a <= b * cost::kLikeRows && b <= a * cost::kLikeRows;
}

bool are_like(const JoinOrderCache::Group& a, const JoinOrderCache::Group& b) {
  return a.number == b.number && a.layout == b.layout &&
         std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                    [](double one, double other) { return are_like(one, other); });
}

}  // namespace

std::vector<JoinStep> JoinOrderCache::find(const Group& group) const {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const Kept& kept) { return are_like(kept.group, group); });
  return found == all_.end() ? std::vector<JoinStep>() : found->steps;
}

void JoinOrderCache::keep(Group group, std::vector<JoinStep> steps) {
  const std::lock_guard lock(mutex_);
  if (all_.size() == kMost) all_.pop_front();
  all_.push_back({std::move(group), std::move(steps)});
}

std::vector<JoinStep> OrderMemory::order(const std::vector<JoinPart>& parts,
                                         const std::function<std::vector<JoinStep>()>& make) {
  const std::size_t number = groups_++;
  if (parts.size() == 1) return make();
  if (dictated_) {
    QUADRILLE_ASSERT(next_ < dictated_->size(), "all planners of a query come to the same groups");
    ++found_;
    if (remembers_) taken_.push_back((*dictated_)[next_]);
    return (*dictated_)[next_++];
  }
  std::vector<JoinStep> steps = kept_ ? find_or_make(number, parts, make) : make();
  if (remembers_) taken_.push_back(steps);
  return steps;
}

std::vector<JoinStep> OrderMemory::find_or_make(std::size_t number, const std::vector<JoinPart>& parts,
                                                const std::function<std::vector<JoinStep>()>& make) {
  JoinOrderCache::Group group{number, layout_of(parts), {}};
  group.rows.reserve(parts.size());
  for (const JoinPart& part : parts) group.rows.push_back(part.estimate.rows);
  std::vector<JoinStep> steps = kept_->find(group);
  if (!steps.empty()) return ++found_, steps;
  ++made_;
  steps = make();
  kept_->keep(std::move(group), steps);
  return steps;
}

}  // namespace quadrille::query
