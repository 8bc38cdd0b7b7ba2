#pragma once

// OperatorChoices restricts which of two equivalent plans a planner may choose. A server uses the defaults; tests force
// each alternative and compare the answers.

#include "query/index/routed_path.hpp"
#include "query/plan/logical/rules.hpp"
#include "query/table/key_runs.hpp"

namespace quadrille::query {

// States when the patterns of a cycle are joined at once (query/plan/order/multiway_order.hpp).
enum class MultiwayJoins : std::uint8_t { where_they_pay, always, never };

struct OperatorChoices {
  MultiwayJoins multiway = MultiwayJoins::where_they_pay;
  Grouping grouping = Grouping::by_order;
  SemiJoins semi_joins = SemiJoins::where_they_pay;
  RulesOff off = {};
};

}  // namespace quadrille::query
