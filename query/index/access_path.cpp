#include "query/index/access_path.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "quadstore/sharding.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostPermutations = std::max(kDefaultGraphPermutations.size(), kNamedGraphPermutations.size());

bool contains(std::span<const VariableId> all, VariableId variable) {
  return std::find(all.begin(), all.end(), variable) != all.end();
}

std::span<const Permutation> permutations_for(const QuadPattern& pattern) {
  if (pattern.scope.kind == GraphScope::Kind::triple_terms) return kTripleTermPermutations;
  if (pattern.in_default_graph()) return kDefaultGraphPermutations;
  return kNamedGraphPermutations;
}

// The restriction of a position before any row is read.
enum class Known : std::uint8_t {
  nothing,
  of_range,  // its ranges are one value: useful for a prefix only
  value,     // a constant, or a variable that has a value
};
using KnownPositions = std::array<Known, kMaxColumns>;  // by position

bool is_merged_graph(const QuadPattern& pattern, Position position) {
  return position == Position::graph && pattern.scope.kind == GraphScope::Kind::merged;
}

KnownPositions known_positions(const QuadPattern& pattern, std::span<const VariableId> bound) {
  KnownPositions known{};
  for (const Position position : {Position::subject, Position::predicate, Position::object, Position::graph}) {
    const auto place = static_cast<std::size_t>(index(position));
    const Slot& slot = pattern[position];
    if (!slot.variable || contains(bound, *slot.variable)) {
      known[place] = Known::value;
    } else if (position != Position::graph && pattern.ranges[place]) {
      const TermRanges& ranges = *pattern.ranges[place];
      if (ranges.size() == 1 && ranges.front().first == ranges.front().last) known[place] = Known::of_range;
    }
  }
  return known;
}

// The length of the prefix of a path through `permutation`, and whether columns after it must be checked.
struct Reach {
  std::size_t prefix = 0;
  bool checks = false;
};

Reach reach_of(const QuadPattern& pattern, Permutation permutation, const KnownPositions& known) {
  Reach reach;
  bool in_prefix = true;
  for (int place = 0; place < column_count(permutation); ++place) {
    const Position position = position_of(permutation, static_cast<quadrille::ColumnIndex>(place));
    const Known what =
        is_merged_graph(pattern, position) ? Known::nothing : known[static_cast<std::size_t>(index(position))];
    if (what == Known::nothing) in_prefix = false;
    if (in_prefix) {
      ++reach.prefix;
    } else if (what == Known::value) {
      reach.checks = true;
    }
  }
  return reach;
}

// The prefix is the leading columns of `permutation` that have values.
void lead_through(AccessPath& path, const QuadPattern& pattern, Permutation permutation, const KnownPositions& known,
                  std::span<const VariableId> wanted) {
  path.permutation = permutation;
  path.merge_graphs = pattern.scope.kind == GraphScope::Kind::merged;
  path.allowed_graphs = pattern.scope.allowed;
  bool in_prefix = true;
  Few<std::pair<VariableId, quadrille::ColumnIndex>, kMaxColumns> seen;  // free variables so far
  for (int place = 0; place < column_count(permutation); ++place) {
    const auto column = static_cast<quadrille::ColumnIndex>(place);
    const Position position = position_of(permutation, column);
    if (is_merged_graph(pattern, position)) {
      in_prefix = false;
      continue;
    }
    const Slot& slot = pattern[position];
    const Known what = known[static_cast<std::size_t>(index(position))];
    if (what == Known::value) {
      if (in_prefix) {
        path.prefix.push_back(slot);
      } else {
        path.residual.emplace_back(column, slot);
      }
      continue;
    }
    const auto same =
        std::find_if(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == *slot.variable; });
    const bool again = same != seen.end();
    if (in_prefix && what == Known::of_range) {
      path.prefix.push_back(Slot::of(pattern.ranges[static_cast<std::size_t>(index(position))]->front().first));
    } else {
      if (in_prefix && position != Position::graph) {
        path.ranges = pattern.ranges[static_cast<std::size_t>(index(position))];
      }
      in_prefix = false;
      if (again) {
        path.equal.emplace_back(same->second, column);
        continue;
      }
    }
    if (!again && contains(wanted, *slot.variable)) path.outputs.emplace_back(column, *slot.variable);
    seen.emplace_back(*slot.variable, column);
  }
}

}  // namespace

QuadPrefix constant_prefix(const AccessPath& path) {
  QuadPrefix prefix;
  for (const Slot& slot : path.prefix) prefix.push_back(slot.term);
  return prefix;
}

GraphLimit limit_of_prefix(const AccessPath& path) {
  const auto column = column_of(path.permutation, Position::graph);
  if (!column || static_cast<std::size_t>(index(*column)) >= path.prefix.size()) return {};
  const Slot& graph = path.prefix[static_cast<std::size_t>(index(*column))];
  return {graph.variable ? std::nullopt : std::optional(graph.term)};
}

GraphLimit limit_of_rows(const AccessPath& path) {
  GraphLimit limit = limit_of_prefix(path);
  limit.graphs = path.allowed_graphs.get();
  for (const auto& [column, slot] : path.residual) {
    if (position_of(path.permutation, column) == Position::graph && !slot.variable) limit.graph = slot.term;
  }
  return limit;
}

std::vector<AccessPath> access_paths(const QuadPattern& pattern, std::span<const VariableId> bound,
                                     std::span<const VariableId> wanted) {
  const KnownPositions known = known_positions(pattern, bound);
  Few<std::pair<Permutation, Reach>, kMostPermutations> ways;
  for (const Permutation permutation : permutations_for(pattern)) {
    // Merging rows of one triple in several graphs needs them adjacent: the graph comes last.
    if (pattern.scope.kind == GraphScope::Kind::merged &&
        (permutation == Permutation::gspo || permutation == Permutation::gpos)) {
      continue;
    }
    ways.emplace_back(permutation, reach_of(pattern, permutation, known));
  }
  // Drops paths that check rows which another path does not read at all.
  std::size_t longest = 0;
  for (const auto& [permutation, reach] : ways) longest = std::max(longest, reach.prefix);
  const bool some_clean = std::any_of(ways.begin(), ways.end(), [](const auto& way) { return !way.second.checks; });
  const auto is_of_use = [&](const auto& way) {
    return !(some_clean && way.second.checks) && (way.second.prefix > 0 || longest == 0);
  };
  std::vector<AccessPath> paths;
  paths.reserve(static_cast<std::size_t>(std::count_if(ways.begin(), ways.end(), is_of_use)));
  for (const auto& way : ways) {
    if (is_of_use(way)) lead_through(paths.emplace_back(), pattern, way.first, known, wanted);
  }
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
    // Without a key in the prefix, each look-up would read the rows of all keys.
    const bool checks_keys = std::any_of(path.residual.begin(), path.residual.end(),
                                         [](const auto& check) { return check.second.variable; });
    const auto key_place = keys == path.prefix.end() && checks_keys ? -1 : keys - path.prefix.begin();
    return std::tuple(path.prefix.size(), -static_cast<int>(path.residual.size()), key_place, fixed);
  };
  std::vector<AccessPath> paths = access_paths(pattern, bound, wanted);
  return std::move(*std::max_element(
      paths.begin(), paths.end(), [&](const AccessPath& a, const AccessPath& b) { return quality(a) < quality(b); }));
}

ShardSpan shards_of(const GraphView& data, Permutation permutation, std::span<const Huri> prefix) {
  const Position side = sharding_side(permutation) == ShardingSide::subject ? Position::subject : Position::object;
  const auto column = column_of(permutation, side);
  const auto place = static_cast<std::size_t>(index(*column));
  if (permutation == Permutation::tspo && !prefix.empty() && !prefix[0].is_volatile()) {
    const std::uint32_t shard = index(triple_shard(prefix[0]));
    return {std::min(shard, data.shards()), std::min(shard + 1, data.shards())};
  }
  if (place >= prefix.size() || (side == Position::object && data.is_heavy(prefix[place]))) {
    if (place < prefix.size()) {  // a heavy object: its rows are sharded by subject
      const auto subject = static_cast<std::size_t>(index(*column_of(permutation, Position::subject)));
      if (subject < prefix.size()) {
        const std::uint32_t shard = index(shard_of(prefix[subject], data.shards()));
        return {shard, shard + 1};
      }
    }
    return {0, data.shards()};
  }
  const std::uint32_t shard = index(shard_of(prefix[place], data.shards()));
  return {shard, shard + 1};
}

std::uint64_t count_rows_in_ranges(const GraphView& data, const AccessPath& path, ShardSpan within,
                                   std::uint64_t most_searches) {
  const QuadPrefix prefix = constant_prefix(path);
  const ShardSpan shards = shards_of(data, path.permutation, prefix.values()).within(within);
  if (shards.begin >= shards.end) return 0;  // of other images
  const std::uint64_t ranges = std::max<std::uint64_t>(path.ranges->size(), 1), all = shards.end - shards.begin;
  const std::uint64_t counted = std::min(all, std::max<std::uint64_t>(most_searches / ranges, 1));
  std::uint64_t rows = 0;
  for (std::uint32_t shard = shards.begin; shard < shards.begin + counted; ++shard) {
    const MergedRun run = run_of(data, path, ShardId{shard});
    for (const HuriRange& range : *path.ranges) {
      rows += run.find_range(prefix, range.first, range.last).size();
    }
  }
  return rows * all / counted;
}

std::uint64_t count_rows(const GraphView& data, Permutation permutation, const QuadPrefix& prefix, ShardSpan within) {
  const ShardSpan shards = shards_of(data, permutation, prefix.values()).within(within);
  GraphLimit limit;
  if (!data.shows_all()) {
    const auto graph = column_of(permutation, Position::graph);
    if (graph && index(*graph) < prefix.size()) limit.graph = prefix[index(*graph)];
  }
  std::uint64_t rows = 0;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    rows += data.run(permutation, ShardId{shard}, limit).count(prefix);
  }
  return rows;
}

}  // namespace quadrille::query
