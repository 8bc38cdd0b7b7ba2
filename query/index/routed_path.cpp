#include "query/index/routed_path.hpp"

#include <algorithm>
#include <tuple>

namespace quadrille::query {

namespace {

// The variable at `position`, if it is in the prefix.
std::optional<VariableId> in_prefix(const AccessPath& path, Position position) {
  const auto column = static_cast<std::size_t>(index(*column_of(path.permutation, position)));
  return column < path.prefix.size() ? path.prefix[column].variable : std::nullopt;
}

bool may_be_heavy(const GraphView& data, const QuadPattern& pattern) {
  const Slot& predicate = pattern.slots[1];
  return predicate.variable ? data.has_heavy_objects() : data.has_heavy_object(predicate.term);
}

}  // namespace

std::optional<RoutedPath> look_up_by_owner(const GraphView& data, const QuadPattern& pattern,
                                           std::span<const VariableId> bound, std::span<const VariableId> wanted,
                                           const Distribution& rows, bool inner) {
  const auto quality = [&](const RoutedPath& way) {
    const int constant = !way.path.prefix.empty() && !way.path.prefix.front().variable;
    return std::tuple(static_cast<int>(way.path.prefix.size()), -static_cast<int>(way.path.residual.size()),
                      way.fits(rows), !way.heavy_everywhere, constant);
  };
  std::optional<RoutedPath> best;
  for (AccessPath& path : access_paths(pattern, bound, wanted)) {
    const bool by_subject = sharding_side(path.permutation) == ShardingSide::subject;
    auto at = in_prefix(path, by_subject ? Position::subject : Position::object);
    bool may_be_elsewhere = !by_subject && may_be_heavy(data, pattern);
    if (!at && path.permutation == Permutation::tspo) {
      at = in_prefix(path, Position::graph);
      may_be_elsewhere = true;
    }
    if (!at) continue;
    RoutedPath way{std::move(path), *at, may_be_elsewhere};
    if (way.heavy_everywhere && !inner) continue;
    if (!best || quality(*best) < quality(way)) best = std::move(way);
  }
  return best;
}

std::optional<RoutedPath> test_by_owner(const GraphView& data, const QuadPattern& pattern,
                                        std::span<const VariableId> bound) {
  // Prefers constants before keys: then the keys of a batch are neighbours, and can be merged or use a bitmap.
  const auto quality = [](const RoutedPath& way) {
    const auto& prefix = way.path.prefix;
    const auto key = std::find_if(prefix.begin(), prefix.end(), [](const Slot& slot) { return slot.variable; });
    return std::tuple(prefix.size(), -static_cast<int>(way.path.residual.size()), key - prefix.begin());
  };
  std::optional<RoutedPath> best;
  for (AccessPath& path : access_paths(pattern, bound, {})) {
    auto side = sharding_side(path.permutation) == ShardingSide::subject ? Position::subject : Position::object;
    if (side == Position::object) {
      const Slot& object = pattern[Position::object];
      const bool lies_by_subject = !object.variable && data.is_heavy(object.term);
      if (object.variable && may_be_heavy(data, pattern)) continue;
      if (lies_by_subject) side = Position::subject;
    }
    const auto at = in_prefix(path, side);
    if (!at) continue;
    RoutedPath way{std::move(path), *at, false};
    if (!best || quality(*best) < quality(way)) best = std::move(way);
  }
  return best;
}

}  // namespace quadrille::query
