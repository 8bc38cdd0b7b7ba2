#pragma once

// VertexStacks have the vertices that a group will visit: a stack for each image, as a list through an array. Visits
// push further vertices, and each vertex is on at most one stack. An image with an empty stack takes a part of the
// stack of another one, which offers it; there are no barriers while any image has work.

#include <atomic>
#include <cstdint>
#include <span>
#include <thread>

#include "analytics/shared_bits.hpp"
#include "analytics/vertex_numbers.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class VertexStacks {
 public:
  // Collective in the group. Vertices are numbered below `vertices`.
  VertexStacks(Workers& workers, std::size_t vertices)
      : workers_(workers),
        below_(workers.make_shared<Slot>(vertices)),
        shared_(workers.make_filled<std::uint64_t>(kLines * 2, kNoSlot)) {
    if (workers.is_first()) shared_[kLines] = 0;
    workers.barrier();
  }

  // Local, with other images at the same time.
  void push(Slot vertex) {
    below_[vertex] = top_;
    top_ = vertex;
  }
  // Local. This image's stack becomes empty.
  void drop() { top_ = kNoSlot; }
  // Collective in the group. Calls visit(vertex) for all vertices, also for those that are pushed by visits, each on
  // one image; ends with a barrier.
  template <class Visit>
  void finish(Visit&& visit) {
    do {
      while (top_ != kNoSlot) {
        const Slot vertex = top_;
        top_ = below_[vertex];
        visit(vertex);
        if (workers_.size() > 1 && top_ != kNoSlot && idle().load(std::memory_order_relaxed) > finished_) offer();
      }
    } while (workers_.size() > 1 && take_offered());
    finished_ += static_cast<std::uint64_t>(workers_.size());
    workers_.barrier();
  }
  // Collective in the group.
  void free() {
    workers_.free_shared(below_);
    workers_.free_shared(shared_);
  }

 private:
  static constexpr std::size_t kLines = 8;      // words of a cache line
  static constexpr std::size_t kMostKept = 64;  // vertices that an image keeps when it offers the others
  static constexpr std::size_t kSpins = 256;    // between two calls of Workers::check()

  // The first vertex that is offered, or kNoSlot.
  std::atomic_ref<std::uint64_t> offered() const { return std::atomic_ref(shared_[0]); }
  // Images without work, in this call of finish() and all earlier ones.
  std::atomic_ref<std::uint64_t> idle() const { return std::atomic_ref(shared_[kLines]); }

  // Offers the lower half of the stack, or all but kMostKept vertices.
  void offer() {
    if (offered().load(std::memory_order_relaxed) != kNoSlot) return;
    Slot last = top_, end = below_[top_];
    for (std::size_t kept = 1; end != kNoSlot && kept < kMostKept; ++kept) {
      end = below_[end];
      if (end == kNoSlot) break;
      end = below_[end];
      if (end != kNoSlot) last = below_[last];
    }
    std::uint64_t none = kNoSlot;
    const Slot first = below_[last];
    if (first == kNoSlot || !offered().compare_exchange_strong(none, first, std::memory_order_release)) return;
    below_[last] = kNoSlot;
  }
  // Waits for an offer. Returns false if no image has work. Another image may still be about to take the last offer;
  // then it goes on alone.
  bool take_offered() {
    idle().fetch_add(1, std::memory_order_acq_rel);
    const std::uint64_t all = finished_ + static_cast<std::uint64_t>(workers_.size());
    for (std::size_t spins = 1;; ++spins) {
      const bool is_over = idle().load(std::memory_order_acquire) == all;
      if (offered().load(std::memory_order_relaxed) != kNoSlot) {
        top_ = static_cast<Slot>(offered().exchange(kNoSlot, std::memory_order_acquire));
        if (top_ != kNoSlot) {
          idle().fetch_sub(1, std::memory_order_acq_rel);
          return true;
        }
      } else if (is_over) {
        return false;
      }
      if (spins % kSpins == 0) workers_.check();
      std::this_thread::yield();
    }
  }

  Workers& workers_;
  const std::span<Slot> below_;            // by vertex on a stack: the one below it
  const std::span<std::uint64_t> shared_;  // two numbers on lines of their own
  Slot top_ = kNoSlot;                     // of this image's stack
  std::uint64_t finished_ = 0;             // idle() when finish() began
};

}  // namespace quadrille::analytics::detail
