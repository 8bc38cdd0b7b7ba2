#pragma once

// Makes the graph of the communities of a level: the next level. The edges between two communities become one, with the
// sum of the weights; those within a community become a loop.
//
//   rows of each community's members --> a row of the community, by an array of sums
//   several groups: these rows are sent to all groups, and added --> lists
//
// The new level is in each group as a whole.

#include <cstdint>
#include <span>

#include "analytics/detail/community_crew.hpp"
#include "analytics/detail/community_level.hpp"

namespace quadrille::analytics::detail {

struct CoarseNumbers {
  std::span<std::uint32_t> of;  // by number: the number of its community
  std::uint32_t count = 0;
};

// Collective in the crew. Numbers the communities by their least vertices.
CoarseNumbers number_communities(const CommunityCrew& crew, std::span<const std::uint32_t> label);

// Collective in the crew; in all groups if the level is divided.
CommunityLevel make_coarse_level(const CommunityCrew& crew, const CommunityLevel& level, const CoarseNumbers& numbers);

}  // namespace quadrille::analytics::detail
