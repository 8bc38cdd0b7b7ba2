#include "server/engine/store_table.hpp"

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace quadrille::server {

// The first image of a group keeps the graphs of the group; the others have none (graph_cache.hpp).
void StoreTable::make_graph_cache(pgas::Job& job, std::uint64_t bytes) {
  if (bytes == 0) return;
  const pgas::Team& team = job.team();
  const bool leads_group = team.rank() == team.group_begin(team.group());
  graph_cache_ = std::make_unique<GraphCache>(job.heap(), leads_group ? &job.caches() : nullptr, bytes);
}

void StoreTable::add(DatabaseId id, std::shared_ptr<Store> store) {
  const std::lock_guard lock(mutex_);
  stores_[id] = std::move(store);
}

std::shared_ptr<Store> StoreTable::remove(DatabaseId id) {
  std::shared_ptr<Store> removed;
  {
    const std::lock_guard lock(mutex_);
    const auto found = stores_.find(id);
    removed = std::move(found->second);
    stores_.erase(found);
  }
  while (removed.use_count() > 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return removed;
}

std::shared_ptr<Store> StoreTable::find(DatabaseId id) const {
  const std::lock_guard lock(mutex_);
  return stores_.at(id);
}

void StoreTable::visit(const std::function<void(const Store&)>& visitor) const {
  std::vector<std::shared_ptr<Store>> stores;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, store] : stores_) stores.push_back(store);
  }
  for (const std::shared_ptr<Store>& store : stores) visitor(*store);
}

}  // namespace quadrille::server
