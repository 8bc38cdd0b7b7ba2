#pragma once

// An EarnedCache builds an accelerator once the work spent without it equals its cost (ski rental): the total is then
// at most twice the better choice. All accelerators together keep to the limit of the cache (base/cache_registry.hpp),
// also while one is being built; the most recently used ones stay.
//
//   spend(key, 40), get(key) -> nothing;  spend(key, 40), get(key): 80 spent, costs 70 -> makes it
//
// Kept must have size_bytes(). Local; any number of threads: one thread builds, the others continue without the
// accelerator. Only one is built at a time.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/cache_registry.hpp"

namespace quadrille {

template <class Kept>
class EarnedCache final : public Cache {
 public:
  using Key = std::vector<std::uint64_t>;
  static constexpr std::size_t kMostEntries = 100'000;  // keys that are counted

  // The cost is computed only when at least `least_cost` has been spent; cheaper accelerators are never built.
  // `registry` may be nullptr.
  EarnedCache(CacheRegistry* registry, std::string name, std::size_t wanted_bytes, std::uint64_t least_cost)
      : Cache(std::move(name), wanted_bytes), least_cost_(least_cost), membership_(registry, *this) {}

  // The accelerator, if it exists or pays by now; else nullptr. `cost()`, in the unit of spend(), is called once.
  // `make(make_room)` builds it; it calls make_room(bytes) before it grows to that size, and stops if that returns
  // false. It returns nullptr if the accelerator cannot be built at all. Both may throw. If `make()` throws (the
  // caller's time is over, or there is no memory at present) or has no room, it is called again when half of the cost
  // has been spent in addition.
  template <class Cost, class Make>
  std::shared_ptr<const Kept> get(const Key& key, const Cost& cost, const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      const auto known = entries_.find(key);
      if (known == entries_.end()) return nullptr;
      Entry& entry = known->second;
      entry.last_use = ++uses_;
      if (entry.kept) return entry.kept;
      if (entry.refused || is_making_ || entry.spent < least_cost_) return nullptr;
      if (entry.cost == 0) {
        entry.cost = cost();
        entry.refused = entry.cost < least_cost_;
      }
      if (entry.refused || entry.spent < entry.cost) return nullptr;
      is_making_ = true;
    }
    std::shared_ptr<const Kept> made;
    bool has_room = true;
    try {
      made = make([&](std::size_t bytes) { return has_room = make_room(bytes); });
    } catch (...) {
      const std::lock_guard lock(mutex_);
      end_making();
      entries_.at(key).try_later();
      throw;
    }
    const std::lock_guard lock(mutex_);
    end_making();
    Entry& entry = entries_.at(key);
    if (made) {
      keep(entry, made);
    } else if (has_room) {
      entry.refused = true;
    } else {  // the limit may grow
      entry.try_later();
    }
    return made;
  }

  void spend(const Key& key, std::uint64_t much) {
    const std::lock_guard lock(mutex_);
    const auto known = entries_.find(key);
    if (known != entries_.end()) {
      known->second.spent += much;
    } else if (entries_.size() < kMostEntries) {
      entries_[key].spent = much;
    }
  }

  std::size_t used_bytes() const override {
    const std::lock_guard lock(mutex_);
    return kept_bytes_ + room_bytes_;
  }

 private:
  struct Entry {
    std::uint64_t spent = 0;
    std::uint64_t cost = 0;  // 0: not known yet
    bool refused = false;
    std::uint64_t last_use = 0;
    std::shared_ptr<const Kept> kept;

    void try_later() { spent = cost / 2; }
  };

  bool make_room(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes > most_bytes()) return false;
    room_bytes_ = bytes;
    remove_oldest();
    return true;
  }
  void end_making() {
    is_making_ = false;
    room_bytes_ = 0;
  }
  void keep(Entry& entry, std::shared_ptr<const Kept> made) {
    kept_bytes_ += made->size_bytes();
    entry.kept = std::move(made);
    remove_oldest();
  }
  void shrink() override {
    const std::lock_guard lock(mutex_);
    remove_oldest();
  }
  // The least recently used ones beyond the limit are removed and start again.
  void remove_oldest() {
    while (kept_bytes_ > 0 && kept_bytes_ + room_bytes_ > most_bytes()) {
      Entry* oldest = nullptr;
      for (auto& [key, entry] : entries_) {
        if (entry.kept && (!oldest || entry.last_use < oldest->last_use)) oldest = &entry;
      }
      kept_bytes_ -= oldest->kept->size_bytes();
      oldest->kept.reset();
      oldest->spent = 0;
    }
  }

  const std::uint64_t least_cost_;
  mutable std::mutex mutex_;
  std::map<Key, Entry> entries_;
  bool is_making_ = false;
  std::uint64_t uses_ = 0;
  std::size_t kept_bytes_ = 0;
  std::size_t room_bytes_ = 0;  // of the one that is being built
  const CacheMembership membership_;
};

}  // namespace quadrille
