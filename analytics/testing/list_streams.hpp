#pragma once

// ListStreams are the streams of an EdgeList, as an index with several shards has them.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "analytics/edge_streams.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics::testing {

// In which order the edges come. shards: rows ascend in each of several shards, and heavy rows are in all of them.
enum class StreamOrder : std::uint8_t { rows, shards, any };

class ListStreams final : public EdgeStreams {
 public:
  ListStreams(const EdgeList& list, const pgas::Team& team, StreamOrder order) {
    const auto size = static_cast<std::uint64_t>(team.size()), rank = static_cast<std::uint64_t>(team.rank());
    for (std::size_t edge = 0; edge < list.sources.size(); ++edge) {
      const std::uint64_t shard = order == StreamOrder::rows ? 0 : edge % 7;
      const auto is_mine = [&](Huri row) { return (row.bits() / 64 + shard) % size == rank; };
      const Huri source = list.sources[edge], target = list.targets[edge];
      if (is_mine(source)) by_source_.push_back({shard, source, target});
      if (is_mine(target)) by_target_.push_back({shard, target, source});
    }
    if (order == StreamOrder::any) return;
    std::sort(by_source_.begin(), by_source_.end());
    std::sort(by_target_.begin(), by_target_.end());
  }
  void read(End by, bool with_neighbours, const Visit& visit) override {
    std::vector<Huri> rows, neighbours;
    const auto pass = [&] {
      visit(rows, with_neighbours ? std::span<const Huri>(neighbours) : std::span<const Huri>());
      rows.clear(), neighbours.clear();
    };
    for (const Edge& edge : by == End::source ? by_source_ : by_target_) {
      rows.push_back(edge.row);
      neighbours.push_back(edge.neighbour);
      if (rows.size() == kPiece) pass();
    }
    pass();
  }

 private:
  static constexpr std::size_t kPiece = 100;
  struct Edge {
    std::uint64_t shard;
    Huri row, neighbour;
    auto operator<=>(const Edge&) const = default;
  };
  std::vector<Edge> by_source_, by_target_;
};

}  // namespace quadrille::analytics::testing
