#pragma once

// HopDistances adds up the distances of each vertex from many sources, without weights. A vertex has one bit for each
// of 64 * kWords searches: whether it is in the front of the search, and whether the search has seen it (Then et al.,
// closeness.hpp). A level reads a list once for all searches that its vertex serves.
//
//   push   for each vertex of the front: adds its bits to the neighbours that have not been seen
//   pull   for each vertex that some search has not seen: ORs the bits of its in-neighbours until none is missing
//
// Between groups a level sends the bits of the vertices that are new in the front.

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "analytics/detail/search_bits.hpp"
#include "analytics/detail/shared_items.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

// Of own vertices, shared by the group.
struct HopSums {
  std::span<std::uint64_t> total;    // of distances, or of one / distance
  std::span<std::uint32_t> reached;  // sources with a path to the vertex, without itself
  std::uint64_t one = 0;             // 0: distances are added as they are

  std::uint64_t term(std::uint64_t distance) const { return one == 0 ? distance : (one + distance / 2) / distance; }
};

template <int kWords>
class HopDistances {
 public:
  static constexpr std::size_t kSearches = 64 * kWords;

  // Collective in the group.
  HopDistances(Workers& workers, const Graph& graph, const HopSums& sums);
  // Collective in the group.
  void free();
  // Collective. Searches from up to kSearches different vertices. Returns the greatest distance.
  int run(std::span<const Huri> sources);

 private:
  using Bits = SearchBits<kWords>;
  // A level of all groups.
  struct Level {
    std::uint64_t vertices = 0, edges = 0;
    Level& operator+=(const Level& other) {
      vertices += other.vertices;
      edges += other.edges;
      return *this;
    }
  };

  void begin(std::span<const Huri> sources);
  void push();
  void push_from(Slot row);
  void collect_pushed();
  void add_shared(Slot slot, const Bits& bits);
  void pull();
  void pull_to(Slot row);
  void add_found(Slot row);
  Level end_level(std::uint64_t depth);
  void clear_front();
  void count(Slot row, std::uint64_t depth);
  void send_front();

  Workers& workers_;
  const Graph& graph_;
  const HopSums sums_;
  Mirrors mirrors_;
  std::array<SharedItems<Slot>, 2> lists_;  // the fronts of this level and of the one before, in turn
  std::span<const Slot> list_;              // the front: own vertices with bits in front_
  std::span<Bits> front_, next_, seen_;     // by slot; next_ is 0 between levels
  BitWords marks_;                          // slots with bits in next_
  std::pmr::vector<Slot> found_;            // what this image has added to the next front
  std::pmr::vector<Slot> ghosts_;           // whose bits in the front this image has received
  Level mine_;                              // of found_
  Bits all_{};                              // the searches of this run
  std::uint64_t unchecked_edges_ = 0;
};

}  // namespace quadrille::analytics
