#include "query/access_path.hpp"

#include <algorithm>
#include <tuple>

#include "quadstore/sharding.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint64_t kMostSearches = 128;  // for a count: about 0.2 ms

bool contains(std::span<const VariableId> all, VariableId variable) {
  return std::find(all.begin(), all.end(), variable) != all.end();
}

std::span<const Permutation> permutations_for(const QuadPattern& pattern) {
  if (pattern.in_default_graph()) return kDefaultGraphPermutations;
  return kNamedGraphPermutations;
}

// The columns of `permutation` from the left whose values are known.
AccessPath path_through(const QuadPattern& pattern, Permutation permutation, std::span<const VariableId> bound,
                        std::span<const VariableId> wanted) {
  AccessPath path;
  path.permutation = permutation;
  path.merge_graphs = pattern.scope.kind == GraphScope::Kind::merged;
  path.allowed_graphs = pattern.scope.allowed;
  bool in_prefix = true;
  Few<std::pair<VariableId, quadrille::ColumnIndex>, kMaxColumns> seen;  // free variables met so far
  for (int place = 0; place < column_count(permutation); ++place) {
    const auto column = static_cast<quadrille::ColumnIndex>(place);
    const Position position = position_of(permutation, column);
    if (position == Position::graph && path.merge_graphs) {
      in_prefix = false;
      continue;
    }
    const Slot& slot = pattern[position];
    const bool known = !slot.variable || contains(bound, *slot.variable);
    const auto& ranges =
        position == Position::graph ? nullptr : pattern.ranges[static_cast<std::size_t>(index(position))];
    const bool has_one_value = ranges && ranges->size() == 1 && ranges->front().first == ranges->front().last;
    if (!known && in_prefix && has_one_value) {
      path.prefix.push_back(Slot::of(ranges->front().first));
      const bool again =
          std::any_of(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == *slot.variable; });
      if (!again && contains(wanted, *slot.variable)) path.outputs.emplace_back(column, *slot.variable);
      seen.emplace_back(*slot.variable, column);
      continue;
    }
    if (known) {
      if (in_prefix) {
        path.prefix.push_back(slot);
      } else {
        path.residual.emplace_back(column, slot);
      }
      continue;
    }
    if (in_prefix) path.ranges = ranges;
    in_prefix = false;
    const auto same =
        std::find_if(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == *slot.variable; });
    if (same != seen.end()) {
      path.equal.emplace_back(same->second, column);
      continue;
    }
    seen.emplace_back(*slot.variable, column);
    if (contains(wanted, *slot.variable)) path.outputs.emplace_back(column, *slot.variable);
  }
  return path;
}

}  // namespace

QuadPrefix constant_prefix(const AccessPath& path) {
  QuadPrefix prefix;
  for (const Slot& slot : path.prefix) prefix.push_back(slot.term);
  return prefix;
}

std::vector<AccessPath> access_paths(const QuadPattern& pattern, std::span<const VariableId> bound,
                                     std::span<const VariableId> wanted) {
  std::vector<AccessPath> paths;
  paths.reserve(permutations_for(pattern).size());
  for (const Permutation permutation : permutations_for(pattern)) {
    // Rows of one triple in several graphs must be neighbours to be merged: the graph comes last.
    if (pattern.scope.kind == GraphScope::Kind::merged &&
        (permutation == Permutation::gspo || permutation == Permutation::gpos)) {
      continue;
    }
    paths.push_back(path_through(pattern, permutation, bound, wanted));
  }
  // A path that checks rows which another one does not even read is of no use.
  std::size_t longest = 0;
  for (const AccessPath& path : paths) longest = std::max(longest, path.prefix.size());
  const bool some_clean =
      std::any_of(paths.begin(), paths.end(), [](const AccessPath& path) { return path.residual.empty(); });
  std::erase_if(paths, [&](const AccessPath& path) {
    return (some_clean && !path.residual.empty()) || (path.prefix.empty() && longest > 0);
  });
  return paths;
}

AccessPath look_up_path(const QuadPattern& pattern, std::span<const VariableId> bound,
                        std::span<const VariableId> wanted) {
  const auto quality = [](const AccessPath& path) {
    const bool by_subject = sharding_side(path.permutation) == ShardingSide::subject;
    const auto column = column_of(path.permutation, by_subject ? Position::subject : Position::object);
    const int fixed = static_cast<std::size_t>(index(*column)) < path.prefix.size() ? (by_subject ? 2 : 1) : 0;
    const auto keys =
        std::find_if(path.prefix.begin(), path.prefix.end(), [](const Slot& slot) { return slot.variable; });
    return std::tuple(path.prefix.size(), -static_cast<int>(path.residual.size()), keys - path.prefix.begin(), fixed);
  };
  std::vector<AccessPath> paths = access_paths(pattern, bound, wanted);
  return std::move(*std::max_element(
      paths.begin(), paths.end(), [&](const AccessPath& a, const AccessPath& b) { return quality(a) < quality(b); }));
}

ShardSpan shards_of(const Snapshot& snapshot, Permutation permutation, std::span<const Huri> prefix) {
  const Position side = sharding_side(permutation) == ShardingSide::subject ? Position::subject : Position::object;
  const auto column = column_of(permutation, side);
  const auto place = static_cast<std::size_t>(index(*column));
  if (place >= prefix.size() || (side == Position::object && snapshot.heavy_objects().contains(prefix[place]))) {
    if (place < prefix.size()) {  // a heavy object: its rows lie by subject
      const auto subject = static_cast<std::size_t>(index(*column_of(permutation, Position::subject)));
      if (subject < prefix.size()) {
        const std::uint32_t shard = index(shard_of(prefix[subject], snapshot.shards()));
        return {shard, shard + 1};
      }
    }
    return {0, snapshot.shards()};
  }
  const std::uint32_t shard = index(shard_of(prefix[place], snapshot.shards()));
  return {shard, shard + 1};
}

std::uint64_t count_rows_in_ranges(const Snapshot& snapshot, const AccessPath& path) {
  const QuadPrefix prefix = constant_prefix(path);
  const ShardSpan shards = shards_of(snapshot, path.permutation, prefix.values());
  const std::uint64_t ranges = std::max<std::uint64_t>(path.ranges->size(), 1), all = shards.end - shards.begin;
  const std::uint64_t counted = std::min(all, std::max<std::uint64_t>(kMostSearches / ranges, 1));
  std::uint64_t rows = 0;
  for (std::uint32_t shard = shards.begin; shard < shards.begin + counted; ++shard) {
    const MergedRun run = snapshot.run(path.permutation, ShardId{shard});
    for (const HuriRange& range : *path.ranges) {
      rows += run.find_range(prefix, range.first, range.last).size();
    }
  }
  return rows * all / counted;
}

std::uint64_t count_rows(const Snapshot& snapshot, Permutation permutation, const QuadPrefix& prefix,
                         ShardSpan within) {
  const ShardSpan shards = shards_of(snapshot, permutation, prefix.values()).within(within);
  std::uint64_t rows = 0;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    rows += snapshot.run(permutation, ShardId{shard}).count(prefix);
  }
  return rows;
}

}  // namespace quadrille::query
