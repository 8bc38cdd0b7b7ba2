#pragma once

// A packed list stores unsigned integers at one width, except for a few large ones (a patched frame): the low bits of
// all are packed; the high bits of the exceptions follow, with their places. The width is the one with the fewest
// bytes.
//
//   | width 1 B | high width 1 B | exceptions 2 B |
//   | count x width bits: low bits | exceptions x 10 bits: places | exceptions x high width: high bits |
//
// The parts are rounded up to bytes. A list has at most kMaxListValues values, so that places fit into 10 bits; its
// length is not stored.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quadstore/bit_packing.hpp"

namespace quadrille::detail {

inline constexpr std::size_t kMaxListValues = 1024;

// Appends the list to `out`.
void write_packed_list(std::span<const std::uint64_t> values, std::vector<std::byte>& out);

class PackedListView {
 public:
  // A list of `count` values that begins at `bytes`.
  PackedListView(const std::byte* bytes, std::size_t count);

  // out[i] = base + value from+i.
  void read(std::size_t from, std::size_t to, std::uint64_t base, std::uint64_t* out) const;

  std::uint64_t value(std::size_t i) const;
  // The first of the values [from, to), which ascend, that is not below `least`; `to` if there is none.
  std::size_t first_at_least(std::size_t from, std::size_t to, std::uint64_t least) const;

 private:
  const std::byte* low_;
  const std::byte* places_;
  const std::byte* high_;
  int width_;
  int high_width_;
  std::size_t exceptions_;
};

}  // namespace quadrille::detail
