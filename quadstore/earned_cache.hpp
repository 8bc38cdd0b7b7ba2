#pragma once

// An EarnedCache builds an accelerator once the work spent without it equals its cost (ski rental): the total is then
// at most twice the better choice. All accelerators together keep to a memory budget; the most recently used ones
// stay.
//
//   spend(key, 40), get(key) -> nothing;  spend(key, 40), get(key): 80 spent, costs 70 -> makes it
//
// Kept must have size_bytes(). Local; any number of threads: one thread builds, the others continue without the
// accelerator. Only one is built at a time, so that building needs at most its memory in addition.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace quadrille {

template <class Kept>
class EarnedCache {
 public:
  using Key = std::vector<std::uint64_t>;
  static constexpr std::size_t kMostEntries = 100'000;  // keys that are counted

  // The cost is computed only when at least `least_cost` has been spent; cheaper accelerators are never built.
  EarnedCache(std::size_t most_bytes, std::uint64_t least_cost) : most_bytes_(most_bytes), least_cost_(least_cost) {}

  // The accelerator, if it exists or pays by now; else nullptr. `cost()`, in the unit of spend(), is called once.
  // `make()` returns nullptr if the accelerator cannot be built at all. Both may throw. If `make()` throws (the
  // caller's time is over, or there is no memory at present), it is called again when half of the cost has been spent
  // in addition.
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
    try {
      made = make();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      is_making_ = false;
      Entry& entry = entries_.at(key);
      entry.spent = entry.cost / 2;
      throw;
    }
    const std::lock_guard lock(mutex_);
    is_making_ = false;
    Entry& entry = entries_.at(key);
    entry.refused = !made;
    if (made) keep(entry, made);
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

  std::size_t most_bytes() const { return most_bytes_; }
  std::size_t used_bytes() const {
    const std::lock_guard lock(mutex_);
    return used_bytes_;
  }

 private:
  struct Entry {
    std::uint64_t spent = 0;
    std::uint64_t cost = 0;  // 0: not known yet
    bool refused = false;
    std::uint64_t last_use = 0;
    std::shared_ptr<const Kept> kept;
  };

  // Makes room for it: the least recently used ones are removed and start again.
  void keep(Entry& entry, std::shared_ptr<const Kept> made) {
    used_bytes_ += made->size_bytes();
    entry.kept = std::move(made);
    while (used_bytes_ > most_bytes_) {
      Entry* oldest = nullptr;
      for (auto& [key, other] : entries_) {
        if (other.kept && &other != &entry && (!oldest || other.last_use < oldest->last_use)) oldest = &other;
      }
      if (!oldest) return;
      used_bytes_ -= oldest->kept->size_bytes();
      oldest->kept.reset();
      oldest->spent = 0;
    }
  }

  const std::size_t most_bytes_;
  const std::uint64_t least_cost_;
  mutable std::mutex mutex_;
  std::map<Key, Entry> entries_;
  bool is_making_ = false;
  std::uint64_t uses_ = 0;
  std::size_t used_bytes_ = 0;
};

}  // namespace quadrille
