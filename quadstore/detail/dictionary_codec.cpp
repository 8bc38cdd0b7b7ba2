#include <array>

#include "base/bytes.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"

namespace quadrille::detail {

namespace {

constexpr std::size_t kFewNumbers = 3;  // whose values are unpacked one by one

int index_width(std::size_t distinct) {
  return bits_needed(distinct - 1);
}

void encode_distinct(Values distinct, Bytes& out) {
  Bytes frame{static_cast<std::byte>(Codec::frame)}, differences{static_cast<std::byte>(Codec::differences)};
  encode_frame(distinct, distinct.front(), frame);
  const bool is_shorter = encode_differences(distinct, distinct.front(), frame.size() - 1, differences);
  const Bytes& smaller = is_shorter ? differences : frame;
  out.insert(out.end(), smaller.begin(), smaller.end());
}

}  // namespace

void encode_dictionary(const SortedColumn& column, Bytes& out) {
  const Values distinct = column.distinct();
  std::array<std::uint64_t, kBlockRows> indexes;
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    for (const SortedColumn::Entry& entry : column.entries(i, i + 1)) indexes[entry.row] = i;
  }
  out.push_back(static_cast<std::byte>(distinct.size() & 0xff));
  out.push_back(static_cast<std::byte>(distinct.size() >> 8));
  pack_bits(std::span(indexes).first(column.rows()), index_width(distinct.size()), out);
  encode_distinct(distinct, out);
}

void decode_dictionary(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                       std::uint64_t* out) {
  const std::size_t distinct = load<std::uint16_t>(in);
  const int width = index_width(distinct);
  if (to - from <= kFewNumbers) {
    for (std::size_t row = from; row < to; ++row) {
      const std::size_t i = packed_value(in + 2, width, row);
      decode_column(in + 2 + packed_bytes(rows, width), distinct, min, i, i + 1, out++);
    }
    return;
  }
  std::array<std::uint64_t, kBlockRows> values;
  decode_column(in + 2 + packed_bytes(rows, width), distinct, min, 0, distinct, values.data());
  unpack_bits(in + 2, width, from, to, 0, out);
  for (std::uint64_t* row = out; row != out + (to - from); ++row) *row = values[*row];
}

// Indexes ascend where the values do.
FoundRows find_dictionary(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                          std::uint64_t wanted) {
  const std::size_t distinct = load<std::uint16_t>(in);
  const int width = index_width(distinct);
  const FoundRows value = find_in_column(in + 2 + packed_bytes(rows, width), distinct, min, 0, distinct, wanted);
  const std::size_t begin = first_packed_at_least(in + 2, width, from, to, value.begin);
  return {begin, first_packed_at_least(in + 2, width, begin, to, value.end)};
}

}  // namespace quadrille::detail
