#pragma once

// PlanFindings are what a planner has found in the data: row counts and join orders. The images of several groups plan
// with the findings of an image that sees all data: without a message, and with samples and caches, as in one group.
//
//   image 0: plan on the whole view -> findings -> to all images, with the query -> the same plan on each of them
//
// Local. The bytes pass between processes of one program and are never stored.

#include <string>
#include <string_view>

#include "query/plan/order/join_order_cache.hpp"

namespace quadrille::query {

struct PlanFindings {
  std::string counts;  // RowCounts::known()
  OrderMemory::Orders orders;
};

std::string to_bytes(const PlanFindings& findings);
PlanFindings findings_of(std::string_view bytes);

}  // namespace quadrille::query
