#pragma once

// The costs of joins, in the units of query/plan/cost/costs.hpp. All functions are local.

#include <algorithm>
#include <cmath>

#include "query/plan/cost/costs.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

// The costs of rows on several images.
struct JoinCosts {
  bool look_ups_move = false;  // a row must be on the owner of the shard of the subject or object that is looked up
  double move = 0;             // of moving a row to another image

  bool semi_joins = false;  // semi-joins by owners are allowed (semi_join.hpp)
  double images = 1;

  // For images that read their own shards alone, in groups that share no memory.
  static constexpr JoinCosts apart(int images, bool semi_joins) {
    return {true, cost::kMove, semi_joins, static_cast<double>(images)};
  }
};

// Those for the data and images of one plan.
JoinCosts join_costs(const Planning& planning);

// Looking up `rows` rows in a hash table of `table` rows.
inline double probe_cost(double rows, double table) {
  return rows * (table < cost::kFarRows ? cost::kProbe : cost::kProbeFar);
}
// Looking up `rows` rows in a pattern of `pattern_rows` by `keys` variables.
inline double look_up_cost(double rows, double pattern_rows, std::size_t keys, bool sorted) {
  const double blocks = pattern_rows / cost::kRowsOfBlock + 1;
  const double passes = sorted ? 1 : std::ceil(rows / cost::kChunkRows);
  const double touched = std::min(rows, passes * blocks);
  return touched * cost::kBlock + rows * (keys > 1 ? cost::kSearch : sorted ? cost::kMergeSorted : cost::kMerge);
}
// True if the test of a key is one bit (quadstore/class_bitmaps.hpp).
inline bool is_one_bit(double pattern_rows, std::size_t variables) {
  return variables == 1 && pattern_rows >= cost::kRowsOfSet;
}

}  // namespace quadrille::query
