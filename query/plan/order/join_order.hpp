#pragma once

// order_joins() chooses the order in which the parts of a group are joined: the one with the lowest estimated cost, as
// far as the search is worthwhile. Parts that share a variable, or are linked by a condition, come before products.
//
//   parts            way
//   kMostExact       dynamic programming over their subsets; where it pays, with branches: (a b) joined with (c d)
//   kMostAllWeighed  greedily: what makes the next step cheapest
//   more             greedily among the kMostWeighed parts with the fewest rows that can be joined

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "query/index/cardinality.hpp"
#include "query/plan/order/join_costs.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

class JoinSamples;

// One part: a pattern that can be scanned or looked up, or a table that is computed separately.
struct JoinPart {
  std::optional<QuadPattern> pattern;
  Estimate estimate;
  VariableSet variables;  // variables that it binds in every row
};

enum class JoinMethod : std::uint8_t {
  start,       // the first part
  index_join,  // the rows so far are looked up in the pattern's index
  semi_join,   // rows are not moved; the owners of their keys test if the pattern has them
  hash,        // HashJoin; the new part is the build side
  hash_back,   // HashJoin; the rows so far are the build side, the new part is streamed
};

struct JoinStep {
  std::size_t part = 0;
  JoinMethod method = JoinMethod::start;
  double rows = 0;  // after the step
  double cost = 0;  // of all steps up to this one
  // Not null: the step joins no part, but a table that is joined from several parts in these steps.
  std::shared_ptr<const std::vector<JoinStep>> branch = nullptr;
};

// A condition by which two parts can be joined if they share no variable: an expression of one equals an expression of
// the other.
struct JoinLink {
  VariableSet first, second;  // the variables of each side
};

enum class JoinEffort : std::uint8_t { greedy, exact, with_branches };

// Local; well under 1 ms for 10 parts, some ms for 100, a second for 10,000. `look` is called once a step, if given.
// `samples`, if given, estimate how many rows match. `effort`: for groups of few parts.
std::vector<JoinStep> order_joins(const std::vector<JoinPart>& parts, const JoinCosts& costs = {},
                                  const std::function<void()>& look = {}, JoinSamples* samples = nullptr,
                                  const std::vector<JoinLink>& links = {}, JoinEffort effort = JoinEffort::exact);

}  // namespace quadrille::query
