#pragma once

// OpenVertices are the vertices of a group that have no component yet, and the components of the others.

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics::detail {

class OpenVertices {
 public:
  // Collective in the group. All are open.
  OpenVertices(Workers& workers, const Graph& graph, Mirrors& mirrors)
      : workers_(workers),
        graph_(graph),
        mirrors_(mirrors),
        component_(workers.make_shared<Huri>(graph.own())),
        open_(workers.make_filled(words_for_bits(graph.slots()), ~std::uint64_t{0})) {
    if (workers.is_first() && graph.slots() % 64 != 0) {
      open_.back() = (std::uint64_t{1} << (graph.slots() % 64)) - 1;
    }
    workers.barrier();
  }

  bool has(Slot slot) const { return (load_relaxed(open_[slot / 64]) >> (slot % 64) & 1) != 0; }
  // Words by slot. Those of ghosts are as after the last share().
  ConstBitWords bits() const { return open_; }
  // Local, with other images at the same time. Closes an own vertex; returns true if it was open.
  bool close(Slot vertex, Huri component) {
    const std::uint64_t mask = std::uint64_t{1} << (vertex % 64);
    const std::uint64_t old = std::atomic_ref(open_[vertex / 64]).fetch_and(~mask, std::memory_order_relaxed);
    if ((old & mask) == 0) return false;
    component_[vertex] = component;
    return true;
  }
  // Collective. Ghosts are open where their owners are.
  void share() {
    workers_.barrier();
    mirrors_.update_bits(open_, true);
  }
  // Local, calls f(vertex) for the own open vertices of this image's part. Parts are whole words.
  template <class F>
  void for_each_here(F&& f) const {
    const Range mine = workers_.my_part(graph_.own(), 64);
    for (std::size_t word = mine.begin / 64; word * 64 < mine.end; ++word) {
      if (word % 1024 == 0) workers_.check();
      for (std::uint64_t rest = load_relaxed(open_[word]); rest != 0; rest &= rest - 1) {
        const std::size_t slot = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        if (slot < graph_.own()) f(static_cast<Slot>(slot));
      }
    }
  }
  // Collective. The number of open vertices of all groups.
  std::uint64_t count() const {
    std::uint64_t mine = 0;
    for_each_here([&](Slot) { ++mine; });
    return workers_.team().sum(mine);
  }
  std::span<const Huri> component() const { return component_; }
  // Collective in the group. The components stay.
  void free() { workers_.free_shared(open_); }

 private:
  Workers& workers_;
  const Graph& graph_;
  Mirrors& mirrors_;
  const std::span<Huri> component_;  // by own slot that is closed
  const BitWords open_;              // by slot
};

}  // namespace quadrille::analytics::detail
