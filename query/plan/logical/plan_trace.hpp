#pragma once

// A PlanTrace holds the steps of planning one query, for EXPLAIN.

#include <cstddef>
#include <string>
#include <vector>

#include "parser/default_prefixes.hpp"

namespace quadrille::query {

struct PlanTrace {
  struct Step {
    std::string name;       // "translate", "push-conditions", "join order"
    std::size_t times = 0;  // that a rule has changed the plan
    std::string plan;       // afterwards, as text; empty for rules that are part of a later step
  };
  std::vector<parser::Prefix> prefixes;  // of the query
  std::vector<Step> steps;
};

}  // namespace quadrille::query
