#pragma once

// betweenness() with weights, one source after another. After the distances are known, the steps (path_parents.hpp) are
// an acyclic graph. Its vertices are visited in topological levels (A. Kahn, Topological sorting of large networks,
// 1962): a vertex belongs to the level after that of its last predecessor. Path counts are added level by level,
// dependencies in the opposite order; each vertex adds its neighbours' values in HURI order. Values are
// doubles, or Scaled if doubles cannot count the paths.

#include <cstdint>
#include <optional>
#include <span>

#include "analytics/detail/level_order.hpp"
#include "analytics/detail/path_parents.hpp"
#include "analytics/detail/scaled.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

template <class Real>
class WeightedBetweenness {
 public:
  // Collective in the group. Dependencies are added to `score`, by own slot.
  WeightedBetweenness(Workers& workers, const Graph& graph, std::span<double> score);
  // Collective in the group.
  void free();

  static constexpr std::size_t kSources = 1;  // of a run

  // Collective. Returns the number of levels. Nothing if there are too many paths for doubles: the scores are as
  // before.
  std::optional<int> run(std::span<const Huri> sources);

 private:
  // Collective. Distances and flat depths.
  void find_distances(Huri source);
  void free_distances();
  void count_predecessors();
  void begin(Huri source);
  void finish_steps(Slot row);
  void collect_finished();
  void count_paths(int level);
  void accumulate(int level);
  void send_values(int level);
  bool is_step(Slot from, Slot to, double weight) const {
    return analytics::is_step(distance_, flat_depth_, from, to, weight);
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  LevelOrder order_;
  std::span<double> score_;
  std::span<double> distance_;          // by slot
  std::span<std::int32_t> flat_depth_;  // by slot, or empty
  std::span<Real> values_;              // by slot: path counts, then (1 + delta) / sigma
  std::span<std::uint32_t> waiting_;    // own: predecessors without a level; ghosts: those that got one now
  BitWords changed_;                    // several groups: by slot
  bool has_too_many_paths_ = false;
};

extern template class WeightedBetweenness<double>;
extern template class WeightedBetweenness<Scaled>;

}  // namespace quadrille::analytics
