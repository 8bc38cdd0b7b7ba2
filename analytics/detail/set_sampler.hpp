#pragma once

// A SetSampler makes the samples of influence(): searches from random roots against the edges, along live ones.
//
//   one group        each image makes whole samples, those that it takes when it is free
//   several groups   a group has the members of each sample that it owns, on the image sample % images of the group.
//                    All samples of a batch advance by one step in a round. The owner of a vertex chooses its live
//                    edges, and sends (sample, source) to the owner of each source that it does not own: at most one
//                    block to each image of other groups and round. Lists of neighbours do not travel, only the few of
//                    them that are reached.

#include <cstdint>
#include <memory>

#include "analytics/detail/live_edges.hpp"
#include "analytics/detail/reached_sets.hpp"
#include "analytics/detail/root_order.hpp"
#include "analytics/graph.hpp"
#include "analytics/influence.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct SamplerInput {
  Workers& workers;
  const Graph& graph;
  LiveEdges& live;
  const RootOrder& roots;
  SetWriting writing;  // of one group
};

class SetSampler {
 public:
  virtual ~SetSampler() = default;
  // Collective. Appends samples `begin` to `end` - 1, in ascending order if there are several groups; `begin` is the
  // end of the call before.
  virtual void sample(std::uint64_t begin, std::uint64_t end, ReachedSets& sets) = 0;
  // Collective in the group. Frees buffers.
  virtual void free() {}
};

// Collective in the group. One group, and several.
std::unique_ptr<SetSampler> make_whole_sampler(const SamplerInput& input);
std::unique_ptr<SetSampler> make_round_sampler(const SamplerInput& input);

}  // namespace quadrille::analytics
