#pragma once

// ReadCounts count what the readers of one thread do with runs and levels. Tests compare them instead of times.

#include <cstdint>

namespace quadrille {

struct ReadCounts {
  std::uint64_t values = 0;    // of blocks, unpacked
  std::uint64_t searches = 0;  // in headers, blocks and levels
  std::uint64_t entries = 0;   // of levels, merged with the base
  std::uint64_t keys = 0;      // looked up in accelerators

  ReadCounts operator-(const ReadCounts& other) const {
    return {values - other.values, searches - other.searches, entries - other.entries, keys - other.keys};
  }
};

inline constinit thread_local ReadCounts read_counts;

}  // namespace quadrille
