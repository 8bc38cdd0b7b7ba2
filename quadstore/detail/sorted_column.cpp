#include "quadstore/detail/sorted_column.hpp"

#include <algorithm>

namespace quadrille::detail {

namespace {

constexpr int kRowBits = 10;  // below the value in a word
static_assert(std::size_t{1} << kRowBits == kBlockRows);

}  // namespace

// A word is a value's varying bits and its row, if both fit: half as long as an entry.
SortedColumn::SortedColumn(std::span<const std::uint64_t> values) : size_(values.size()) {
  std::uint64_t varying = 0;
  for (const std::uint64_t value : values) varying |= value ^ values[0];
  const auto [above, below] = fields_of(varying);
  if (above.width + below.width + kRowBits <= 64) {
    sort_words(values, above, below);
  } else {
    for (std::size_t row = 0; row < size_; ++row) entries_[row] = {values[row], static_cast<std::uint32_t>(row)};
    std::sort(entries_.begin(), entries_.begin() + size_,
              [](const Entry& a, const Entry& b) { return a.value < b.value; });
  }
  for (std::size_t i = 0; i < size_; ++i) {
    if (i != 0 && entries_[i].value == entries_[i - 1].value) continue;
    first_[distinct_count_] = static_cast<std::uint16_t>(i);
    distinct_[distinct_count_++] = entries_[i].value;
  }
  first_[distinct_count_] = static_cast<std::uint16_t>(size_);
}

void SortedColumn::sort_words(std::span<const std::uint64_t> values, const VaryingField& above,
                              const VaryingField& below) {
  std::array<std::uint64_t, kBlockRows> words, scratch;
  const int place = kRowBits + below.width;
  for (std::size_t row = 0; row < size_; ++row) {
    const std::uint64_t high = above.width == 0 ? 0 : (values[row] >> above.shift & above.mask()) << place;
    words[row] = high | (values[row] >> below.shift & below.mask()) << kRowBits | row;
  }
  sort_keys<std::uint64_t>(std::span(words).first(size_), scratch, kRowBits, place + above.width);
  for (std::size_t i = 0; i < size_; ++i) {
    const auto row = static_cast<std::uint32_t>(words[i] & (kBlockRows - 1));
    entries_[i] = {values[row], row};
  }
}

}  // namespace quadrille::detail
