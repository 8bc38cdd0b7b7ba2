#pragma once

// betweenness() without weights: searches from up to kLanes sources at the same time, level by level.
//
//   forward    a level's vertices are found by push or pull on masks of lanes; each then adds the path counts of its
//              in-neighbours in the level before, in HURI order
//   backward   level by level, farthest first: each adds (1 + delta) / sigma of its out-neighbours in the next level
//
// One array has path counts first, and (1 + delta) / sigma after a vertex's turn in the way back. Between groups, each
// level sends masks and values of its vertices to their ghosts; a push also sends the masks that ghosts have got.
// Values are doubles, or Scaled if doubles cannot count the paths.

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "analytics/detail/lanes.hpp"
#include "analytics/detail/level_order.hpp"
#include "analytics/detail/long_sums.hpp"
#include "analytics/detail/scaled.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

template <int kLanes, class Real>
class HopBetweenness {
 public:
  // Collective in the group. Dependencies are added to `score`, by own slot.
  HopBetweenness(Workers& workers, const Graph& graph, std::span<double> score);
  // Collective in the group.
  void free();

  static constexpr std::size_t kSources = kLanes;  // of a run, at most

  // Collective. Returns the number of levels. Nothing if there are too many paths for doubles: the scores are as
  // before, and there can be no other run.
  std::optional<int> run(std::span<const Huri> sources);

 private:
  using Values = Lanes<kLanes, Real>;
  static constexpr auto kAllLanes = static_cast<std::uint8_t>((1 << kLanes) - 1);

  void begin(std::span<const Huri> sources);
  void find_by_push();
  void push_from(Slot row, std::uint8_t mask);
  void push_to(std::span<const Slot> targets, std::uint8_t mask);
  void collect_pushed();
  void find_by_pull();
  void pull(Slot row);
  void pull_long();
  void count_paths();
  void count_paths_of(Slot row, std::uint8_t mask, const Values& sums);
  // Collective. Moves the front from level `from` to level `to`; -1: none.
  void move_front(int from, int to);
  void clear_front(int level);
  void send_front(int level);
  void accumulate(int level);
  void accumulate_of(Slot row, std::uint8_t mask, int level, const Values& sums);
  Values sum_over(std::span<const Slot> list, std::uint8_t mask);
  void count_edges(std::uint64_t edges);

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  LevelOrder order_;
  LongSums<kLanes, Real> long_out_, long_in_;
  std::span<double> score_;
  std::span<Lanes<kLanes, Real>> values_;  // by slot
  std::span<std::uint8_t> seen_;   // by slot: lanes that have reached it; of ghosts: as far as this group has found
  std::span<std::uint8_t> front_;  // by slot: lanes in which it is in the current level
  std::span<std::uint8_t> fresh_;  // by slot: lanes in which a push has reached it now
  BitWords changed_;               // several groups: by slot
  std::pmr::vector<Slot> ghosts_;  // in the front; each ghost is with one image
  std::uint64_t unchecked_edges_ = 0;
  bool has_too_many_paths_ = false;
};

extern template class HopBetweenness<1, double>;
extern template class HopBetweenness<4, double>;
extern template class HopBetweenness<1, Scaled>;
extern template class HopBetweenness<4, Scaled>;

}  // namespace quadrille::analytics
