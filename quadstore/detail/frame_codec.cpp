#include <algorithm>
#include <array>
#include <limits>

#include "base/bytes.hpp"
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

void encode_delta(Values ascending, Bytes& out) {
  std::array<std::uint64_t, kBlockRows> differences;
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    differences[i - 1] = ascending[i] - ascending[i - 1];
    smallest = std::min(smallest, differences[i - 1]);
  }
  const std::size_t count = ascending.size() - 1;
  if (count == 0) smallest = 0;
  for (std::size_t i = 0; i < count; ++i) differences[i] -= smallest;
  unsigned char varint[kMaxVarintBytes];
  const unsigned char* end = put_varint(varint, smallest);
  for (const unsigned char* byte = varint; byte != end; ++byte) out.push_back(static_cast<std::byte>(*byte));
  write_packed_list(std::span(differences).first(count), out);
}

void decode_delta(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out) {
  if (from == to) return;
  const auto* start = reinterpret_cast<const unsigned char*>(in);
  const unsigned char* after = start;
  const std::uint64_t smallest = get_varint(after);
  const PackedListView list(in + (after - start), rows - 1);
  std::array<std::uint64_t, kBlockRows> differences;
  list.read(0, to - 1, smallest, differences.data());
  std::uint64_t value = min;
  for (std::size_t i = 0; i < from; ++i) value += differences[i];
  *out++ = value;
  for (std::size_t i = from; i + 1 < to; ++i) *out++ = value += differences[i];
}

}  // namespace quadrille::detail
