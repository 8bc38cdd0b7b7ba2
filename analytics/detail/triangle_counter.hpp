#pragma once

// The loops of triangles(). Counts are by rank, shared by the group; those of hubs are first counted by each image
// alone.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/ranked_rows.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// A hub is adjacent to others by a row of bits, in both directions.
class HubMatrix {
 public:
  // Collective in the group.
  HubMatrix(Workers& workers, const RankedRows& rows);
  // Collective in the group.
  void free() { workers_.free_shared(bits_); }

  std::size_t words() const { return words_; }
  std::span<const std::uint64_t> row(std::uint32_t hub) const { return bits_.subspan(hub * words_, words_); }
  bool has(std::uint32_t hub, std::uint32_t other) const {
    return (bits_[hub * words_ + other / 64] >> (other % 64) & 1) != 0;
  }

 private:
  Workers& workers_;
  std::size_t words_;
  std::span<std::uint64_t> bits_;
};

class TriangleCounter {
 public:
  // Adds to `through`, by rank.
  TriangleCounter(Workers& workers, const RankedRows& rows, const HubMatrix& matrix, std::span<std::uint64_t> through);

  // Local. Counts the triangles of which `rank` is the greatest.
  void count(std::uint32_t rank);
  // Local. Adds the counts of hubs; call it once, at the end.
  void add_hub_counts();

 private:
  std::uint64_t count_in_matrix(std::span<const std::uint32_t> hubs);
  std::uint64_t count_pairs(std::span<const std::uint32_t> hubs);
  std::uint64_t count_with(std::uint32_t other);
  void add(std::uint32_t rank, std::uint64_t triangles);

  Workers& workers_;
  const RankedRows& rows_;
  const HubMatrix& matrix_;
  std::span<std::uint64_t> through_;
  std::pmr::vector<std::uint64_t> of_hubs_;  // triangles through each hub
  std::pmr::vector<std::uint64_t> mine_;     // bits of the hubs of one row
  std::pmr::vector<std::uint8_t> marks_;     // 1: in the row
  std::uint64_t unchecked_edges_ = 0;
};

}  // namespace quadrille::analytics
