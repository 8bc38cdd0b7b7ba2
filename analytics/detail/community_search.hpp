#pragma once

// A CommunitySearch climbs from level to level and keeps what is common to all of them: the graph of the level, the
// place of each own vertex in it, and the results.
//
//   first level   all images, each group with its own rows; a small graph is brought to each group
//   later ones    each group has the whole level; the first image alone works on a small one

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analytics/communities.hpp"
#include "analytics/detail/coarse_level.hpp"
#include "analytics/detail/community_crew.hpp"
#include "analytics/detail/community_level.hpp"
#include "analytics/detail/community_moves.hpp"
#include "analytics/detail/community_refinement.hpp"

namespace quadrille::analytics::detail {

class CommunitySearch {
 public:
  // Collective, as run() and finish().
  CommunitySearch(Workers& workers, const Graph& graph, const CommunityOptions& options);

  // Calls climb(crew) for each level until it returns false. With a crew that is alone, on the first image of a group.
  template <class Climb>
  void run(Climb&& climb) {
    for (;;) {
      const CommunityCrew crew(workers_, kind_);
      if (crew.is_alone() && !workers_.is_first()) return;
      if (!climb(crew)) return;
    }
  }
  // Collective. After a run: goes back to the first level, to begin with the communities that were kept. False if the
  // last run has added little.
  bool restart();
  CommunitiesResult finish();

  const CommunityOptions& options() const { return options_; }
  const CommunityLevel& level() const { return first_.level; }
  int levels() const { return figures_.levels; }  // that have results

  // Local.
  void add_rounds(int rounds, double modularity);
  // Collective in the crew. The communities of this level are a result.
  void add_level(const CommunityCrew& crew, const CoarseNumbers& numbers);
  // Collective in the crew. Keeps these communities for restart().
  void keep_labels(const CommunityCrew& crew, const CoarseNumbers& numbers);
  // After restart(): their labels, which the caller owns from now on.
  std::span<std::uint32_t> take_labels() { return std::exchange(labels_, {}); }
  // Collective in the crew; in all groups if the level is divided. Goes to the graph of these communities or parts.
  void climb(const CommunityCrew& crew, const CoarseNumbers& numbers);

 private:
  // Numbers of the results, which the first image of a group has.
  struct Figures {
    int levels = 0, rounds = 0;
    double modularity = 0;
    std::uint64_t communities = 0;
  };

  std::span<std::uint32_t> least_of(const CommunityCrew& crew, const CoarseNumbers& numbers) const;
  CommunityCrew::Kind kind_of_level() const;
  void number_places();

  Workers& workers_;
  const Graph& graph_;
  const CommunityOptions options_;
  FirstLevel first_;     // its level: that of now
  CommunityLevel base_;  // the first level, or a copy of it in each group
  CommunityCrew::Kind kind_ = CommunityCrew::Kind::all, base_kind_ = CommunityCrew::Kind::all;
  std::span<std::uint32_t> own_numbers_;      // by own slot: its number on the first level; empty: the same
  std::span<std::uint32_t> place_;            // by number on the first level: the number on this level
  std::span<std::uint32_t> least_;            // by number on this level: that of its least vertex; empty: the same
  std::vector<std::span<Huri>> communities_;  // by level, or of the last level
  std::span<std::uint32_t> labels_;           // that were kept
  double last_modularity_ = -1e300;           // of the run before
  Figures figures_;
};

}  // namespace quadrille::analytics::detail
