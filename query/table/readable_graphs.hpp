#pragma once

// The graphs of one state of a database that a query may read: those for which its user has the right (base/graph_rights.hpp).
// What is not among them does not exist for the query.

#include <memory>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille::query {

struct ReadableGraphs {
  bool default_graph = true;
  std::shared_ptr<const std::vector<Huri>> named = nullptr;  // that hold quads, ascending; nullptr: all

  bool are_all() const { return default_graph && !named; }
};

}  // namespace quadrille::query
