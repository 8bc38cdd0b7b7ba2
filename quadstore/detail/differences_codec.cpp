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

constexpr std::size_t kWord = 64;

std::uint64_t sign_extended(std::uint64_t value, int width) {
  const int unused = 64 - width;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

// The `count` bits from bit `at` on; 1 to 64.
std::uint64_t bits_at(const std::byte* packed, std::size_t at, std::size_t count) {
  const std::size_t shift = at % 8;
  std::uint64_t value = load<std::uint64_t>(packed + at / 8) >> shift;
  if (shift + count > kWord) value |= static_cast<std::uint64_t>(packed[at / 8 + 8]) << (kWord - shift);
  return value & low_bits(static_cast<int>(count));
}

struct DifferencesView {
  DifferencesView(const std::byte* in, std::size_t rows, std::uint64_t least)
      : head(DifferencesHead::read(in)), group_bits(head.group_bits()), min(least) {
    in += DifferencesHead::kBytes;
    bias = unzigzag(take_varint(in));
    group_ends = in;
    exception_rows = group_ends;
    if (head.exceptions != 0) exception_rows += (((rows - 1) >> group_bits) + 1) << (head.has_wide_ends() ? 1 : 0);
    restarts = exception_rows + head.exceptions;
    high = restarts + packed_bytes(segment_of(rows - 1) + 1, head.restart_width);
    low = high + packed_bytes(head.exceptions, head.high_width);
  }

  std::size_t segment_of(std::size_t row) const { return row >> head.interval; }
  std::size_t first_row(std::size_t segment) const { return segment << head.interval; }
  std::uint64_t restart(std::size_t segment) const { return min + packed_value(restarts, head.restart_width, segment); }
  // The number of low parts of the rows up to this one.
  std::size_t low_parts(std::size_t row) const { return row - segment_of(row); }

  // Exceptions are numbered through the column, those of a group are [group_begin, group_end). There are some.
  std::size_t group_end(std::size_t group) const {
    return head.has_wide_ends() ? load<std::uint16_t>(group_ends + 2 * group)
                                : static_cast<std::size_t>(group_ends[group]);
  }
  std::size_t group_begin(std::size_t group) const { return group == 0 ? 0 : group_end(group - 1); }
  std::size_t row_in_group(std::size_t exception) const { return static_cast<std::size_t>(exception_rows[exception]); }
  std::uint64_t high_part(std::size_t exception) const {
    return sign_extended(packed_value(high, head.high_width, exception), head.high_width) << head.width;
  }

  // The differences of the rows after `from` up to `to`, of the same segment, without the high parts.
  std::uint64_t sum(std::size_t from, std::size_t to) const {
    const std::size_t width = head.width;
    std::uint64_t sum = (to - from) * bias;
    if (width == 0) return sum;
    std::size_t bit = low_parts(from) * width;
    const std::size_t end = bit + (to - from) * width;
    if (width == 1) {
      for (; bit < end; bit += kWord) sum += std::popcount(bits_at(low, bit, std::min(end - bit, kWord)));
    } else if (width <= kWidestInWord) {
      const std::uint64_t mask = low_bits(head.width);
      for (; bit < end; bit += width) sum += load<std::uint64_t>(low + bit / 8) >> bit % 8 & mask;
    } else {
      for (; bit < end; bit += width) sum += bits_at(low, bit, width);
    }
    return sum;
  }

  DifferencesHead head;
  int group_bits;
  std::uint64_t min, bias;
  const std::byte *group_ends, *exception_rows, *restarts, *high, *low;
};

// Apart from the loops over rows, so that all that it needs stays in registers.
[[gnu::noinline]] std::uint64_t value_at(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t row) {
  const DifferencesView view(in, rows, min);
  const std::size_t segment = view.segment_of(row), first = view.first_row(segment);
  std::uint64_t value = view.restart(segment) + view.sum(first, row);
  if (view.head.exceptions == 0) return value;
  const std::size_t group = row >> view.group_bits, first_in_group = group << view.group_bits;
  const std::size_t end = view.group_end(group);
  for (std::size_t i = view.group_begin(group); i < end && first_in_group + view.row_in_group(i) <= row; ++i) {
    if (first_in_group + view.row_in_group(i) > first) value += view.high_part(i);
  }
  return value;
}

// Walks the rows of a segment. A stretch of rows without exceptions is searched at once.
class SegmentWalk {
 public:
  SegmentWalk(const DifferencesView& view, std::size_t segment) : view_(view) { restart(segment); }

  std::size_t row() const { return row_; }
  std::uint64_t value() const { return value_; }

  void restart(std::size_t segment) {
    row_ = view_.first_row(segment);
    value_ = view_.restart(segment);
    if (view_.head.exceptions == 0) return;
    const std::size_t group = row_ >> view_.group_bits;
    first_row_of_group_ = group << view_.group_bits;
    next_ = view_.group_begin(group);
    end_ = view_.group_end(group);
    while (next_ < end_ && view_.row_in_group(next_) < row_ - first_row_of_group_) ++next_;
    find_exception();
  }

  // To a row of the segment that is not before this one.
  void go_to(std::size_t row) {
    value_ += view_.sum(row_, row);
    row_ = row;
    for (; exception_ <= row; find_exception()) value_ += view_.high_part(next_++);
  }

  // To the first row before `end` whose value is not below `least`, or to the last one: then it returns false. The rows
  // ascend from here on, and belong to the segment.
  bool go_to_value(std::uint64_t least, std::size_t end) {
    while (value_ < least) {
      if (row_ + 1 == end) return false;
      const std::size_t last = std::min(end, exception_) - 1;
      if (last == row_) {
        go_to(row_ + 1);
      } else if (view_.head.width == 0) {
        go_in_line(least, last);
      } else if (view_.head.width == 1) {
        go_in_bits(least, std::min(last, row_ + kWord));
      } else {
        go_row_by_row(least, last);
      }
    }
    return true;
  }

 private:
  std::size_t low_bit() const { return view_.low_parts(row_) * view_.head.width; }

  // go_*: to the first row after this one whose value is not below `least`, or to `last`. None of them is an exception.
  void go_in_line(std::uint64_t least, std::size_t last) {
    const std::uint64_t rows = last - row_;
    const std::uint64_t steps = view_.bias == 0 ? rows : std::min(rows, (least - value_ - 1) / view_.bias + 1);
    row_ += steps;
    value_ += steps * view_.bias;
  }

  void go_in_bits(std::uint64_t least, std::size_t last) {
    const int rows = static_cast<int>(last - row_);
    const std::uint64_t bits = bits_at(view_.low, low_bit(), rows);
    const auto after = [&](int some) { return value_ + some * view_.bias + std::popcount(bits & low_bits(some)); };
    int from = after(rows) < least ? rows : 1, to = rows;
    while (from < to) {
      const int middle = (from + to) / 2;
      if (after(middle) < least) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    value_ = after(from);
    row_ += from;
  }

  void go_row_by_row(std::uint64_t least, std::size_t last) {
    const std::size_t width = view_.head.width;
    const std::uint64_t mask = low_bits(view_.head.width), bias = view_.bias;
    std::uint64_t value = value_;
    std::size_t row = row_, bit = low_bit();
    if (width <= kWidestInWord) {
      for (; row < last && value < least; ++row, bit += width) {
        value += bias + (load<std::uint64_t>(view_.low + bit / 8) >> bit % 8 & mask);
      }
    } else {
      for (; row < last && value < least; ++row, bit += width) value += bias + bits_at(view_.low, bit, width);
    }
    value_ = value;
    row_ = row;
  }

  void find_exception() { exception_ = next_ == end_ ? kBlockRows : first_row_of_group_ + view_.row_in_group(next_); }

  const DifferencesView& view_;
  std::size_t row_ = 0;
  std::uint64_t value_ = 0;
  // The next exception in this group, and its row; the end of the group's exceptions.
  std::size_t first_row_of_group_ = 0, next_ = 0, end_ = 0, exception_ = kBlockRows;
};

// Adds the high parts of the rows after `from` and before `to` to the differences; the first of these is that of row
// from + 1, where `from` is the first row of a segment.
void add_high_parts(const DifferencesView& view, std::size_t from, std::size_t to, std::uint64_t* differences) {
  const std::size_t first_group = from >> view.group_bits, last_group = (to - 1) >> view.group_bits;
  const std::size_t first = view.group_begin(first_group), start = view.low_parts(from) + 1;
  std::array<std::uint64_t, kBlockRows> high;
  unpack_bits(view.high, view.head.high_width, first, view.group_end(last_group), 0, high.data());
  std::size_t exception = first;
  for (std::size_t group = first_group; group <= last_group; ++group) {
    const std::size_t first_row = group << view.group_bits, end = view.group_end(group);
    for (; exception < end; ++exception) {
      const std::size_t row = first_row + view.row_in_group(exception);
      if (row < from || row >= to) continue;
      differences[view.low_parts(row) - start] += sign_extended(high[exception - first], view.head.high_width)
                                                  << view.head.width;
    }
  }
}

template <std::size_t kRows>
void sum_up(std::uint64_t value, const std::uint64_t* differences, std::uint64_t* out) {
  out[0] = value;
  for (std::size_t i = 1; i < kRows; ++i) out[i] = value += differences[i - 1];
}

// The rows [from, to): all differences of their segments first, then their sums.
void decode_segments(const DifferencesView& view, std::size_t from, std::size_t to, std::uint64_t* out) {
  constexpr std::size_t kShortSegment = 16;
  const std::size_t first = view.segment_of(from), last = view.segment_of(to - 1), first_row = view.first_row(first);
  std::array<std::uint64_t, kBlockRows> differences, restarts;
  unpack_bits(view.low, view.head.width, view.low_parts(first_row), view.low_parts(to - 1), view.bias,
              differences.data());
  unpack_bits(view.restarts, view.head.restart_width, first, last + 1, view.min, restarts.data());
  if (view.head.exceptions != 0) add_high_parts(view, first_row, to, differences.data());

  const std::uint64_t* next = differences.data();
  for (std::size_t segment = first; segment <= last; ++segment) {
    std::uint64_t value = restarts[segment - first];
    std::size_t row = view.first_row(segment);
    const std::size_t end = std::min(to, view.first_row(segment + 1));
    if (row >= from && end - row == kShortSegment) {
      sum_up<kShortSegment>(value, next, out);
      out += kShortSegment;
      next += kShortSegment - 1;
      continue;
    }
    for (; row < from; ++row) value += *next++;
    *out++ = value;
    for (++row; row < end; ++row) *out++ = value += *next++;
  }
}

constexpr std::size_t kFewDifferences = 8;  // that are read one by one

}  // namespace

void decode_differences(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                        std::uint64_t* out) {
  if (from == to) return;
  if (to - from == 1) {
    *out = value_at(in, rows, min, from);
    return;
  }
  const DifferencesView view(in, rows, min);
  if (to - from > kFewDifferences) return decode_segments(view, from, to, out);
  SegmentWalk walk(view, view.segment_of(from));
  for (std::size_t row = from; row < to; ++row) {
    const std::size_t segment = view.segment_of(row);
    if (row > from && view.first_row(segment) == row) walk.restart(segment);
    walk.go_to(row);
    *out++ = walk.value();
  }
}

namespace {

// Of the segments of the rows [from, to), which ascend: the last one that begins below `least`, or else the first.
std::size_t segment_below(const DifferencesView& view, std::size_t from, std::size_t to, std::uint64_t least) {
  const std::size_t first = view.segment_of(from), last = view.segment_of(to - 1);
  return first_packed_at_least(view.restarts, view.head.restart_width, first + 1, last + 1, least - view.min) - 1;
}

}  // namespace

FoundRows find_differences(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                           std::uint64_t wanted) {
  const DifferencesView view(in, rows, min);
  const auto end_of = [&](std::size_t segment) { return std::min(to, view.first_row(segment + 1)); };
  std::size_t segment = segment_below(view, from, to, wanted);
  SegmentWalk walk(view, segment);
  walk.go_to(std::max(from, view.first_row(segment)));
  if (!walk.go_to_value(wanted, end_of(segment))) {
    if (end_of(segment) == to) return {to, to};
    walk.restart(++segment);
  }
  const std::size_t begin = walk.row();
  if (walk.value() != wanted) return {begin, begin};
  if (wanted == std::numeric_limits<std::uint64_t>::max()) return {begin, to};
  // Mostly few rows are alike.
  if (walk.go_to_value(wanted + 1, end_of(segment))) return {begin, walk.row()};
  const std::size_t last = segment_below(view, walk.row(), to, wanted + 1);
  if (last == segment) return {begin, end_of(segment)};
  walk.restart(last);
  return {begin, walk.go_to_value(wanted + 1, end_of(last)) ? walk.row() : end_of(last)};
}

}  // namespace quadrille::detail
