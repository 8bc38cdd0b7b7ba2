#pragma once

// A HotOrder gives the values that lists read most often places near to each other, so that most random reads of a
// kernel that gathers values of neighbours hit a near cache. It has a copy of the in-lists with places instead of
// slots; each list keeps its order, so that sums over it stay the same bits.
//
//   class       | degree 2^16.. | ... | 2 to 3 | 1 | 0 |       a vertex is in the class of its out-degree's bit width
//   places       0 ...                              slots-1    within a class vertices ascend by slot
//
// Source: hub sorting, Y. Zhang, V. Kiriansky, C. Mendis, S. Amarasinghe, M. Zaharia, Making caches work for graph
// analytics, IEEE Big Data 2017.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

class HotOrder {
 public:
  // A graph of fewer vertices has values that fit into a near cache in any order.
  static constexpr std::uint64_t kLeastVertices = std::uint64_t{1} << 19;

  enum class Use : std::uint8_t { never, if_it_pays, always };  // it pays if few vertices have most of the edges

  // Collective. Needs in-lists and out-degrees. Unused, a vertex's place is its slot, and nothing is copied. `mirrors`
  // sends values of at least 4 bytes.
  HotOrder(Workers& workers, const Graph& graph, Mirrors& mirrors, Use use);
  // Collective in the group.
  void free();

  Slot place_of(Slot slot) const { return places_.empty() ? slot : places_[slot]; }
  // Parallel to the targets of the in-lists: their places.
  std::span<const Slot> targets() const { return targets_; }

 private:
  static constexpr std::size_t kClasses = 34;  // by bit width of degrees
  using ClassCounts = std::array<std::uint64_t, kClasses>;

  // Collective. places_ becomes the class of each slot.
  void set_classes(Mirrors& mirrors);
  // Local. Of this image's part of the slots.
  ClassCounts count_classes() const;
  static bool pays(const ClassCounts& counts);
  // Local. places_ of this image's part become places; `begins`: the first place of each class.
  void set_places(ClassCounts begins);
  void copy_lists();

  Workers& workers_;
  const Graph& graph_;
  std::span<Slot> places_;  // by slot; empty: places are slots
  std::span<Slot> copy_;    // of the lists; empty: there is none
  std::span<const Slot> targets_;
};

// Local. Bytes of all images' arenas together, at most. `edges`: of all in-lists.
std::uint64_t estimate_hot_order_bytes(std::uint64_t vertices, std::uint64_t edges);

}  // namespace quadrille::analytics
