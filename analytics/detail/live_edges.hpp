#pragma once

// LiveEdges chooses the in-edges of a vertex along which a cascade spreads in a sample. The choice is a function of the
// sample, the vertex's HURI and the place of the edge in its list, so it is the same on every image and in any
// grouping.
//
//   independent cascade   each edge by its own coin. If all probabilities of a list are small, by the distance to the
//                         next edge that would be live with the greatest of them, which has a geometric distribution;
//                         such an edge is live with its share of the greatest
//   linear threshold      at most one edge: the first at which the weights sum to more than a random number

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "analytics/detail/mixed_bits.hpp"
#include "analytics/graph.hpp"
#include "analytics/influence.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

class LiveEdges {
 public:
  // Collective in the group.
  LiveEdges(Workers& workers, const Graph& graph, const InfluenceOptions& options);
  // Collective in the group.
  void free() { workers_.free_shared(weights_of_rows_); }

  // The random numbers of a sample.
  std::uint64_t state_of(std::uint64_t sample) const { return mixed_bits(seed_ + (sample + 1) * kGoldenRatio); }

  // Local. Calls reach(source) for the sources of the live edges to `row`, an own vertex. Counts edges and calls
  // Workers::check() where it is due.
  template <class Reach>
  void for_each(std::uint64_t sample_state, Slot row, Reach&& reach) {
    const std::span<const Slot> list = lists_.of(row);
    if (list.empty()) return;
    const std::uint64_t state = mixed_bits(sample_state ^ graph_.huri(row).bits() * kGoldenRatio);
    switch (way_) {
      case Way::one: {
        const std::size_t place = choose_one(state, row, list.size());
        if (place < list.size()) reach(list[place]);
        break;
      }
      case Way::skips:
        for_each_skip(state, list, skip_factor_, reach, [](std::size_t, std::uint64_t&) { return true; });
        break;
      case Way::even_coins:
        for_each_coin(state, list, reach, [this](std::size_t, std::uint64_t coin) { return coin < even_; });
        break;
      case Way::coins:
        for_each_weighted(state, row, reach);
    }
  }

 private:
  enum class Way : std::uint8_t { one, skips, even_coins, coins };
  static constexpr double kCoins = 0x1p32;
  static constexpr double kMostSkipped = 1.0 / 16;  // the probability below which distances are cheaper than coins

  static Way way_of(const Lists& lists, const InfluenceOptions& options);
  void measure_rows();
  void count(std::size_t edges) {
    uncounted_ += edges;
    if (uncounted_ < Workers::kTaskEdges) return;
    uncounted_ = 0;
    workers_.check();
  }
  // The place in the list of the one edge that a linear threshold chooses; the length of the list if it chooses none.
  std::size_t choose_one(std::uint64_t state, Slot row, std::size_t degree);

  // 64 random bits are two coins.
  template <class Reach, class IsLive>
  void for_each_coin(std::uint64_t state, std::span<const Slot> list, const Reach& reach, const IsLive& is_live) {
    static_assert(Workers::kTaskEdges % 2 == 0);
    for (std::size_t begin = 0; begin < list.size(); begin += Workers::kTaskEdges) {
      const std::size_t end = std::min(list.size(), begin + Workers::kTaskEdges);
      count(end - begin);
      for (std::size_t place = begin; place < end; place += 2) {
        const std::uint64_t bits = mixed_bits(state + (place / 2 + 1) * kGoldenRatio);
        if (is_live(place, bits & 0xffffffff)) reach(list[place]);
        if (place + 1 < end && is_live(place + 1, bits >> 32)) reach(list[place + 1]);
      }
    }
  }
  // `skip_factor`: 1 / log(1 - probability). is_live() may take further random numbers.
  template <class Reach, class IsLive>
  void for_each_skip(std::uint64_t state, std::span<const Slot> list, double skip_factor, const Reach& reach,
                     const IsLive& is_live) {
    double next = -1;
    for (;;) {
      count(1);
      next += 1 + std::floor(std::log(1 - next_number(state)) * skip_factor);
      if (!(next < static_cast<double>(list.size()))) return;
      const auto place = static_cast<std::size_t>(next);
      if (is_live(place, state)) reach(list[place]);
    }
  }
  template <class Reach>
  void for_each_weighted(std::uint64_t state, Slot row, const Reach& reach) {
    const std::span<const Slot> list = lists_.of(row);
    const std::span<const double> weights = lists_.weights_of(row);
    const double most = weights_of_rows_[row];
    if (most >= kMostSkipped) {
      for_each_coin(state, list, reach, [&](std::size_t place, std::uint64_t coin) {
        return static_cast<double>(coin) < weights[place] * kCoins;
      });
    } else if (most > 0) {
      for_each_skip(state, list, 1 / std::log1p(-most), reach, [&](std::size_t place, std::uint64_t& numbers) {
        return next_number(numbers) * most < weights[place];
      });
    }
  }
  static double next_number(std::uint64_t& state) {
    state += kGoldenRatio;
    return unit_number(mixed_bits(state));
  }

  Workers& workers_;
  const Graph& graph_;
  const Lists& lists_;
  const std::uint64_t seed_;
  const Way way_;
  const double probability_;
  const std::uint64_t even_;  // of kCoins coins, those that make an edge live
  const double skip_factor_;
  std::span<double> weights_of_rows_;  // by own slot: linear threshold, the sum; independent cascade, the greatest
  std::size_t uncounted_ = 0;
};

}  // namespace quadrille::analytics
