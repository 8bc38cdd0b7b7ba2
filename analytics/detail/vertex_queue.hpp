#pragma once

// A VertexQueue has the vertices that a group will visit. All images push, and take what was pushed in rounds. Each
// vertex is pushed at most once. Source: the sliding queue of the GAP benchmark suite (Beamer 2015).

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analytics/shared_bits.hpp"
#include "analytics/vertex_numbers.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class VertexQueue {
 public:
  // Collective in the group. At most `vertices` are pushed.
  VertexQueue(Workers& workers, std::size_t vertices)
      : workers_(workers),
        slots_(workers.make_shared<Slot>(vertices)),
        end_(workers.make_filled<std::uint64_t>(1, 0)) {}

  // Local, with other images at the same time.
  void push(Slot vertex) {
    if (held_ == held_here_.size()) flush();
    held_here_[held_++] = vertex;
  }
  // Collective in the group. The vertices that were pushed since the last call, in any order.
  std::span<const Slot> take() {
    flush();
    workers_.barrier();
    const std::uint64_t begin = taken_;
    taken_ = load_relaxed(end_[0]);
    workers_.barrier();  // all have read the end before one pushes again
    return slots_.subspan(begin, taken_ - begin);
  }
  // Collective in the group.
  void free() {
    workers_.free_shared(slots_);
    workers_.free_shared(end_);
  }

 private:
  void flush() {
    if (held_ == 0) return;
    const std::uint64_t place = std::atomic_ref(end_[0]).fetch_add(held_, std::memory_order_relaxed);
    std::copy_n(held_here_.begin(), held_, slots_.begin() + static_cast<std::ptrdiff_t>(place));
    held_ = 0;
  }

  Workers& workers_;
  const std::span<Slot> slots_;
  const std::span<std::uint64_t> end_;  // of what images have flushed: one number
  std::uint64_t taken_ = 0;
  std::size_t held_ = 0;
  std::array<Slot, 256> held_here_;  // by this image, not yet flushed
};

}  // namespace quadrille::analytics::detail
