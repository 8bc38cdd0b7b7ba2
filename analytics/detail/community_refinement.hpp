#pragma once

// The refinement of Leiden: V. A. Traag, L. Waltman, N. J. van Eck, From Louvain to Leiden: guaranteeing well-connected
// communities, 2019, algorithm A.2. Each community is divided anew: its vertices begin alone, and a vertex that is well
// connected with its community and still alone joins the neighbouring part of it that gains most modularity, if that
// is well connected too.
//
//   well connected   edges to the rest of the community >= resolution * volume * (volume of the rest) / total
//
// Vertices of a batch (community_batches.hpp) choose side by side. None of them joins another lone one of the batch, so
// a part that others join does not lose its first vertex, and every part is connected.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/community_batches.hpp"
#include "analytics/detail/community_state.hpp"
#include "analytics/detail/neighbour_weights.hpp"

namespace quadrille::analytics::detail {

class CommunityRefinement {
 public:
  // Collective in the crew, as run().
  CommunityRefinement(const CommunityCrew& crew, const CommunityLevel& level, const CommunityState& state,
                      double resolution, std::uint64_t seed);
  // Returns the parts: a label for each vertex. The caller frees it.
  std::span<std::uint32_t> run();

 private:
  struct Join {
    std::uint32_t number, part;
  };
  struct Change {
    std::uint32_t part, unused;
    std::uint64_t outside;  // added to that of the part, modulo 2^64
  };

  void begin_alone();
  void decide(std::uint32_t batch);
  bool is_well_connected(std::uint32_t part, std::uint32_t community) const;
  std::uint32_t best_part(std::uint32_t batch, std::size_t row, std::uint32_t number);
  void apply();
  void apply_changes(std::uint32_t batch);
  std::uint64_t change_by(std::uint32_t batch, std::size_t row) const;

  const CommunityCrew& crew_;
  const CommunityLevel& level_;
  const CommunityState& state_;
  const double resolution_;
  CommunityBatches batches_;
  NeighbourWeights weights_;
  std::span<std::uint32_t> part_;              // by number
  std::span<std::uint64_t> volume_, outside_;  // by part; outside: weight of edges to the rest of the community
  std::pmr::vector<Join> joins_;               // of this image in this batch
  std::pmr::vector<Change> changes_;
  std::vector<std::uint32_t> rows_;  // of the joins
};

// Collective in the crew; in all groups if the level is divided. Divides communities that are not connected into their
// components: labels are the least numbers of these. Returns whether there are any.
bool divide_unconnected(const CommunityCrew& crew, const CommunityLevel& level, std::span<std::uint32_t> label);

}  // namespace quadrille::analytics::detail
