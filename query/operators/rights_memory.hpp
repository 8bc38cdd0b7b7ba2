#pragma once

// A RightsMemory keeps the named graphs that users may read, for later queries with the same rights in the same state:
// prefixes are compared with the names of many graphs. Each image has its own. Thread-safe.

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "base/graph_rights.hpp"
#include "query/table/graph_view.hpp"

namespace quadrille::query {

class RightsMemory {
 public:
  static constexpr std::size_t kMostLists = 64, kMostGraphs = 1 << 20;

  // nullptr: it has none.
  GraphListPtr find(const GraphView& data, const GraphRights& rights);
  void keep(const GraphView& data, const GraphRights& rights, GraphListPtr graphs);

 private:
  static std::string key_of(const GraphView& data, const GraphRights& rights);

  std::mutex mutex_;
  std::deque<std::pair<std::string, GraphListPtr>> lists_;  // the oldest first
  std::size_t graphs_ = 0;                                  // of all lists
};

}  // namespace quadrille::query
