#pragma once

// LocalHops is HopDistances for one group, on one image: images search from different sources at the same time,
// without waiting for each other after each level. It is for small graphs, whose levels are short.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/hop_distances.hpp"
#include "analytics/detail/search_bits.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

class LocalHops {
 public:
  static constexpr int kWords = 4;
  static constexpr std::size_t kSearches = 64 * kWords;

  // Local. Other images add to `sums` at the same time.
  LocalHops(Workers& workers, const Graph& graph, const HopSums& sums);
  // Local. Searches from up to kSearches different vertices. Returns the greatest distance.
  int run(std::span<const Huri> sources);

 private:
  using Bits = SearchBits<kWords>;

  void add(Slot slot, const Bits& bits);
  void push();
  void pull();
  void end_level(std::uint64_t depth);
  void count_edges(std::uint64_t edges);

  Workers& workers_;
  const Graph& graph_;
  const HopSums sums_;
  std::pmr::vector<Bits> front_, next_, seen_;  // by slot; next_ is 0 between levels
  std::pmr::vector<Slot> list_, found_;         // the vertices of the front and of the next one
  Bits all_{};
  std::uint64_t edges_ = 0;  // of the front
  std::uint64_t unchecked_edges_ = 0;
};

}  // namespace quadrille::analytics
