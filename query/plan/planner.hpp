#pragma once

// plan() makes the operators of a query's pattern, for one state of the data and one size of team:
//
//   algebra -> translate() -> rewrite() -> ordered() -> placed() -> operators
//
//   translate   what is asked for                        query/plan/logical
//   rewrite     rules, one after the other               query/plan/rewrite
//   ordered     the order and the kind of each join      query/plan/order, by the costs of query/plan/cost
//   placed      where rows are, and the operators        query/plan/physical
//
// Each step has a plan as input and output, which to_text() shows and verify() checks. Every image makes the same plan,
// because all use the same statistics. In one group the first three steps do not depend on the size of the team.

#include "query/operators/operator.hpp"
#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"
#include "query/plan/physical/distribution.hpp"

namespace quadrille::query {

// Local, and collective as QueryDictionary::find() is. Throws Error(unsupported) and names the missing feature.
// `wanted`: the variables whose columns are needed.
logical::NodePtr logical_plan(Planning& planning, const parser::Algebra& algebra, const VariableSet& wanted);
// Local. Lets all images share the work of ORDER BY, if the plan is a whole answer in order, or many rows of it.
void share_order(logical::Node& plan);
// logical_plan(), placed.
OperatorPtr plan(Planning& planning, const parser::Algebra& algebra, const VariableSet& wanted);

}  // namespace quadrille::query
