#include "quadstore/detail/sorted_column.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace quadrille::detail {

namespace {

constexpr int kDigitBits = 8;
constexpr std::size_t kBuckets = 1 << kDigitBits;
constexpr std::size_t kFewValues = 96;  // below this a comparison sort is faster

using Entries = std::array<SortedColumn::Entry, kBlockRows>;

void scatter_by(int shift, const Entries& from, Entries& to, std::size_t size) {
  std::array<std::uint16_t, kBuckets> next{};
  const auto digit = [shift](const SortedColumn::Entry& entry) { return entry.value >> shift & (kBuckets - 1); };
  for (std::size_t i = 0; i < size; ++i) ++next[digit(from[i])];
  std::uint16_t begin = 0;
  for (std::uint16_t& count : next) begin = static_cast<std::uint16_t>(begin + std::exchange(count, begin));
  for (std::size_t i = 0; i < size; ++i) to[next[digit(from[i])]++] = from[i];
}

}  // namespace

SortedColumn::SortedColumn(std::span<const std::uint64_t> values) : size_(values.size()) {
  std::uint64_t varying = 0;
  for (std::size_t row = 0; row < size_; ++row) {
    entries_[row] = {values[row], static_cast<std::uint32_t>(row)};
    varying |= values[row] ^ values[0];
  }
  sort(varying);
  for (std::size_t i = 0; i < size_; ++i) {
    if (i != 0 && entries_[i].value == entries_[i - 1].value) continue;
    first_[distinct_count_] = static_cast<std::uint16_t>(i);
    distinct_[distinct_count_++] = entries_[i].value;
  }
  first_[distinct_count_] = static_cast<std::uint16_t>(size_);
}

void SortedColumn::sort(std::uint64_t varying) {
  if (size_ < kFewValues) {
    std::sort(entries_.begin(), entries_.begin() + size_,
              [](const Entry& a, const Entry& b) { return a.value < b.value; });
    return;
  }
  Entries other;
  Entries *from = &entries_, *to = &other;
  while (varying != 0) {
    const int shift = std::min(std::countr_zero(varying), 64 - kDigitBits);
    scatter_by(shift, *from, *to, size_);
    std::swap(from, to);
    varying &= ~(std::uint64_t{kBuckets - 1} << shift);
  }
  if (from != &entries_) std::copy_n(from->begin(), size_, entries_.begin());
}

}  // namespace quadrille::detail
