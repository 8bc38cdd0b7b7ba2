#pragma once

// The order in which the parts of a group are joined: left-deep, by dynamic programming over their subsets (greedily
// past kMaxExact parts), at the lowest estimated cost. Parts that share a variable come before products.

#include <optional>
#include <vector>

#include "query/cardinality.hpp"
#include "query/variables.hpp"

namespace quadrille::query {

// One part: a pattern that can be scanned or looked up, or a table that is computed apart.
struct JoinPart {
  std::optional<QuadPattern> pattern;
  Estimate estimate;
  VariableSet variables;  // that it binds in every row
};

enum class JoinMethod : std::uint8_t {
  start,      // the first part
  look_up,    // IndexJoin: what is there so far is looked up in the pattern's index
  hash,       // HashJoin, the new part as the table that is built
  hash_back,  // HashJoin, what is there so far as the table that is built; the new part streams
};

struct JoinStep {
  std::size_t part;
  JoinMethod method;
  Estimate estimate;  // after the step
};

// Local; well under 1 ms for 10 parts.
std::vector<JoinStep> order_joins(const std::vector<JoinPart>& parts);

}  // namespace quadrille::query
