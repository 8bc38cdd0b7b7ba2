#pragma once

// Out-degrees from in-lists, for kernels that read no out-lists. They are counted after parallel edges were united.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Collective. By own slot. `graph` has in-lists. Cost: about 2 ns an edge; each image takes four bytes a slot while it
// counts. Between groups, one exchange.
std::span<const std::uint32_t> count_out_degrees(Workers& workers, const Graph& graph);

}  // namespace quadrille::analytics::detail
