#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

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

// Moves `in` past the number.
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

constexpr std::size_t kTogether = 32;  // differences that are summed up before they are gone through one by one

// Walks rows whose values are sums: differences[row] is the value of row + 1 less that of row.
class SumWalk {
 public:
  SumWalk(std::uint64_t first_value, const std::uint64_t* differences)
      : value_(first_value), differences_(differences) {}

  void go_to(std::size_t row) { take(row, sum_to(row)); }

  // Moves to the first row before `end` whose value is not below `least`, and returns it; `end` if there is none. The
  // rows ascend from here on.
  std::size_t go_to_value(std::uint64_t least, std::size_t end) {
    while (value_ < least) {
      if (row_ + 1 == end) return end;
      const std::size_t next = std::min(end - 1, row_ + kTogether);
      const std::uint64_t sum = sum_to(next);
      if (value_ + sum < least) {
        take(next, sum);
      } else {
        while (value_ < least) take(row_ + 1, differences_[row_]);
      }
    }
    return row_;
  }

 private:
  std::uint64_t sum_to(std::size_t row) const {
    return std::accumulate(differences_ + row_, differences_ + row, std::uint64_t{0});
  }
  void take(std::size_t row, std::uint64_t sum) {
    row_ = row;
    value_ += sum;
  }

  std::size_t row_ = 0;
  std::uint64_t value_;
  const std::uint64_t* const differences_;
};

FoundRows find_in_sums(SumWalk walk, std::size_t from, std::size_t to, std::uint64_t wanted) {
  walk.go_to(from);
  const std::size_t begin = walk.go_to_value(wanted, to);
  if (begin == to || wanted == std::numeric_limits<std::uint64_t>::max()) return {begin, to};
  return {begin, walk.go_to_value(wanted + 1, to)};
}

}  // namespace

FoundRows find_delta(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t wanted) {
  const std::uint64_t smallest = take_varint(in);
  std::array<std::uint64_t, kBlockRows> differences;
  PackedListView(in, rows - 1).read(0, to - 1, smallest, differences.data());
  return find_in_sums({min, differences.data()}, from, to, wanted);
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

FoundRows find_steps(const std::byte* in, std::size_t rows, std::uint64_t min, std::size_t from, std::size_t to,
                     std::uint64_t wanted) {
  const std::uint64_t first_value = min + take_varint(in);
  std::array<std::uint64_t, kBlockRows> steps;
  PackedListView(in, rows - 1).read(0, to - 1, 0, steps.data());
  std::transform(steps.data(), steps.data() + (to - 1), steps.data(), unzigzag);
  return find_in_sums({first_value, steps.data()}, from, to, wanted);
}

}  // namespace quadrille::detail
