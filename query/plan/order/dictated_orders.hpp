#pragma once

// to_bytes() serializes the join orders of one planner for planners of the same query on other images. Samples
// are then taken once, and the first image's cache of join orders (join_order_cache.hpp) serves all images.
//
//   groups | steps of group 0 | steps of group 1 | ...        step: part, method, rows, cost, branch
//
// Local. Contains only groups of several parts. The bytes are passed between processes of one program and are never
// stored.

#include <string>
#include <string_view>
#include <vector>

#include "query/plan/order/join_order.hpp"

namespace quadrille::query {

std::string to_bytes(const std::vector<std::vector<JoinStep>>& orders);
std::vector<std::vector<JoinStep>> orders_of(std::string_view bytes);

}  // namespace quadrille::query
