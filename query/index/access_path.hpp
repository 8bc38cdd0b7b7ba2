#pragma once

// An AccessPath describes how one pattern is read: a permutation, a prefix to search for, and the checks left for each
// row.
//
//   pattern ?x <p> "o" in the default graph -> pos, prefix (p, o), output column 2 as ?x
//
// The prefix holds constants and, for index joins, variables that the left side binds.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "quadstore/permutation.hpp"
#include "query/table/few.hpp"
#include "query/table/graph_view.hpp"
#include "query/table/quad_pattern.hpp"
#include "query/table/shard_span.hpp"

namespace quadrille::query {

struct AccessPath {
  using ColumnIndex = quadrille::ColumnIndex;

  Permutation permutation = Permutation::spo;
  Few<Slot, kMaxColumns> prefix;                                 // the first columns, in order
  Few<std::pair<ColumnIndex, Slot>, kMaxColumns> residual;       // columns that must equal a value
  Few<std::pair<ColumnIndex, ColumnIndex>, kMaxColumns> equal;   // columns that must be equal: ?x <p> ?x
  Few<std::pair<ColumnIndex, VariableId>, kMaxColumns> outputs;  // columns that are returned
  std::shared_ptr<const TermRanges> ranges;                      // scans: the column after the prefix must be in these
  GraphListPtr allowed_graphs;                                   // the graph column must be one of these
  bool merge_graphs = false;                                     // rows that differ only in the graph count once
};

// True if rows with the prefix may be dropped: a RowReader checks each of them.
inline bool checks_rows(const AccessPath& path) {
  return !path.residual.empty() || !path.equal.empty() || path.allowed_graphs || path.merge_graphs;
}

// The prefix of a scan's path, whose values are constants.
QuadPrefix constant_prefix(const AccessPath& path);

// The graphs of the rows with the path's prefix, and those of the rows that pass its checks.
GraphLimit limit_of_prefix(const AccessPath& path);
GraphLimit limit_of_rows(const AccessPath& path);

// Local. The rows of an opened shard for readers of all rows with a prefix, and for those that read through a RowReader
// (GraphView).
inline MergedRun run_of(const GraphView& data, const AccessPath& path, ShardId shard) {
  return data.run(path.permutation, shard, data.shows_all() ? GraphLimit() : limit_of_prefix(path));
}
inline MergedRun run_to_filter(const GraphView& data, const AccessPath& path, ShardId shard) {
  return data.run_to_filter(path.permutation, shard, data.shows_all() ? GraphLimit() : limit_of_rows(path));
}
// Likewise, what the generation keeps of the rows with a prefix.
inline const Generation& generation_of(const GraphView& data, const AccessPath& path) {
  return data.generation(path.permutation, data.shows_all() ? GraphLimit() : limit_of_prefix(path));
}

// All sensible ways to read `pattern` when the variables `bound` have values (they may be in the prefix). `wanted`:
// the variables to return; others are only checked.
std::vector<AccessPath> access_paths(const QuadPattern& pattern, std::span<const VariableId> bound,
                                     std::span<const VariableId> wanted);

// The best of these for many lookups with different values of `bound`: the longest prefix; then one that starts with
// the most constants, so that the keys of a batch are neighbours; then one that fixes the shard.
AccessPath look_up_path(const QuadPattern& pattern, std::span<const VariableId> bound,
                        std::span<const VariableId> wanted);

// Local. The number of rows of a scan through `path`, whose prefix is constant, in the shards of `within` (which are
// open). Exact up to about `most_searches` searches, one for each range and shard; else a sample of the shards is
// counted.
std::uint64_t count_rows_in_ranges(const GraphView& data, const AccessPath& path, ShardSpan within,
                                   std::uint64_t most_searches);

// Local. The number of rows with this prefix in those shards of `within` (which are open) that can have some.
std::uint64_t count_rows(const GraphView& data, Permutation permutation, const QuadPrefix& prefix, ShardSpan within);

// The shards that can contain rows with this prefix.
ShardSpan shards_of(const GraphView& data, Permutation permutation, std::span<const Huri> prefix);

}  // namespace quadrille::query
