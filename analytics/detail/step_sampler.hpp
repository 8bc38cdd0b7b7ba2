#pragma once

// Draws the next vertex of a random walk from the list of the vertex where it is (walks.hpp).

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/walks.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// The random numbers of one step of a walk.
struct StepNumbers {
  std::uint64_t key;  // of the walk
  std::uint64_t step;
};

// A neighbour to which a walk may go.
struct StepCandidate {
  Slot to = kNoSlot;        // kNoSlot: the walk ends
  std::uint32_t tries = 0;  // until here
  bool is_open = false;     // takes() decides
};

class StepSampler {
 public:
  // Collective in the group. With weights, sums them up along each list.
  StepSampler(Workers& workers, const Graph& graph, double p, double q);
  // Collective in the group.
  void free() { workers_.free_shared(sums_); }

  // Local. The first candidate after `tries` of them that is not rejected at once. `at` is an own vertex; `before` is
  // kNoSlot at the first step, and if this group has no slot for that vertex.
  StepCandidate next(Slot at, Slot before, bool is_first_step, const StepNumbers& numbers, std::uint32_t tries) const;
  // Local. True if an open candidate is taken; else next() follows. `has_edge`: from the vertex before to it.
  bool takes(bool has_edge) const { return has_edge == (near_factor_ > far_factor_); }
  // Local. True if there is an edge from an own vertex to another one (kNoSlot: one that has none here).
  bool has_edge(Slot from, Slot to) const;

  static std::uint64_t key_of(std::uint64_t seed, Huri start, std::uint64_t turn);

 private:
  void sum_up(Range rows);
  double mass(Slot at) const;
  Slot draw(Slot at, std::uint64_t bits) const;
  double mass_of_edges(Slot at, Slot to) const;
  Range edges_to(Slot at, Slot to) const;

  Workers& workers_;
  const Graph& graph_;
  const bool is_plain_;         // p = q = 1
  const double return_factor_;  // 1/p, 1 and 1/q, in proportion to the greatest of 1 and 1/q
  const double near_factor_;
  const double far_factor_;
  std::span<double> sums_;  // of weights in each list, up to and with each edge; empty: no weights
};

}  // namespace quadrille::analytics
