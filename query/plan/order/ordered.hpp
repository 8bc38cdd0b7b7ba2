#pragma once

// ordered() makes of a logical plan one without groups: the parts of each JoinGroup are joined in the order that costs
// least (join_order.hpp), by hash joins or look-ups, and every node has its expected rows.
//
// Rules that need the order are in files of their own: bind-join, late-table, multiway-join, bushy-joins, semi-join.
//
// Local; see order_joins() for its cost. The input is not changed: the output refers to the same expressions.

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

// The dependent joins around a node, the innermost first: their inputs as they are ordered.
struct Dependents {
  DependentInputPtr input;
  const Dependents* around = nullptr;
};

// The surroundings of a node in its plan. Everything that it points to is ordered already.
struct Beside {
  const logical::Node* left = nullptr;  // the left side of the join whose right side the node is; nullptr: none
  bool is_late = false;  // the node is part of a late-table; each in another would double the work of planning
  const Dependents* dependents = nullptr;
  bool is_stored = false;  // the node reads stored rows, which have representatives of the left side's values

  Beside with_left(const logical::Node* side) const { return {side, is_late, dependents}; }
};
// `wanted`: the columns that are read above.
logical::NodePtr ordered(Planning& planning, const logical::Node& node, const VariableSet& wanted,
                         const Beside& beside = {});

// The parts of ordered().
logical::NodePtr order_group(Planning& planning, const logical::JoinGroup& group, const VariableSet& wanted,
                             const Beside& beside);
// True for nodes that keep the solutions of their parts: rows that are not compatible with the other side of a join may
// be left out below them.
bool passes_left(const logical::Node& node);
// Adds columns by which two sides without common variables can be joined, for conditions that expressions of both are
// equal. Returns their variables, which are dropped after the join. The conditions are still tested.
std::vector<VariableId> add_value_keys(Planning& planning, logical::NodePtr& left, logical::NodePtr& right,
                                       const logical::Conditions& conditions);
// The join with a single pattern that is looked up, or tested, for the rows of the left; nullptr: not possible, or a
// hash join costs less.
logical::NodePtr joined_with_pattern(Planning& planning, logical::Join& join, const logical::Node& right,
                                     const VariableSet& wanted);
bool can_index_join(const Planning& planning, JoinKind kind, const logical::Node& left, const QuadPattern& pattern);

}  // namespace quadrille::query
