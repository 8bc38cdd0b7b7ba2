#pragma once

// OperatorChoices restricts which of two equivalent operators a plan may choose. A server uses the defaults; tests
// force each alternative and compare the answers.

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
