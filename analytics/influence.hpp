#pragma once

// The most influential vertices: k seeds from which a random cascade along the edges is expected to reach the most
// vertices. Source: Y. Tang, Y. Shi, X. Xiao, Influence maximization in near-linear time: a martingale approach (IMM),
// SIGMOD 2015; in parallel: M. Minutoli et al., Fast and scalable implementations of influence maximization algorithms
// (Ripples), CLUSTER 2019. The number of samples has the correction of W. Chen, An issue in the martingale analysis of
// the influence maximization algorithm IMM, 2018, which adds a sixth to it for large k.
//
//   sample     a random vertex, its root, and all vertices from which a random cascade would reach it
//   spread     of seeds S: vertices * the share of the samples that S meets
//
// 1. The number of samples doubles until the greedy seeds prove a lower bound of the best spread.
// 2. The bound gives the number of samples for epsilon. The result is greedy on these: in each step the vertex that is
//    in the most samples without a seed, of equal ones the least.
//
// With probability 1 - 1 / vertices the spread is at least 1 - 1/e - epsilon of the best possible.
//
// Models. Independent cascade: a reached vertex activates each out-neighbour with the probability of the edge, once.
// Linear threshold: each vertex listens to at most one of its in-neighbours, chosen by weight, or to none if the
// weights do not sum to one; sums above one are scaled to one.
//
// Cost: the edges to the members of all samples, about a nanosecond each, less for small probabilities. Memory: 12
// bytes for a sample, 4 for a member of it, 4 more in small samples; samples with one member are only counted. The
// number of samples grows with vertices * k * log(vertices) / (epsilon^2 * best spread).

#include <cstdint>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

enum class InfluenceModel : std::uint8_t { independent_cascade, linear_threshold };

// Where the members of a sample are found and sorted, in one group; the seeds are the same. It matters if the sets are
// in slow memory (Ghosh et al., Single-node partitioned-memory for huge graph analytics, SC 2021, 4.3.3).
enum class SetWriting : std::uint8_t {
  staged,    // in ordinary memory; then they are copied to the sets
  in_place,  // in the sets
  buffered,  // found in the sets, and sorted in ordinary memory
};

struct InfluenceOptions {
  std::uint64_t seeds = 10;  // k; at most as many as there are vertices
  double epsilon = 0.13;     // in (0, 1)
  InfluenceModel model = InfluenceModel::independent_cascade;
  double probability = 0.1;  // in [0, 1], of each edge of a graph without weights
  std::uint64_t seed = 0;    // of random numbers
  SetWriting writing = SetWriting::staged;
};

struct Influencer {
  Huri vertex;
  double spread = 0;  // of this vertex and those before it
};

// Samples in memory. Of a sample with a single member only a count is stored.
struct StoredSamples {
  std::uint64_t sets = 0;     // of all groups: each has a part of a sample
  std::uint64_t members = 0;  // of all sets
  std::uint64_t listed = 0;   // members of small sets
};

struct InfluenceResult {
  std::vector<Influencer> seeds;  // in the order of their choice; the same on all images
  std::uint64_t samples = 0;      // of the last selection
  StoredSamples stored;           // of these
};

// Collective. Needs in-lists; weights are probabilities. The result is the same for any number of images and groups.
// Errors: BadWeight of the least edge whose weight is above one (independent cascade); Error(memory) before samples
// take more memory than there is, with the number of samples and their bytes.
InfluenceResult influence(Workers& workers, const Graph& graph, const InfluenceOptions& options);

// Local. Bytes of all images' arenas together, at most. How many samples there will be is not known before some are
// made.
std::uint64_t estimate_influence_bytes(const GraphSize& size, const StoredSamples& samples);

}  // namespace quadrille::analytics
