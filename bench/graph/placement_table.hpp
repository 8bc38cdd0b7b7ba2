#pragma once

// `quadrille-bench graph --partition 2,4,8`: what a group would have to send if nodes were placed otherwise.

#include <string>
#include <vector>

#include "bench/graph/measured_graph.hpp"

namespace quadrille::bench {

// Local. A table with a line for each number of groups and each rule (placements.hpp): edges cut, ghosts with the bytes
// of their values of eight bytes, balance, and the time of the pass on one core.
std::string placement_table(const MeasuredGraph& measured, const std::vector<int>& groups);

}  // namespace quadrille::bench
