#pragma once

// The random numbers of the generator. Each thing (a product, an offer, a producer's share ...) has its own stream,
// which depends only on the seed, the kind of the thing and its number. So a thing can be generated without the others,
// in any thread and on any machine. Numbers are computed with integers, or with floating-point operations whose results
// IEEE 754 determines.
//
// Source: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).

#include <cstdint>

namespace quadrille::bsbm {

// Of a data set with one seed, each kind of stream has its own numbers.
enum class Stream : std::uint8_t {
  words,
  name,
  type,
  features_of_type,
  feature,
  producer,
  products_of_producer,
  product,
  vendor,
  offers_of_vendor,
  offer,
  reviews_of_site,
  person,
  reviews_of_person,
  review,
  query,
};

class Random {
 public:
  Random(std::uint64_t seed, Stream stream, std::uint64_t number = 0)
      : state_(mixed(mixed(seed + kStep * (1 + static_cast<std::uint64_t>(stream))) + number)) {}

  std::uint64_t next() { return mixed(state_ += kStep); }

  // Uniform in 0 .. bound - 1, for a bound of at least 1.
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

  // Uniform in low .. high, both included.
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }

  bool chance(std::uint32_t percent) { return below(100) < percent; }

  // Nearly normal, with mean 0 and deviation 1: the sum of twelve uniform numbers less 6 (Irwin and Hall). It is in
  // -6 .. 6 and a multiple of 2^-48, so conversions from integers are exact.
  double normal() {
    std::uint64_t sum = 0;
    for (int word = 0; word < 3; ++word) {
      const std::uint64_t four = next();
      sum += (four & 0xffff) + (four >> 16 & 0xffff) + (four >> 32 & 0xffff) + (four >> 48);
    }
    return static_cast<double>(sum << 32 | next() >> 32) * 0x1p-48 - 6.0;
  }

  // A number below `bound`: a normal number of the given mean and deviation 1, drawn again until it is in 0 .. limit,
  // scaled from that range.
  std::uint32_t normal_below(double mean, double limit, std::uint32_t bound) {
    for (;;) {
      const double value = mean + normal();
      if (value >= 0 && value < limit) return static_cast<std::uint32_t>(value / limit * bound);
    }
  }

  // A number of about `average`: a normal number of mean 3 and deviation 1, drawn again if it is negative, times a
  // third of `average`, rounded down.
  std::uint32_t about(std::uint32_t average) {
    for (;;) {
      const double value = 3.0 + normal();
      if (value >= 0) return static_cast<std::uint32_t>(value / 3.0 * average);
    }
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;

  static std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }

  std::uint64_t state_;
};

}  // namespace quadrille::bsbm
