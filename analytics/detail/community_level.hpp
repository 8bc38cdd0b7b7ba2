#pragma once

// A CommunityLevel is a graph of one level of a community search: the projected graph itself, or that of the
// communities of the level before. Vertices have numbers 0 .. vertices-1 over all groups; those of the first level are
// in the order of HURIs, and a community has the number of its least vertex among those of all communities. So a lesser
// number is a lesser HURI of the least vertex, on all levels and in any grouping.
//
//   row         of the lists here: all vertices, or (several groups, large graph) the own ones
//   weight      a multiple of 2^-scale, as an integer: sums are exact in any order; without weights every edge has 1
//   a loop      counts as its weight in both directions, so the sum of a row is the degree of modularity

#include <cstdint>
#include <span>

#include "analytics/detail/community_crew.hpp"
#include "analytics/graph.hpp"

namespace quadrille::analytics::detail {

struct CommunityLevel {
  std::uint32_t vertices = 0;              // of all groups
  std::span<std::uint32_t> numbers;        // by row; empty: rows are numbers
  std::span<const std::uint64_t> offsets;  // by row, and the end
  std::span<const std::uint32_t> targets;  // numbers
  std::span<const std::uint64_t> weights;  // empty: each is 1
  bool single_loops = false;               // the weight of a loop is in the list once
  bool is_own = false;                     // this level has made its arrays

  std::size_t rows() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::uint32_t number_of(std::size_t row) const {
    return numbers.empty() ? static_cast<std::uint32_t>(row) : numbers[row];
  }
  // The weight of an edge between two numbers in a list, in one direction.
  std::uint64_t weight_of(std::uint64_t edge, bool is_loop) const {
    const std::uint64_t weight = weights.empty() ? 1 : weights[edge];
    return is_loop && single_loops ? 2 * weight : weight;
  }
};

// The first level, and what leads from its numbers to vertices.
struct FirstLevel {
  CommunityLevel level;
  std::span<const Huri> huris;  // by number
  bool has_own_huris = false;   // huris was made here
  int scale = 0;
};

// Collective. Needs the lists of an undirected graph. With one group and without weights nothing is copied.
FirstLevel make_first_level(const CommunityCrew& crew, const Graph& graph);
// Collective in the crew.
void free_level(const CommunityCrew& crew, CommunityLevel& level);

}  // namespace quadrille::analytics::detail
