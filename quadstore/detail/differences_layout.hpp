#pragma once

// The layout of a column of differences (Codec::differences):
//
//   | DifferencesHead 5 B | bias, varint |
//   | group ends       number of exceptions in the groups up to this one      1 B each, 2 B from 256 exceptions on
//   | rows             of the exceptions, in their groups                     1 B each
//   | restart values   values of rows 0, S, 2 S ..., less the minimum         restart_width bits each
//   | high parts       of the exceptions, signed                              high_width bits each
//   | low parts        of the differences of all rows but 0, S, 2 S ...       width bits each
//
//   value of row - value of row before = bias + low part + (high part << width), modulo 2^64
//
//   rows             0 1 2 3 4 5 ... 15 | 16 17 ...      S = 16
//   restart values   *                  | *
//   low parts          * * * * * ...  * |    *  ...
//
// The parts are rounded up to bytes; without exceptions the first two are empty. A segment is the rows from a restart
// point to the next one; a lookup reads one. A group is a segment, or the 64 rows in which a shorter one is.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "quadstore/column_codec.hpp"

namespace quadrille::detail {

struct DifferencesHead {
  static constexpr std::size_t kBytes = 5;
  static constexpr int kIntervalShift = 12;
  static constexpr int kLeastGroupBits = 6;

  int width = 0, restart_width = 0, high_width = 0;
  std::size_t exceptions = 0;  // below kBlockRows
  int interval = 0;            // S = 2^interval rows, at most 128 if there are exceptions

  bool has_wide_ends() const { return exceptions > 255; }
  int group_bits() const { return std::max(interval, kLeastGroupBits); }

  static DifferencesHead read(const std::byte* in) {
    const auto shared = load<std::uint16_t>(in + 3);
    return {static_cast<int>(in[0]), static_cast<int>(in[1]), static_cast<int>(in[2]), shared & (kBlockRows - 1),
            shared >> kIntervalShift};
  }
  void write(std::byte* out) const {
    out[0] = static_cast<std::byte>(width);
    out[1] = static_cast<std::byte>(restart_width);
    out[2] = static_cast<std::byte>(high_width);
    store(out + 3, static_cast<std::uint16_t>(exceptions | static_cast<std::size_t>(interval) << kIntervalShift));
  }
};

}  // namespace quadrille::detail
