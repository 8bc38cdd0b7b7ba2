#pragma once

// Boruvka's rounds on the edges that one group has: those with an end among its own vertices.

#include <cstdint>
#include <span>

#include "analytics/detail/slot_forest.hpp"
#include "analytics/graph.hpp"
#include "analytics/spanning_forest.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// True if `left` comes before `right` in a forest of least weight, or of greatest.
bool is_better(const ForestEdge& left, const ForestEdge& right, bool maximum);

class Boruvka {
 public:
  // Collective in the group.
  Boruvka(Workers& workers, const Graph& graph, bool maximum);
  // Collective in the group. The forest, in any order; an array shared by the group.
  std::span<ForestEdge> run();

 private:
  // An edge: a row of the lists in the upper half, the place in its list in the lower.
  using RowAndPlace = std::uint64_t;
  static constexpr RowAndPlace kNone = ~RowAndPlace{0};

  static Slot row_of(RowAndPlace edge) { return static_cast<Slot>(edge >> 32); }
  Slot target_of(RowAndPlace edge) const { return graph_.out().of(row_of(edge))[edge & 0xffffffff]; }
  ForestEdge edge_of(RowAndPlace edge) const;
  void offer(Slot tree, RowAndPlace edge);
  RowAndPlace best_of(Slot row);
  void find_best();
  bool unite_trees();
  std::span<ForestEdge> collect();

  Workers& workers_;
  const Graph& graph_;
  const bool maximum_;
  SlotForest trees_;
  const std::span<RowAndPlace> best_;    // by slot that is a root: the best edge that leaves its tree
  const std::span<RowAndPlace> chosen_;  // by slot that was a root: the edge that united its tree with another
  const BitWords inner_;                 // by own slot: all of its edges are in its tree
};

}  // namespace quadrille::analytics::detail
