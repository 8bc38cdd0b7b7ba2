#pragma once

// estimate() sets the rows that a node of an ordered plan is expected to have, from those of its children. Joins of a
// group get theirs from the join order (query/plan/order/join_order.hpp), which knows more.

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

// Local. Not for JoinGroup and Exists, which are no nodes of ordered plans. Those that a rule gives
// rows keep them: BindJoinValues, Scan, SkipScan, Multiway.
void estimate(Planning& planning, logical::Node& node);

// A node with its columns and rows.
template <class Kind>
logical::NodePtr estimated(Planning& planning, Kind kind) {
  logical::NodePtr node = make(std::move(kind));
  estimate(planning, *node);
  return node;
}

}  // namespace quadrille::query
