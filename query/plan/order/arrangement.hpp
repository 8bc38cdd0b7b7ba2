#pragma once

// An Arrangement is what the search for a join order knows of the distribution and sort order of rows before there are
// operators. arranged_by() is the only place that derives it for a join:
//
//   method      result is distributed by                 sorted by
//   index_join  the common variables                     the common variable, if the left is sorted by it
//   semi_join   as the left: rows do not move            as the left
//   hash        the common variables; as the left if     as the left
//               the part is copied to all images
//   hash_back   the common variables; as the part if     as the part
//               the rows so far are copied
//
// The operators themselves derive the same more exactly, in schema_of() of HashJoin, IndexJoin and SemiJoin.

#include "query/plan/order/join_order.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

struct Arrangement {
  VariableSet spread_by;  // rows are, or can be, distributed by one of these
  VariableSet sorted_by;  // likewise: in shard order of one of these
};

// `left`: the rows so far; `part`: the table that is joined with them. `common`: their common variables. `is_copied`:
// the side that is built is small, so all images get it and the other one stays. `moves`: rows are moved for joins.
Arrangement arranged_by(JoinMethod method, const Arrangement& left, const Arrangement& part, const VariableSet& common,
                        bool is_copied, bool moves);

}  // namespace quadrille::query
