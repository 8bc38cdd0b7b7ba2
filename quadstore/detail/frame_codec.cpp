#include <algorithm>
#include <array>

#include "quadstore/detail/codecs.hpp"
#include "quadstore/detail/packed_list.hpp"

namespace quadrille::detail {

void encode_frame(Values values, std::uint64_t min, Bytes& out) {
  std::array<std::uint64_t, kBlockRows> offsets;
  std::transform(values.begin(), values.end(), offsets.begin(), [min](std::uint64_t value) { return value - min; });
  write_packed_list(std::span(offsets).first(values.size()), out);
}

void decode_frame(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out) {
  PackedListView(in, rows).read(from, to, min, out);
}

FoundRows find_frame(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t wanted) {
  const PackedListView list(in, rows);
  const std::uint64_t offset = wanted - min;
  const std::size_t begin = list.first_at_least(from, to, offset);
  if (begin == to || list.value(begin) != offset) return {begin, begin};
  // Mostly few rows are alike.
  std::size_t end = begin + 1;
  for (std::size_t step = 1; end < to && list.value(end) == offset; step *= 2) {
    const std::size_t next = std::min(to, end + step);
    end = list.value(next - 1) == offset ? next : list.first_at_least(end, next, offset + 1);
  }
  return {begin, end};
}

}  // namespace quadrille::detail
