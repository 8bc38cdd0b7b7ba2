#pragma once

// CoarseRows are rows of communities that one image has made: heads, and the edges of all rows one after the other.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/neighbour_weights.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::analytics::detail {

class CoarseRows {
 public:
  struct Head {
    std::uint32_t community;
    std::uint32_t edges;
  };
  struct View {
    std::span<const Head> heads;
    std::span<const std::uint32_t> targets;
    std::span<const std::uint64_t> weights;
  };
  struct Row {
    std::uint32_t community;
    std::span<const std::uint32_t> targets;
    std::span<const std::uint64_t> weights;
  };

  explicit CoarseRows(pgas::QueryArena& arena) : heads_(&arena), targets_(&arena), weights_(&arena) {}

  void append(std::uint32_t community, const NeighbourWeights& edges) {
    const std::span<const std::uint32_t> labels = edges.labels();
    heads_.push_back({community, static_cast<std::uint32_t>(labels.size())});
    targets_.insert(targets_.end(), labels.begin(), labels.end());
    for (const std::uint32_t label : labels) weights_.push_back(edges.of(label));
  }
  void append_heads(std::span<const Head> heads) { heads_.insert(heads_.end(), heads.begin(), heads.end()); }
  void append_targets(std::span<const std::uint32_t> targets) {
    targets_.insert(targets_.end(), targets.begin(), targets.end());
  }
  void append_weights(std::span<const std::uint64_t> weights) {
    weights_.insert(weights_.end(), weights.begin(), weights.end());
  }
  void swap(CoarseRows& other) {
    heads_.swap(other.heads_);
    targets_.swap(other.targets_);
    weights_.swap(other.weights_);
  }

  std::span<const Head> heads() const { return heads_; }
  std::span<const std::uint32_t> targets() const { return targets_; }
  std::span<const std::uint64_t> weights() const { return weights_; }
  View view() const { return {heads_, targets_, weights_}; }
  // The rows of a view, of this image or another one of the group.
  static void append_rows(const View& view, std::vector<Row>& rows) {
    std::size_t place = 0;
    for (const Head& head : view.heads) {
      rows.push_back(
          {head.community, view.targets.subspan(place, head.edges), view.weights.subspan(place, head.edges)});
      place += head.edges;
    }
  }

 private:
  std::pmr::vector<Head> heads_;
  std::pmr::vector<std::uint32_t> targets_;  // communities
  std::pmr::vector<std::uint64_t> weights_;
};

}  // namespace quadrille::analytics::detail
