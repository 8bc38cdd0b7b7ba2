#pragma once

// Which of two operators that answer alike a plan may choose. A server leaves them all as they are; tests force one and
// then the other, and hold their answers against each other.

#include "query/index/look_up.hpp"
#include "query/plan/multiway_order.hpp"
#include "query/table/key_runs.hpp"

namespace quadrille::query {

struct OperatorChoices {
  MultiwayJoins multiway = MultiwayJoins::where_they_pay;
  Grouping grouping = Grouping::by_order;
  SemiJoins semi_joins = SemiJoins::where_they_pay;
};

}  // namespace quadrille::query
