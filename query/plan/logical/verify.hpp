#pragma once

// verify() checks what holds for every logical plan, between any two steps:
//
// L1  Every child is there, and a node has the columns that its children give it. Its certain variables and its
//     resources are some of those that its children give it.
// L2  A column that a node adds is not a column of the child below it: a mark, a number of dependent rows, a key, the
//     variable of an Extend, an output of a Group.
// L3  A column of the planner's own (its name begins with a dot) that a node reads is a column of its child; the keys
//     of a Slice and the hidden graph of a BindGraph are bound in every row of it.
// L4  What reads the rows of a join is inside that join: BindJoinValues and services that read the left side on the
//     right side of a bind join, whose left side binds their variables; a DependentScan in the body of the
//     DependentJoin with its number, of whose input it has columns.
// L5  A node belongs to the stage: Exists is gone after the rule decorrelate-exists, JoinGroup after the join order;
//     KeyColumn, PatternJoin, Multiway, BindJoinValues, bind joins and Scan come with the join order.

#include <span>
#include <string>
#include <string_view>

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

enum class PlanStage : std::uint8_t { translated, rewritten, ordered };

// Local. Throws Error(internal) that names `step` and the broken rule. `variables`: their names.
void verify(const logical::Node& root, PlanStage stage, std::string_view step, std::span<const std::string> variables);

// The same, for plans whose steps are verified (OperatorChoices::verifies).
inline void verify_step(const Planning& planning, const logical::Node& root, PlanStage stage, std::string_view step) {
  if (planning.verifies()) verify(root, stage, step, planning.variables);
}

}  // namespace quadrille::query
