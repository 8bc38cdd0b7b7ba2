#include "server/engine/store_table.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace quadrille::server {

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
  const std::lock_guard lock(mutex_);
  for (const auto& [id, store] : stores_) visitor(*store);
}

}  // namespace quadrille::server
