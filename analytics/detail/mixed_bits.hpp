#pragma once

// Random numbers that are functions of what they are for: the mixing function of splitmix64 (G. Steele, D. Lea, C.
// Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).

#include <cstdint>

namespace quadrille::analytics {

inline constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;

constexpr std::uint64_t mixed_bits(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

// The `number`-th (1, 2, ...) of the random numbers of a key.
constexpr std::uint64_t random_bits(std::uint64_t key, std::uint64_t number) {
  return mixed_bits(key + number * kGoldenRatio);
}

// In [0, 1), evenly.
constexpr double unit_number(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// In 0 .. count-1, evenly.
constexpr std::uint64_t below(std::uint64_t count, std::uint64_t bits) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(bits) * count >> 64);
}

}  // namespace quadrille::analytics
