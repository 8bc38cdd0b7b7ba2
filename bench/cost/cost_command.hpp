#pragma once

// `quadrille-bench cost`: measures the constants of the planner's cost model (query/plan/cost/costs.hpp).

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_cost_command(CLI::App& program);

}  // namespace quadrille::bench
