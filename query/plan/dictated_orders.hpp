#pragma once

// The orders of joins of one planner as bytes, for planners of the same query on other images: then samples are taken
// once, and what the first image keeps of like queries (join_order_cache.hpp) serves all.
//
//   groups | steps of group 0 | steps of group 1 | ...        step: part, method, estimate, cost
//
// Local. Only groups of several parts are there. The bytes go between processes of one program, not into files.

#include <string>
#include <string_view>
#include <vector>

#include "query/plan/join_order.hpp"

namespace quadrille::query {

std::string to_bytes(const std::vector<std::vector<JoinStep>>& orders);
std::vector<std::vector<JoinStep>> orders_of(std::string_view bytes);

}  // namespace quadrille::query
