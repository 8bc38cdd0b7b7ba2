#include "quadstore/detail/packed_list.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "quadstore/bit_packing.hpp"

namespace quadrille::detail {

namespace {

constexpr int kPlaceBits = 10;
constexpr std::size_t kHeaderBytes = 4;

// The time cost of an exception, as a number of bits: few exceptions must win clearly.
constexpr std::size_t kListPenaltyBits = 6;

struct ListShape {
  int width;
  int high_width;
  std::size_t exceptions;
};

ListShape best_list_shape(std::span<const std::uint64_t> values) {
  std::array<std::uint16_t, 65> of_width{};
  for (const std::uint64_t value : values) ++of_width[bits_needed(value)];
  int longest = 64;
  while (longest > 0 && of_width[longest] == 0) --longest;
  ListShape best{longest, 0, 0};
  std::size_t best_bits = values.size() * longest, exceptions = 0;
  for (int width = longest - 1; width >= 0; --width) {
    exceptions += of_width[width + 1];
    const int high_width = longest - width;
    const std::size_t bits = values.size() * width + exceptions * (kPlaceBits + high_width + kListPenaltyBits);
    if (bits < best_bits) {
      best_bits = bits;
      best = {width, high_width, exceptions};
    }
  }
  return best;
}

}  // namespace

void write_packed_list(std::span<const std::uint64_t> values, std::vector<std::byte>& out) {
  QUADRILLE_ASSERT(values.size() <= kMaxListValues, "a packed list has at most 1024 values");
  const ListShape shape = best_list_shape(values);
  out.push_back(static_cast<std::byte>(shape.width));
  out.push_back(static_cast<std::byte>(shape.high_width));
  out.push_back(static_cast<std::byte>(shape.exceptions & 0xff));
  out.push_back(static_cast<std::byte>(shape.exceptions >> 8));
  pack_bits(values, shape.width, out);
  if (shape.exceptions == 0) return;

  std::array<std::uint64_t, kMaxListValues> places, high;
  std::size_t found = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bits_needed(values[i]) <= shape.width) continue;
    places[found] = i;
    high[found++] = values[i] >> shape.width;
  }
  pack_bits(std::span(places).first(found), kPlaceBits, out);
  pack_bits(std::span(high).first(found), shape.high_width, out);
}

PackedListView::PackedListView(const std::byte* bytes, std::size_t count)
    : low_(bytes + kHeaderBytes),
      width_(static_cast<int>(bytes[0])),
      high_width_(static_cast<int>(bytes[1])),
      exceptions_(load<std::uint16_t>(bytes + 2)) {
  places_ = low_ + packed_bytes(count, width_);
  high_ = places_ + packed_bytes(exceptions_, kPlaceBits);
}

void PackedListView::read(std::size_t from, std::size_t to, std::uint64_t base, std::uint64_t* out) const {
  unpack_bits(low_, width_, from, to, base, out);
  if (exceptions_ == 0) return;
  const std::size_t first = first_packed_at_least(places_, kPlaceBits, 0, exceptions_, from);
  const std::size_t last = first_packed_at_least(places_, kPlaceBits, first, exceptions_, to);
  if (first == last) return;
  std::array<std::uint64_t, kMaxListValues> places, high;
  unpack_bits(places_, kPlaceBits, first, last, 0, places.data());
  unpack_bits(high_, high_width_, first, last, 0, high.data());
  for (std::size_t i = 0; i < last - first; ++i) out[places[i] - from] += high[i] << width_;
}

std::uint64_t PackedListView::value(std::size_t i) const {
  const std::uint64_t low = packed_value(low_, width_, i);
  if (exceptions_ == 0) return low;
  const std::size_t exception = first_packed_at_least(places_, kPlaceBits, 0, exceptions_, i);
  if (exception == exceptions_ || packed_value(places_, kPlaceBits, exception) != i) return low;
  return low + (packed_value(high_, high_width_, exception) << width_);
}

std::size_t PackedListView::first_at_least(std::size_t from, std::size_t to, std::uint64_t least) const {
  if (exceptions_ == 0) return first_packed_at_least(low_, width_, from, to, least);
  while (from < to) {
    const std::size_t middle = from + (to - from) / 2;
    if (value(middle) < least) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

}  // namespace quadrille::detail
