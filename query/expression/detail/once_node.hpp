#pragma once

// A OnceNode computes a costly expression of one column once for each different term, not once for each row.
//
//   column  | a b a a c b |     computed for rows 0, 1, 4; rows 2, 3, 5 get copies, and so do later batches
//
// In joins a value returns in many rows: a price that is cast for each pair of products, a name that a pattern tests.
// Values that point to text are not kept: the first one turns the node off, and so do terms that hardly repeat. A term
// that a query makes is computed each time. Memory: up to 4 MB.
//
// Local, like all nodes; one child, which is called once a batch.

#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// `node`: its value depends on the term in this column alone.
NodePtr make_once(NodePtr node, ColumnIndex column);

}  // namespace quadrille::query::detail
