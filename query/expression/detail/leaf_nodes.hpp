#pragma once

// The leaves of a compiled expression: a column of the batch, and a constant.

#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// `kinds`: the kinds that the column may hold.
NodePtr make_variable(ColumnIndex column, KindSet kinds);
NodePtr make_constant(const Value& value);

}  // namespace quadrille::query::detail
