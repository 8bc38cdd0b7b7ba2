#include <algorithm>
#include <array>
#include <limits>

#include "base/bytes.hpp"
#include "quadstore/detail/codecs.hpp"
#include "quadstore/detail/packed_list.hpp"

namespace quadrille::detail {

namespace {

void append_varint(std::uint64_t value, Bytes& out) {
  unsigned char varint[kMaxVarintBytes];
  const auto* bytes = reinterpret_cast<const std::byte*>(varint);
  out.insert(out.end(), bytes, bytes + (put_varint(varint, value) - varint));
}

// Moves `in` behind the number.
std::uint64_t take_varint(const std::byte*& in) {
  const auto* start = reinterpret_cast<const unsigned char*>(in);
  const unsigned char* after = start;
  const std::uint64_t value = get_varint(after);
  in += after - start;
  return value;
}

}  // namespace

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
  append_varint(smallest, out);
  write_packed_list(std::span(differences).first(count), out);
}

void decode_delta(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out) {
  if (from == to) return;
  const std::uint64_t smallest = take_varint(in);
  std::array<std::uint64_t, kBlockRows> differences;
  PackedListView(in, rows - 1).read(0, to - 1, smallest, differences.data());
  std::uint64_t value = min;
  for (std::size_t i = 0; i < from; ++i) value += differences[i];
  *out++ = value;
  for (std::size_t i = from; i + 1 < to; ++i) *out++ = value += differences[i];
}

namespace {

// Signed differences as unsigned ones, small for small: 0, -1, 1, -2, ... -> 0, 1, 2, 3, ...
std::uint64_t zigzag(std::uint64_t difference) {
  return difference << 1 ^ (0 - (difference >> 63));
}
std::uint64_t unzigzag(std::uint64_t coded) {
  return coded >> 1 ^ (0 - (coded & 1));
}

}  // namespace

void encode_steps(Values values, std::uint64_t min, Bytes& out) {
  std::array<std::uint64_t, kBlockRows> steps;
  for (std::size_t i = 1; i < values.size(); ++i) steps[i - 1] = zigzag(values[i] - values[i - 1]);
  append_varint(values[0] - min, out);
  write_packed_list(std::span(steps).first(values.size() - 1), out);
}

void decode_steps(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                  std::uint64_t* out) {
  if (from == to) return;
  std::uint64_t value = min + take_varint(in);
  std::array<std::uint64_t, kBlockRows> steps;
  PackedListView(in, rows - 1).read(0, to - 1, 0, steps.data());
  for (std::size_t i = 0; i < from; ++i) value += unzigzag(steps[i]);
  *out++ = value;
  for (std::size_t i = from; i + 1 < to; ++i) *out++ = value += unzigzag(steps[i]);
}

}  // namespace quadrille::detail
