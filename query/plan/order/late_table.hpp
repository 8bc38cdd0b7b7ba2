#pragma once

// The rule late-table: a table of a group that costs more than what it will be joined with is planned anew, as the
// right side of a bind join (bind_join.hpp), instead of as it is for itself.

#include "query/plan/order/ordered.hpp"

namespace quadrille::query {

// Local. Plans the table beside `joined`, the rows so far. `alone`: its plan for itself. nullptr: that is used, because
// it costs less, or because the rule does not apply.
logical::NodePtr late_table(Planning& planning, const logical::Node& table, const logical::Node& alone,
                            const logical::Node& joined, const VariableSet& wanted, const Beside& beside);

}  // namespace quadrille::query
