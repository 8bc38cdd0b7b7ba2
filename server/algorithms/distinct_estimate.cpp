#include "server/algorithms/distinct_estimate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace quadrille::server {

namespace {

std::uint64_t well_mixed(std::uint64_t bits) {
  bits ^= bits >> 33;
  bits *= 0xff51afd7ed558ccd;
  bits ^= bits >> 33;
  bits *= 0xc4ceb9fe1a85ec53;
  return bits ^ (bits >> 33);
}

}  // namespace

void DistinctEstimate::add(std::span<const Huri> terms) {
  for (const Huri term : terms) {
    const std::uint64_t hash = well_mixed(term.bits());
    const std::uint64_t rest = hash << kBits | std::uint64_t{1} << (kBits - 1);
    const auto rank = static_cast<std::uint8_t>(std::countl_zero(rest) + 1);
    std::uint8_t& most = registers_[hash >> (64 - kBits)];
    most = std::max(most, rank);
  }
}

void DistinctEstimate::add(const Registers& others) {
  std::transform(others.begin(), others.end(), registers_.begin(), registers_.begin(),
                 [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
}

std::uint64_t DistinctEstimate::count() const {
  const auto size = static_cast<double>(registers_.size());
  double sum = 0;
  for (const std::uint8_t rank : registers_) sum += std::ldexp(1, -rank);
  const double raw = 0.7213 / (1 + 1.079 / size) * size * size / sum;
  const auto empty = static_cast<double>(std::count(registers_.begin(), registers_.end(), 0));
  if (raw > 2.5 * size || empty == 0) return static_cast<std::uint64_t>(std::llround(raw));
  return static_cast<std::uint64_t>(std::llround(size * std::log(size / empty)));
}

}  // namespace quadrille::server
