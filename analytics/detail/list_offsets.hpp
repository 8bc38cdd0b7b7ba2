#pragma once

// Lengths of lists become offsets: all images of the group sum up their parts side by side.

#include <cstdint>
#include <numeric>
#include <span>

#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Collective in the group. `offsets` has the length of list r at r + 1. After it, the end of list r is there, or its
// begin, which a caller that appends to lists moves to the end.
enum class OffsetsOf : std::uint8_t { ends, begins };

inline void add_up_lengths(Workers& workers, std::span<std::uint64_t> offsets, OffsetsOf which) {
  const Range mine = workers.my_part(offsets.size() - 1);
  const std::span<std::uint64_t> lengths = offsets.subspan(mine.begin + 1, mine.size());
  const std::uint64_t sum = std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
  std::uint64_t begin = 0;
  int place = 0;
  for (const std::uint64_t theirs : workers.gather(sum)) {
    if (place++ < workers.place()) begin += theirs;
  }
  if (workers.is_first()) offsets[0] = 0;
  for (std::uint64_t& length : lengths) {
    const std::uint64_t end = begin + length;
    length = which == OffsetsOf::ends ? end : begin;
    begin = end;
  }
  workers.barrier();
}

}  // namespace quadrille::analytics::detail
