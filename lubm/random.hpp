#pragma once

// The random numbers of the LUBM generator: the 48-bit linear congruential generator of java.util.Random, of which only
// the draw of an integer below a bound is ever used. A data set is the same everywhere because each draw is.
//
//   state' = (state * 0x5DEECE66D + 0xB) mod 2^48        a step
//   next31 = state' >> 17                                0 .. 2^31 - 1
//
// Source: the specification of UBA 1.7 (README.md), sections 3 and 4; its letters are R(b) for below(b), U for between.

#include <cstdint>

namespace quadrille::lubm {

class Random {
 public:
  explicit Random(std::int64_t seed) : state_((static_cast<std::uint64_t>(seed) ^ kMultiplier) & kMask) {}

  // The generator that a university uses for all its departments, seeded before its first draw.
  static Random of_university(std::int32_t seed, std::uint32_t university) {
    return Random(std::int64_t{seed} * -(std::int64_t{1} << 31) + university);
  }

  std::uint32_t next31() {
    state_ = (state_ * kMultiplier + 0xB) & kMask;
    ++steps_;
    return static_cast<std::uint32_t>(state_ >> 17);
  }

  // Uniform in 0 .. bound - 1, for a bound of 1 .. 2^31 - 1. A power of two (1 is one) takes the high bits and exactly
  // one step; any other bound takes a remainder, and draws again where the last block of `bound` values is incomplete.
  std::uint32_t below(std::uint32_t bound) {
    if ((bound & (bound - 1)) == 0) return static_cast<std::uint32_t>(std::uint64_t{bound} * next31() >> 31);
    for (;;) {
      const std::uint32_t value = next31();
      const std::uint32_t remainder = value % bound;
      if (value - remainder + (bound - 1) <= kLargest) return remainder;
    }
  }

  // Uniform in low .. high, both included.
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }

  std::uint64_t steps() const { return steps_; }
  std::uint64_t state() const { return state_; }

 private:
  static constexpr std::uint64_t kMultiplier = 0x5DEECE66D;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
  static constexpr std::uint32_t kLargest = 0x7fffffff;

  std::uint64_t state_;
  std::uint64_t steps_ = 0;
};

}  // namespace quadrille::lubm
