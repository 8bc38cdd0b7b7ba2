#pragma once

// CandidateLists has, for each slot, the vertices that have its vertex as an out-neighbour: the candidates that may be
// similar to each other. Candidates are numbered by HURI. With one group they are the own vertices, and the lists are
// the graph's in-lists.
//
// With several groups a group also needs the in-lists of its ghosts, as far as own vertices point to them. Each owner
// sends them as HURIs, with the number of out-neighbours of each; vertices that are neither own nor ghosts get numbers
// among the candidates, but no slots.
//
//   block of a member   | rows, entries | head of each row | HURIs of each row | numbers of neighbours of each |

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct CandidateLists {
  std::span<const Huri> huris;             // by candidate, ascending
  std::span<const std::uint32_t> degrees;  // by candidate: its out-neighbours without itself
  std::span<const std::uint32_t> numbers;  // by slot: its candidate; empty: the slot itself
  std::span<const std::uint64_t> offsets;  // by slot, and the end
  std::span<const std::uint32_t> targets;  // candidates; those of a list ascend

  // Of a vertex that is own or has an own in-neighbour.
  std::span<const std::uint32_t> of(Slot slot) const {
    return targets.subspan(offsets[slot], offsets[slot + 1] - offsets[slot]);
  }
  std::uint32_t number_of(Slot slot) const { return numbers.empty() ? slot : numbers[slot]; }
};

// Collective. Arrays are shared by the group.
CandidateLists make_candidate_lists(Workers& workers, const Graph& graph);
// Collective in the group.
void free_candidate_lists(Workers& workers, const CandidateLists& lists);

// Local. The out-neighbours of an own vertex without itself.
std::uint32_t other_neighbours(const Lists& lists, Slot row);

}  // namespace quadrille::analytics
