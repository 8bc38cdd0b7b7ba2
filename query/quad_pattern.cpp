#include "query/quad_pattern.hpp"

#include <algorithm>

namespace quadrille::query {

std::vector<VariableId> QuadPattern::variables() const {
  std::vector<VariableId> all;
  const auto add = [&](const Slot& slot) {
    if (slot.variable && std::find(all.begin(), all.end(), *slot.variable) == all.end()) all.push_back(*slot.variable);
  };
  for (const Slot& slot : slots) add(slot);
  if (scope.kind == GraphScope::Kind::each) add(scope.graph);
  return all;
}

bool QuadPattern::has(VariableId variable) const {
  const auto all = variables();
  return std::find(all.begin(), all.end(), variable) != all.end();
}

}  // namespace quadrille::query
