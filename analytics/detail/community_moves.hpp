#pragma once

// Moves of vertices to communities of their neighbours, in rounds (V. D. Blondel et al., Fast unfolding of communities
// in large networks, 2008). A round has batches (community_batches.hpp): all vertices of a batch choose by the state
// before it, then all their moves are made. This is after H. Lu, M. Halappanavar, A. Kalyanaraman, Parallel heuristics
// for scalable community detection, 2015, with random batches in place of colours. Two lone vertices of a batch do not
// change places: only the greater one may join the lesser one.
//
// After the first round only vertices near a change are looked at. A round that lowers modularity is undone and made
// again with more batches.

#include <cstdint>
#include <span>
#include <vector>

#include "analytics/detail/community_batches.hpp"
#include "analytics/detail/community_state.hpp"
#include "analytics/detail/neighbour_weights.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics::detail {

struct MoveOptions {
  double resolution = 1;
  double threshold = 1e-6;  // ends when a round does not add more to the modularity
  std::uint64_t seed = 0;
};

// A vertex that changes its label. `row` is that of the image that has decided it.
struct CommunityMove {
  std::uint32_t number, label;
};

class CommunityMoves {
 public:
  // Collective in the crew, as all functions.
  CommunityMoves(const CommunityCrew& crew, const CommunityLevel& level, CommunityState& state,
                 const MoveOptions& options);
  // Moves vertices until that adds little; returns the modularity, which is at least `modularity`, that of the state.
  double run(double modularity);
  int rounds() const { return rounds_; }
  void free();

 private:
  // The changes that this image has made in a batch or round.
  struct Changes {
    std::int64_t inside = 0;
    std::uint64_t moves = 0;
    Changes& operator+=(const Changes& other) {
      inside += other.inside;
      moves += other.moves;
      return *this;
    }
  };

  Changes run_round(const CommunityBatches& batches);
  void decide(const CommunityBatches& batches, std::uint32_t batch);
  template <bool kHasWeights>
  std::uint32_t best_label(const CommunityBatches& batches, std::size_t row, std::uint32_t number);
  bool may_join(const CommunityBatches& batches, std::uint32_t number, std::uint32_t label) const;
  void apply();
  void make_move(const CommunityMove& move);
  std::int64_t look_around(const CommunityBatches& batches, std::uint32_t batch, std::size_t row);
  void share_active();
  void undo();

  const CommunityCrew& crew_;
  const CommunityLevel& level_;
  CommunityState& state_;
  const MoveOptions options_;
  NeighbourWeights weights_;
  std::span<std::uint32_t> saved_;         // labels when the round began
  BitWords active_, next_;                 // by number: to be looked at in this round, and in the next one
  std::pmr::vector<CommunityMove> moves_;  // of this image in this batch
  std::vector<std::uint32_t> rows_;        // of these moves
  int rounds_ = 0;
};

}  // namespace quadrille::analytics::detail
