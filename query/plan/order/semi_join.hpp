#pragma once

// The rule semi-join: where images read their own shards alone, rows that join a pattern without getting a column from
// it stay where they are, and the owners of their keys test them (query/joins/semi_join.hpp). The join order weighs
// this with its other joins; a join with a single pattern is decided here. Where placed() finds that the rows are on
// their owners' images already, they are looked up there instead. All functions are local.

#include <optional>

#include "query/index/routed_path.hpp"
#include "query/plan/logical/node.hpp"
#include "query/plan/order/join_costs.hpp"

namespace quadrille::query {

// Keys that their owners test.
struct KeysAsked {
  double rows = 0;          // rows with the keys
  double different = 0;     // different keys
  double pattern_rows = 0;  // rows that are searched
  std::size_t keys = 1;     // variables of a key
  std::size_t columns = 1;  // of the rows
};
// The cost of the semi-join, and that of the alternative: a hash join, to which the rows must be moved.
double cost_of_semi_join(const KeysAsked& asked, const JoinCosts& costs);
double cost_of_hash_join(const KeysAsked& asked, const JoinCosts& costs);

// True if owners test the keys wherever they can; for tests.
bool semi_joins_always(const Planning& planning);
// The way to the owners; nullopt: a semi-join is not possible, or switched off.
std::optional<RoutedPath> semi_join_way(const Planning& planning, JoinKind kind, const logical::Node& left,
                                        const QuadPattern& pattern);
// The same; nullopt also if a hash join costs less.
std::optional<RoutedPath> semi_join_that_pays(const Planning& planning, JoinKind kind, const logical::Node& left,
                                              const QuadPattern& pattern, double pattern_rows);

}  // namespace quadrille::query
