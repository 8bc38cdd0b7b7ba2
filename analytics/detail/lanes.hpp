#pragma once

// Lanes are the values of a vertex in several searches that run together: doubles, or Scaled ones. sum_of_lanes() is
// the inner loop of betweenness(): it adds the values of those neighbours that are in the front, lane by lane, in the
// order of the list.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "analytics/vertex_numbers.hpp"

namespace quadrille::analytics {

template <int kLanes, class Real>
struct Lanes {
  std::array<Real, kLanes> of;
};

// For each mask of lanes, all bits of the lanes that it has.
template <int kLanes>
struct LaneBits {
  std::uint64_t of[1 << kLanes][kLanes];
};
template <int kLanes>
consteval LaneBits<kLanes> make_lane_bits() {
  LaneBits<kLanes> bits{};
  for (int mask = 0; mask < 1 << kLanes; ++mask) {
    for (int lane = 0; lane < kLanes; ++lane) bits.of[mask][lane] = (mask >> lane & 1) != 0 ? ~std::uint64_t{0} : 0;
  }
  return bits;
}

// Adds `values` to `sums`, in the lanes of `mask`; values of other lanes may be anything. Two lanes are one register.
template <int kLanes, class Real>
void add_lanes(Lanes<kLanes, Real>& sums, const Lanes<kLanes, Real>& values, std::uint8_t mask) {
  if constexpr (kLanes == 1) {
    sums.of[0] += values.of[0];
  } else if constexpr (!std::is_same_v<Real, double>) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if ((mask >> lane & 1) != 0) sums.of[lane] += values.of[lane];
    }
  } else {
    using Pair [[gnu::vector_size(16)]] = double;
    using Bits [[gnu::vector_size(16)]] = long long;
    alignas(16) static constexpr LaneBits<kLanes> kBits = make_lane_bits<kLanes>();
    for (int lane = 0; lane < kLanes; lane += 2) {
      Bits bits, wanted;
      Pair sum;
      std::memcpy(&bits, &values.of[static_cast<std::size_t>(lane)], sizeof bits);
      std::memcpy(&wanted, &kBits.of[mask][lane], sizeof wanted);
      std::memcpy(&sum, &sums.of[static_cast<std::size_t>(lane)], sizeof sum);
      bits &= wanted;
      sum += std::bit_cast<Pair>(bits);
      std::memcpy(&sums.of[static_cast<std::size_t>(lane)], &sum, sizeof sum);
    }
  }
}

// `front`: by slot the lanes in which it is in the front. First the neighbours in it are gathered without a branch,
// which would be mispredicted often; their values are then read with several misses under way (measured: 1.3 x).
template <int kLanes, class Real>
Lanes<kLanes, Real> sum_of_lanes(std::span<const Slot> list, std::span<const std::uint8_t> front, std::uint8_t mask,
                                 std::span<const Lanes<kLanes, Real>> values) {
  constexpr std::size_t kGathered = 256;
  std::array<Slot, kGathered> slots;
  std::array<std::uint8_t, kGathered> masks;
  Lanes<kLanes, Real> sums{};
  for (std::size_t begin = 0; begin < list.size(); begin += kGathered) {
    std::size_t count = 0;
    for (const Slot slot : list.subspan(begin, std::min(kGathered, list.size() - begin))) {
      const auto lanes = static_cast<std::uint8_t>(front[slot] & mask);
      slots[count] = slot;
      masks[count] = lanes;
      count += lanes != 0;
    }
    for (std::size_t place = 0; place < count; ++place) add_lanes(sums, values[slots[place]], masks[place]);
  }
  return sums;
}

}  // namespace quadrille::analytics
