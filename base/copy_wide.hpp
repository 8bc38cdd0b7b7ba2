#pragma once

// A copy of short texts in steps of sixteen bytes, without a call and without a loop over bytes. The price: both sides
// need room for the last step. The caller keeps kWideBytes after the source and after the target.

#include <cstddef>
#include <cstring>

namespace quadrille {

inline constexpr std::size_t kWideBytes = 16;

// Returns the end of the copy. Up to kWideBytes - 1 bytes after both ends are read and written; the two must not
// overlap.
inline char* copy_wide(char* to, const void* from, std::size_t bytes) {
  constexpr std::size_t kLongBytes = 256;
  if (bytes > kLongBytes) {
    std::memcpy(to, from, bytes);
  } else {
    const auto* const begin = static_cast<const char*>(from);
    for (std::size_t done = 0; done < bytes; done += kWideBytes) std::memcpy(to + done, begin + done, kWideBytes);
  }
  return to + bytes;
}

}  // namespace quadrille
