#pragma once

// A Scope is what a function of one solution may use besides its arguments.

#include <cstdint>

#include "query/expression/evaluation_context.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

struct Scope {
  Arena& arena;
  EvaluationContext& context;
  std::uint64_t solution = 0;  // number of the solution that the row belongs to (Batch::first_solution)
};

}  // namespace quadrille::query
