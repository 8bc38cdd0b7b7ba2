#pragma once

// Which patterns of a group make cycles that a multiway join (multiway_join.hpp) is good for, in which order it takes
// their variables, and what that costs. Local; some microseconds.

#include <cstdint>
#include <optional>
#include <vector>

#include "query/plan/join_order.hpp"

namespace quadrille::query {

// When cycles are joined at once: tests have one way judge the other.
enum class MultiwayJoins : std::uint8_t { where_they_pay, always, never };

struct MultiwayOrder {
  std::vector<std::size_t> parts;  // patterns of two variables, at least three of them: each variable is in two
  std::vector<VariableId> variables;
  double rows = 0;  // of the joined table
  double cost = 0;  // reading the tables included; in units of join_order.cpp
};

// nullopt: the patterns have no cycle over three variables or more.
std::optional<MultiwayOrder> multiway_order(const std::vector<JoinPart>& parts);

}  // namespace quadrille::query
