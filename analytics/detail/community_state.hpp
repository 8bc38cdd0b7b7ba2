#pragma once

// CommunityState has the communities of one level: a label for each vertex, which is the number of some vertex, and
// exact sums. It is the same in each group.
//
//   Q = inside / total - resolution * (sum over labels of volume^2) / total^2

#include <cstdint>
#include <span>

#include "analytics/detail/community_crew.hpp"
#include "analytics/detail/community_level.hpp"

namespace quadrille::analytics::detail {

struct CommunityState {
  std::span<std::uint32_t> label;   // by number
  std::span<std::uint64_t> degree;  // by number: the sum of its weights
  std::span<std::uint64_t> volume;  // by label: the sum of the degrees of its members
  std::uint64_t total = 0;          // the sum of all degrees
  std::uint64_t inside = 0;         // the weight of edges within communities, in both directions

  // The cost of a unit of another's volume for a vertex of this degree, in units of weight.
  double cost_of(std::uint32_t number, double resolution) const {
    return total == 0 ? 0 : resolution * static_cast<double>(degree[number]) / static_cast<double>(total);
  }
};

// Collective in the crew; if the level is divided, in all groups. Makes the arrays. `label`: those to begin with, which
// belong to the state from now on; empty: each vertex alone.
CommunityState make_state(const CommunityCrew& crew, const CommunityLevel& level, std::span<std::uint32_t> label);
// Collective in the crew. Frees all but the labels.
void free_sums(const CommunityCrew& crew, CommunityState& state);

// Collective in all groups. Sums by number: those of own rows are sent to the other groups.
void share_sums(const CommunityCrew& crew, const CommunityLevel& level, std::span<std::uint64_t> sums);
// Collective in the crew. Volumes of the labels, from degrees.
void add_volumes(const CommunityCrew& crew, std::span<const std::uint32_t> label, std::span<const std::uint64_t> degree,
                 std::span<std::uint64_t> volume);
// Collective in the crew.
double modularity_of(const CommunityCrew& crew, const CommunityState& state, double resolution);

}  // namespace quadrille::analytics::detail
