#pragma once

// GhostLosses count what ghosts have lost in a round, such as edges or neighbours, and bring it to their owners.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

template <class T>
class GhostLosses {
 public:
  // Collective in the group. `mirrors` sends values of at least sizeof(T).
  GhostLosses(Workers& workers, const Graph& graph, Mirrors& mirrors)
      : workers_(workers),
        mirrors_(mirrors),
        own_(graph.own()),
        lost_(workers.make_filled(graph.ghosts(), T{0})),
        changed_(workers.make_filled(words_for_bits(graph.ghosts() > 0 ? graph.slots() : 0), std::uint64_t{0})) {}

  // Local, with other images at the same time. `by` is above 0.
  void add(Slot ghost, T by) {
    T& lost = lost_[ghost - own_];
    has_lost_ = true;
    if (workers_.size() == 1) {
      if (lost == 0) set_bit(changed_, ghost);
      lost += by;
    } else if (std::atomic_ref(lost).fetch_add(by, std::memory_order_relaxed) == 0) {
      set_bit_shared(changed_, ghost);
    }
  }
  // Collective. Calls take(own, lost) on the owners, and begins the next round. Returns false if no ghost of any group
  // has lost anything.
  template <class Take>
  bool exchange(Take&& take) {
    if (workers_.is_one_group() || !workers_.team().any(has_lost_)) return false;
    has_lost_ = false;
    mirrors_.collect_computed<T>([&](Slot ghost) { return lost_[ghost - own_]; }, changed_,
                                 [&](Slot own, T lost, int) { take(own, lost); });
    const Range words = workers_.my_part(changed_.size());
    for_each_bit(changed_, words.begin, words.end, [&](std::size_t slot) { lost_[slot - own_] = 0; });
    std::fill_n(changed_.begin() + static_cast<std::ptrdiff_t>(words.begin), words.size(), 0);
    workers_.barrier();
    return true;
  }
  // Collective in the group.
  void free() {
    workers_.free_shared(lost_);
    workers_.free_shared(changed_);
  }

 private:
  Workers& workers_;
  Mirrors& mirrors_;
  const std::size_t own_;
  const std::span<T> lost_;  // by ghost
  const BitWords changed_;   // ghosts that lost something
  bool has_lost_ = false;    // this image has counted something
};

}  // namespace quadrille::analytics::detail
