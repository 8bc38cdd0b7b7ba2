#pragma once

// A SlotForest is a union-find structure over slots that all images of a group change: the root of a tree is its least
// slot. Source: the lock-free union of Afforest (Sutton 2018).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "analytics/shared_bits.hpp"
#include "analytics/vertex_numbers.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class SlotForest {
 public:
  // Collective in the group.
  SlotForest(Workers& workers, std::size_t slots) : workers_(workers), above_(workers.make_shared<Slot>(slots)) {
    const Range mine = workers.my_part(slots);
    for (std::size_t slot = mine.begin; slot < mine.end; ++slot) above_[slot] = static_cast<Slot>(slot);
    workers.barrier();
  }
  // Local, with other images at the same time. Returns the root that is none any more; kNoSlot if the trees were one.
  Slot unite(Slot left, Slot right) {
    for (;;) {
      left = root_of(left);
      right = root_of(right);
      if (left == right) return kNoSlot;
      if (left < right) std::swap(left, right);
      Slot expected = left;
      if (std::atomic_ref(above_[left]).compare_exchange_strong(expected, right, std::memory_order_relaxed)) {
        return left;
      }
    }
  }
  // Collective in the group. Afterwards each slot is directly below its root.
  void flatten() {
    workers_.for_each_task(above_.size(), Workers::kTaskVertices, [&](std::size_t begin, std::size_t end) {
      for (std::size_t slot = begin; slot < end; ++slot) {
        store_relaxed(above_[slot], root_of(static_cast<Slot>(slot)));
      }
    });
  }
  // The root, after flatten(); else a slot nearer to it.
  Slot above(Slot slot) const { return load_relaxed(above_[slot]); }
  // Collective in the group.
  void free() { workers_.free_shared(above_); }

 private:
  // Halves the path. A store may replace a higher ancestor by a lower one, but always by an ancestor.
  Slot root_of(Slot slot) {
    for (;;) {
      const Slot above = load_relaxed(above_[slot]);
      const Slot next = load_relaxed(above_[above]);
      if (above == next) return above;
      store_relaxed(above_[slot], next);
      slot = next;
    }
  }

  Workers& workers_;
  const std::span<Slot> above_;
};

}  // namespace quadrille::analytics::detail
