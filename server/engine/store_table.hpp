#pragma once

// The StoreTable has the Stores of the databases that an image serves, and what they share. Thread-safe; local.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "pgas/job.hpp"
#include "server/algorithms/graph_cache.hpp"
#include "server/engine/database_id.hpp"
#include "server/engine/lane_traffic.hpp"
#include "server/engine/store.hpp"

namespace quadrille::server {

class StoreTable {
 public:
  // Makes the memory for the graphs of calls, for all databases together, in each group. Called once, before the first
  // Store is opened, on every image with the same number; 0: no graphs are kept.
  void make_graph_cache(pgas::Job& job, std::uint64_t bytes);
  // For StoreOptions; nullptr: no graphs are kept. The Stores end before this table.
  GraphCache* graph_cache() const { return graph_cache_.get(); }

  void add(DatabaseId id, std::shared_ptr<Store> store);
  // Needs that no new command names it. Waits until the last one has ended, so that the result is the only holder; the
  // caller destroys the Store with all images.
  std::shared_ptr<Store> remove(DatabaseId id);
  // Needs that it is there: image 0 names only databases that all images have.
  std::shared_ptr<Store> find(DatabaseId id) const;
  // The Stores at this moment; remove() waits for the visitor.
  void visit(const std::function<void(const Store&)>& visitor) const;

  // What the lanes of this image send to other groups.
  LaneTraffic& traffic() { return traffic_; }

 private:
  std::unique_ptr<GraphCache> graph_cache_;
  mutable std::mutex mutex_;
  std::map<DatabaseId, std::shared_ptr<Store>> stores_;
  LaneTraffic traffic_;
};

}  // namespace quadrille::server
