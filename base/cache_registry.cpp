#include "base/cache_registry.hpp"

#include <algorithm>
#include <map>

namespace quadrille {

void Cache::limit(std::size_t most_bytes) {
  most_bytes_.store(most_bytes, std::memory_order_relaxed);
  shrink();
}

void CacheRegistry::add(Cache& cache) {
  const std::lock_guard lock(mutex_);
  caches_.push_back(&cache);
  share_out();
}

void CacheRegistry::remove(Cache& cache) {
  const std::lock_guard lock(mutex_);
  std::erase(caches_, &cache);
  share_out();
}

// Memory is reserved before the caches may use it, and released when they have given it back.
void CacheRegistry::share_out() {
  std::size_t wanted = 0;
  for (const Cache* cache : caches_) wanted += cache->wanted_bytes();
  const std::size_t target = std::min(wanted, budget_bytes_);
  if (target > reserved_bytes_ && memory_.reserve(target - reserved_bytes_)) reserved_bytes_ = target;
  const std::size_t shared = std::min(target, reserved_bytes_);
  const double part = wanted == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(wanted);
  for (Cache* cache : caches_) {
    const std::size_t bytes = cache->wanted_bytes();
    cache->limit(shared == wanted ? bytes : static_cast<std::size_t>(static_cast<double>(bytes) * part));
  }
  if (reserved_bytes_ > target) {
    memory_.release(reserved_bytes_ - target);
    reserved_bytes_ = target;
  }
}

std::vector<CacheRegistry::Usage> CacheRegistry::usage() const {
  std::map<std::string, Usage> by_name;
  const std::lock_guard lock(mutex_);
  for (const Cache* cache : caches_) {
    Usage& usage = by_name[cache->name()];
    usage.name = cache->name();
    usage.bytes += cache->used_bytes();
    usage.most_bytes += cache->most_bytes();
  }
  std::vector<Usage> all;
  for (auto& [name, usage] : by_name) all.push_back(std::move(usage));
  return all;
}

}  // namespace quadrille
