#pragma once

// The leaves of a compiled expression: a column of the batch, and a constant.

#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

NodePtr make_variable(ColumnIndex column);
NodePtr make_constant(const Value& value);

}  // namespace quadrille::query::detail
