#pragma once

// rewrite() applies the rules to a logical plan, one after the other, each in a file of its own:
//
//   decorrelate-exists      EXISTS becomes a join, where its pattern need not see the outer rows
//   fold-constants          a condition without variables is computed once
//   push-conditions         a condition goes down to the part that binds its variables
//   merge-equal-variables   FILTER(?a = ?b) becomes one variable, where equal values are the same term
//   ranges-from-conditions  a pattern reads only the terms that the conditions allow
//   counts-from-index       DISTINCT and GROUP BY of one pattern read the different values of an index column
//   top-rows                ORDER BY below LIMIT keeps only the rows that are wanted
//
// The others are part of the join order (query/plan/order: bind-join, late-table, multiway-join, bushy-joins,
// semi-join) or need its result (query/plan/physical: rows-together). verify() runs after each rule, where steps are
// verified. All functions are local, and collective as QueryDictionary::find() is.

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

void rewrite(Planning& planning, logical::NodePtr& root);

// The rules. Each changes the plan below `root` and counts in planning.fired what it did.
// `decorrelates`: false evaluates every pattern with the outer rows. No Exists is left.
void expand_exists(Planning& planning, logical::NodePtr& root, bool decorrelates);
void fold_constants(Planning& planning, logical::NodePtr& root);
void push_conditions(Planning& planning, logical::NodePtr& root);
void merge_equal_variables(Planning& planning, logical::NodePtr& root);
void ranges_from_conditions(Planning& planning, logical::NodePtr& root);
void counts_from_index(Planning& planning, logical::NodePtr& root);
void top_rows(Planning& planning, logical::NodePtr& root);

}  // namespace quadrille::query
