#pragma once

// A memcpy() for a number of bytes that may be 0: an empty span or vector may have a null pointer, which memcpy() must
// not get even for 0 bytes. tests/house/copies.py keeps memcpy() itself to constants.

#include <cstddef>
#include <cstring>

namespace quadrille {

inline void copy_bytes(void* to, const void* from, std::size_t bytes) {
  if (bytes != 0) std::memcpy(to, from, bytes);
}

}  // namespace quadrille
