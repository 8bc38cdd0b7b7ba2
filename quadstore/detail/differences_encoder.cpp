#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "quadstore/bit_packing.hpp"
#include "quadstore/detail/codecs.hpp"
#include "quadstore/detail/differences_layout.hpp"
#include "quadstore/detail/varint_bytes.hpp"

namespace quadrille::detail {

namespace {

constexpr std::size_t kExceptionRowBits = 8;

// The cost of an exception in time, as a number of bits: few exceptions must win clearly.
constexpr std::size_t kExceptionPenaltyBits = 3;

// The rows between restart points, as powers of two. Sums of wide differences are made row by row, those of differences
// of one bit by population counts, and those of equal differences by a multiplication, up to the next exception.
constexpr int kWideInterval = 4, kNarrowInterval = 7, kWholeBlock = 10;
constexpr std::size_t kExceptionsInSegment = 4;  // on average, of narrow differences

constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr int kWords = 65;  // numbers of bits of a word: 0 to 64

// The bits of a number below 2^63. The loops over differences have no branches, which would be mispredicted.
int bits_of(std::uint64_t value) {
  return 63 - std::countl_zero(value << 1 | 1);
}

// A signed number, or its complement if it is negative: as many bits as it needs beside the sign.
std::uint64_t without_sign(std::uint64_t value) {
  return value ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(value) >> 63);
}

std::uint64_t shifted_down(std::uint64_t value, int bits) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value) >> bits);
}

// Counts of the differences of each width, for the two choices of the bias.
struct Widths {
  static constexpr std::size_t kNegative = kWords;

  std::uint64_t smallest = 0;                         // difference that is not negative
  std::array<std::uint16_t, kWords + 1> above{};      // of the differences from there on, less it; and kNegative
  std::array<std::uint16_t, kWords + 1> as_signed{};  // of all, with their signs

  explicit Widths(Values differences) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();  // negative ones are larger than others
    for (const std::uint64_t difference : differences) least = std::min(least, difference);
    smallest = static_cast<std::int64_t>(least) < 0 ? 0 : least;
    for (const std::uint64_t difference : differences) {
      const bool is_negative = static_cast<std::int64_t>(difference) < 0;
      ++as_signed[bits_of(without_sign(difference)) + 1];
      ++above[is_negative ? kNegative : bits_of((difference - smallest) & kLargest)];
    }
  }
  int widest() const {
    int widest = kWords - 1;
    while (widest > 0 && as_signed[widest] == 0) --widest;
    return widest;
  }
};

struct Shape {
  std::uint64_t bias = 0;
  int width = 0;
  std::size_t exceptions = 0;
  std::size_t bits = std::numeric_limits<std::size_t>::max();
};

// The shape with the fewest bits. The differences that fit into its width are those from the smallest one that is not
// negative, or those of this width with a sign.
Shape best_shape(Values differences) {
  const Widths widths(differences);
  const int widest = widths.widest();
  Shape best;
  const auto consider = [&](std::uint64_t bias, int width, std::size_t fitting) {
    const std::size_t exceptions = differences.size() - fitting;
    const std::size_t of_exception = kExceptionRowBits + widest - width + 1 + kExceptionPenaltyBits;
    const std::size_t bits = differences.size() * width + exceptions * of_exception;
    if (bits < best.bits) best = {bias, width, exceptions, bits};
  };
  std::size_t fit_above = 0, fit_signed = 0;
  for (int width = 0; width <= widest; ++width) {
    fit_above += widths.above[width];
    fit_signed += widths.as_signed[width];
    consider(widths.smallest, width, fit_above);
    if (width > 0) consider(std::uint64_t{0} - (std::uint64_t{1} << (width - 1)), width, fit_signed);
  }
  return best;
}

int best_interval(const Shape& shape, std::size_t rows) {
  if (shape.width > 1) return kWideInterval;
  if (shape.width == 0 && shape.exceptions == 0) return kWholeBlock;
  int interval = kNarrowInterval;
  while (interval > kWideInterval && shape.exceptions << interval > kExceptionsInSegment * rows) --interval;
  return interval;
}

// A list of a column, before it is packed.
struct List {
  std::array<std::uint64_t, kBlockRows> values;
  std::size_t size = 0;

  void add(std::uint64_t value) { values[size++] = value; }
  void append(int width, Bytes& out) const { pack_bits(std::span(values).first(size), width, out); }
};

}  // namespace

bool encode_differences(Values values, std::uint64_t min, std::size_t limit, Bytes& out) {
  List differences;
  differences.size = values.size() - 1;
  for (std::size_t i = 0; i < differences.size; ++i) differences.values[i] = values[i + 1] - values[i];
  const Shape shape = best_shape(std::span(differences.values).first(differences.size));
  DifferencesHead head{.width = shape.width, .interval = best_interval(shape, values.size())};
  const std::size_t in_segment = std::size_t{1} << head.interval;
  const std::size_t segments = (values.size() + in_segment - 1) / in_segment;
  if (packed_bytes(values.size() - segments, shape.width) >= limit) return false;
  const std::uint64_t in_group = low_bits(head.group_bits()), largest_low = low_bits(shape.width);
  const int shift = std::min(shape.width, 63);  // differences of 64 bits have no exceptions

  List restarts, group_ends, rows, high, low;
  std::size_t exceptions = 0;
  std::uint64_t restart_bits = 0, high_bits = 0;  // that some value has
  for (std::size_t first = 0; first < values.size(); first += in_segment) {
    if (first != 0 && (first & in_group) == 0) group_ends.add(exceptions);
    restarts.add(values[first] - min);
    restart_bits |= values[first] - min;
    const std::size_t end = std::min(first + in_segment, values.size());
    std::size_t next = low.size;
    for (std::size_t row = first + 1; row < end; ++row) {
      const std::uint64_t difference = differences.values[row - 1] - shape.bias;
      const std::uint64_t high_part = shifted_down(difference, shift);
      const bool is_exception = difference > largest_low;
      low.values[next++] = difference & largest_low;
      rows.values[exceptions] = row & in_group;  // is written over unless it is one
      high.values[exceptions] = high_part;
      high_bits |= is_exception ? without_sign(high_part) : 0;
      exceptions += is_exception;
    }
    low.size = next;
  }
  rows.size = high.size = exceptions;
  head.restart_width = bits_needed(restart_bits);
  if (exceptions != 0) head.high_width = bits_needed(high_bits) + 1;
  head.exceptions = rows.size;
  group_ends.add(rows.size);

  const std::size_t start = out.size();
  out.resize(start + DifferencesHead::kBytes);
  head.write(out.data() + start);
  append_varint(zigzag(shape.bias), out);
  if (head.exceptions != 0) group_ends.append(head.has_wide_ends() ? 16 : 8, out);
  rows.append(8, out);
  restarts.append(head.restart_width, out);
  high.append(head.high_width, out);
  low.append(head.width, out);
  return out.size() - start < limit;
}

}  // namespace quadrille::detail
