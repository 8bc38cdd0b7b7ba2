#pragma once

// encode_old_form() encodes a column in a form of version 1 that this program reads and no longer writes, for tests of
// reading old databases.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quadstore/column_codec.hpp"
#include "quadstore/detail/packed_list.hpp"
#include "quadstore/detail/varint_bytes.hpp"

namespace quadrille::detail {

// Appends `values` as Codec::delta or Codec::steps. Returns false, and appends nothing, if they have no such form.
inline bool encode_old_form(Codec codec, std::span<const std::uint64_t> values, std::vector<std::byte>& out) {
  const bool is_delta = codec == Codec::delta;
  if (!is_delta && codec != Codec::steps) return false;
  if (is_delta && !std::is_sorted(values.begin(), values.end())) return false;
  std::vector<std::uint64_t> differences;
  for (std::size_t row = 1; row < values.size(); ++row) differences.push_back(values[row] - values[row - 1]);
  std::uint64_t head = values[0] - *std::min_element(values.begin(), values.end());
  if (is_delta) {
    head = differences.empty() ? 0 : *std::min_element(differences.begin(), differences.end());
    for (std::uint64_t& difference : differences) difference -= head;
  } else {
    for (std::uint64_t& difference : differences) difference = zigzag(difference);
  }
  out.push_back(static_cast<std::byte>(codec));
  append_varint(head, out);
  write_packed_list(differences, out);
  return true;
}

// As encode_column_as, for the old forms too.
inline bool encode_any_form(Codec codec, std::span<const std::uint64_t> values, std::vector<std::byte>& out) {
  return encode_old_form(codec, values, out) || encode_column_as(codec, values, out);
}

}  // namespace quadrille::detail
