#include "query/table/quad_pattern.hpp"

#include <algorithm>

namespace quadrille::query {

Few<VariableId, 4> QuadPattern::variables() const {
  Few<VariableId, 4> all;
  const auto add = [&](const Slot& slot) {
    if (slot.variable && std::find(all.begin(), all.end(), *slot.variable) == all.end()) all.push_back(*slot.variable);
  };
  for (const Slot& slot : slots) add(slot);
  if (scope.binds()) add(scope.graph);
  return all;
}

bool QuadPattern::has(VariableId variable) const {
  const auto is = [variable](const Slot& slot) { return slot.variable == variable; };
  return std::any_of(slots.begin(), slots.end(), is) || (scope.binds() && is(scope.graph));
}

}  // namespace quadrille::query
