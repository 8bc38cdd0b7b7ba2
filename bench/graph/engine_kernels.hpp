#pragma once

// The kernels of analytics, timed by all images of a team. A node is the IRI of its number.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "analytics/communities.hpp"
#include "analytics/graph.hpp"
#include "analytics/influence.hpp"
#include "analytics/projection.hpp"
#include "bench/graph/hand_kernels.hpp"
#include "bench/graph/kernel_results.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"

namespace quadrille::bench {

// The bytes that the images of all groups have sent to other groups in a run, by exchanges that send changed values
// alone, and those that they would have sent with all values. And the most bytes that all images had in their arenas,
// without the graph.
struct RunCosts {
  std::uint64_t rounds = 0, bytes = 0, unreduced_bytes = 0;
  std::uint64_t arena_bytes = 0;
};

class EngineKernels {
 public:
  // Collective over `team`. Each image takes its part of the edges and isolated nodes.
  EngineKernels(pgas::Team& team, const MeasuredGraph& measured, const PageRankLimits& limits);

  // Collective. Milliseconds of a projection of the edges, as directed ones, to out- and in-lists.
  double time_projection(bool weighted);

  // Collective. Milliseconds of one run: for bfs and sssp, that of the run's source. The graph is made before, at the
  // first call. `result`: null, or what receives the result after the measured time, on the first image.
  double time(Kernel kernel, std::size_t run, KernelResult* result);
  // Local. The most levels of louvain and leiden.
  void set_levels(int levels) { levels_ = levels; }
  // Collective. Makes the graph of a kernel if it is not there. Returns the bytes of its lists in this group.
  std::uint64_t prepare(Kernel kernel);
  // Collective. Milliseconds of influence() on the undirected graph; `result` receives what it has found.
  double time_influence(const analytics::InfluenceOptions& options, analytics::InfluenceResult& result);
  // Local. Of the last run of a kernel.
  const RunCosts& costs() const { return costs_; }

 private:
  // A graph with the arena that has it.
  struct Projected {
    explicit Projected(pgas::Heap& heap) : arena(heap) {}
    pgas::QueryArena arena;
    analytics::Graph graph;
  };
  const analytics::Graph& graph_of(Kernel kernel);
  const analytics::Graph& undirected(bool weighted);
  // Each edge leads from its lesser node to the other one if the sum of both is even, else back.
  const analytics::Graph& directed();
  // Kernels whose result is a count.
  double time_count(Kernel kernel, KernelResult* result);
  double time_communities(Kernel kernel, KernelResult* result);
  analytics::EdgeColumns columns(bool weighted) const;

  pgas::Team& team_;
  const MeasuredGraph& measured_;
  const PageRankLimits limits_;
  pgas::QueryArena arena_;  // of the columns
  std::span<Huri> sources_, targets_, isolated_;
  std::span<double> weights_;
  std::unique_ptr<Projected> plain_, weighted_, directed_;
  RunCosts costs_;
  int levels_ = analytics::CommunityOptions{}.levels;
};

}  // namespace quadrille::bench
