#pragma once

// Things that make work cheaper and are made once as much has been spent without them as they cost: what is spent on
// both is at most twice the better of the two. All together keep to a budget; those that were used last stay.
//
//   spend(key, 40), get(key) -> nothing;  spend(key, 40), get(key): 80 spent, costs 70 -> makes it
//
// Kept has size_bytes(). Local; any number of threads: one makes a thing, the others go on without it meanwhile.

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

  // With less than `least_cost` spent nobody asks what a thing costs; what costs less is never made.
  EarnedCache(std::size_t most_bytes, std::uint64_t least_cost) : most_bytes_(most_bytes), least_cost_(least_cost) {}

  // The thing, if it is there or its time has come; else nullptr. `cost()`, in the unit of spend(), is asked for once;
  // `make()` returns nullptr if there is none to be had, ever; both may throw.
  template <class Cost, class Make>
  std::shared_ptr<const Kept> get(const Key& key, const Cost& cost, const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      const auto known = entries_.find(key);
      if (known == entries_.end()) return nullptr;
      Entry& entry = known->second;
      entry.last_use = ++uses_;
      if (entry.kept) return entry.kept;
      if (entry.refused || entry.in_the_making || entry.spent < least_cost_) return nullptr;
      if (entry.cost == 0) {
        entry.cost = cost();
        entry.refused = entry.cost < least_cost_;
      }
      if (entry.refused || entry.spent < entry.cost) return nullptr;
      entry.in_the_making = true;
    }
    std::shared_ptr<const Kept> made;
    try {
      made = make();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      entries_.at(key).in_the_making = false;
      throw;
    }
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_.at(key);
    entry.in_the_making = false;
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
    bool in_the_making = false;
    std::uint64_t last_use = 0;
    std::shared_ptr<const Kept> kept;
  };

  // With room for it: those that have not been used for longest go, and begin anew.
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
  std::uint64_t uses_ = 0;
  std::size_t used_bytes_ = 0;
};

}  // namespace quadrille
