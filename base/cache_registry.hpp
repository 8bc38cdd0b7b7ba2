#pragma once

// A CacheRegistry lists all caches of a process and divides one memory budget among them. The Job owns it
// (pgas/job.hpp); the maker of a cache passes the registry to it.
//
//   wanted   texts 32 MB, plans 32 MB, adjacency indexes 150 MB, ...     the size up to which a cache is of use; never
//            more than its data can fill, so that small databases take no part from a large one
//   limit    the wanted size, if all of them fit into the budget; otherwise each gets the same part of it
//   memory   the limits are reserved where the budget comes from (the heap of the image), so that caches and queries
//            together keep to it
//
// A cache that comes or goes changes the limits of the others: during a compaction two generations have caches. A cache
// beyond its limit removes its least recently used entries. Thread-safe; outlives the caches.

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace quadrille {

// The base class of caches: memory that saves work and can be freed at any time.
class Cache {
 public:
  Cache(std::string name, std::size_t wanted_bytes)
      : name_(std::move(name)), wanted_bytes_(wanted_bytes), most_bytes_(wanted_bytes) {}
  virtual ~Cache() = default;
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  const std::string& name() const { return name_; }
  std::size_t wanted_bytes() const { return wanted_bytes_; }
  // The limit. Without a registry it is the wanted size.
  std::size_t most_bytes() const { return most_bytes_.load(std::memory_order_relaxed); }
  virtual std::size_t used_bytes() const = 0;
  // Called by the registry, in any thread.
  void limit(std::size_t most_bytes);

 protected:
  // Removes entries until used_bytes() <= most_bytes(). Must not call the registry.
  virtual void shrink() = 0;

 private:
  const std::string name_;
  const std::size_t wanted_bytes_;
  std::atomic<std::size_t> most_bytes_;
};

class CacheRegistry {
 public:
  // The memory from which the limits are reserved. `reserve` returns false if there is too little now.
  struct Memory {
    std::function<bool(std::size_t bytes)> reserve;
    std::function<void(std::size_t bytes)> release;
  };
  CacheRegistry(std::size_t budget_bytes, Memory memory) : budget_bytes_(budget_bytes), memory_(std::move(memory)) {}
  CacheRegistry(const CacheRegistry&) = delete;
  CacheRegistry& operator=(const CacheRegistry&) = delete;

  struct Usage {
    std::string name;
    std::size_t bytes = 0, most_bytes = 0;
  };
  // By name; caches of one name together.
  std::vector<Usage> usage() const;
  std::size_t budget_bytes() const { return budget_bytes_; }

 private:
  friend class CacheMembership;
  void add(Cache& cache);
  void remove(Cache& cache);
  void share_out();

  const std::size_t budget_bytes_;
  const Memory memory_;
  mutable std::mutex mutex_;
  std::vector<Cache*> caches_;
  std::size_t reserved_bytes_ = 0;
};

// The last member of a cache, so that the registry lists it only while it is complete. `registry` may be nullptr.
class CacheMembership {
 public:
  CacheMembership(CacheRegistry* registry, Cache& cache) : registry_(registry), cache_(cache) {
    if (registry_ != nullptr) registry_->add(cache_);
  }
  ~CacheMembership() {
    if (registry_ != nullptr) registry_->remove(cache_);
  }
  CacheMembership(const CacheMembership&) = delete;
  CacheMembership& operator=(const CacheMembership&) = delete;

 private:
  CacheRegistry* const registry_;
  Cache& cache_;
};

}  // namespace quadrille
