#pragma once

// The rule bind-join: the right side of a join is evaluated for the values that its left side binds, where that costs
// less than without them (query/operators/bind_join_rows.hpp).
//
//   a group      joins the values as one part more
//   a path       between two variables starts from the values of one of them
//   a service    is asked for the values; if they are its endpoints, in any case
//
// And the rule late-table: a table of a group that costs more than what it will be joined with is planned anew, as the
// right side of a bind join (late_table.cpp). All functions are local.

#include "query/plan/order/group_parts.hpp"
#include "query/plan/order/ordered.hpp"

namespace quadrille::query {

// Plans the right side of a join of any kind; it may read the values of the left (left_readers()). `beside`: that of
// the join.
logical::NodePtr ordered_beside(Planning& planning, const logical::Node& left, const logical::Node& right,
                                const VariableSet& wanted, const Beside& beside);

// Adds the values of the left side to the parts of a group, and returns the new order. nullopt: nothing is added, since
// `alone`, the cost without the values, is less.
std::optional<std::vector<JoinStep>> order_from_left(Planning& planning, GroupParts& group, const Beside& beside,
                                                     double alone);
void start_from_left(Planning& planning, logical::Path& path, const logical::Node& left);
// Gives a call the values of the left side that it needs. Throws Error(user) without them. `left`: may be nullptr.
void start_from_left(logical::Invoke& invoke, const std::vector<std::string>& names, const logical::Node* left);
void ask_for_left(Planning& planning, logical::Service& service, const logical::Node& left);

// Plans a table beside `joined`, the rows so far. `alone`: its plan for itself. nullptr: that is used, because it costs
// less, or because the rule does not apply.
logical::NodePtr late_table(Planning& planning, const logical::Node& table, const logical::Node& alone,
                            const logical::Node& joined, const VariableSet& wanted, const Beside& beside);

}  // namespace quadrille::query
