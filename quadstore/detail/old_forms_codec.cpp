#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "quadstore/detail/codecs.hpp"
#include "quadstore/detail/packed_list.hpp"
#include "quadstore/detail/varint_bytes.hpp"

namespace quadrille::detail {

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
