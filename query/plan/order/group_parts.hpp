#pragma once

// GroupParts are the parts of a group, while their order is chosen: its patterns and tables, and what a rule adds.

#include <vector>

#include "query/plan/logical/node.hpp"
#include "query/plan/order/join_order.hpp"

namespace quadrille::query {

struct GroupParts {
  std::vector<JoinPart> parts;
  std::vector<logical::NodePtr> tables;  // by part; nullptr: a pattern, which is scanned or looked up as the order says
  std::vector<JoinLink> links;

  // All functions are local.
  void add(Planning& planning, const logical::Pattern& pattern);
  void add(logical::NodePtr table);
};

// The rows of a pattern. `preferred`: logical::Scan.
logical::NodePtr scan(const QuadPattern& pattern, double rows, const VariableSet& wanted,
                      std::optional<VariableId> preferred = std::nullopt);

// The order that costs least, or that an earlier query or another image has found (join_order_cache.hpp). Uses samples
// for joins that cost much.
std::vector<JoinStep> join_steps(Planning& planning, const GroupParts& group);

}  // namespace quadrille::query
