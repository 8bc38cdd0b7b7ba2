#include "quadstore/delta_run.hpp"

#include <algorithm>
#include <bit>

#include "base/assert.hpp"
#include "quadstore/read_counts.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kEntriesPerPlace = 4;

// The table of places: for the last position a power of two of positions each.
struct Places {
  std::uint32_t count = 0, shift = 0;

  Places(std::size_t entries, std::uint64_t last_position) {
    const std::size_t most = entries / kEntriesPerPlace + 1;
    shift = static_cast<std::uint32_t>(std::bit_width(last_position / most));
    count = static_cast<std::uint32_t>((last_position >> shift) + 1);
  }
};

constexpr std::size_t round_up_to_words(std::size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

}  // namespace

// With the most places that there can be: position / (last / most + 1) < most, rounded to a power of two.
std::size_t DeltaRun::bytes(std::size_t entries, int columns) {
  if (entries == 0) return 0;
  const std::size_t places = entries / kEntriesPerPlace + 2;
  return entries * sizeof(std::uint64_t) + entries * static_cast<std::size_t>(columns) * sizeof(Huri) +
         round_up_to_words((entries + 1) * sizeof(std::uint32_t)) +
         round_up_to_words((places + 1) * sizeof(std::uint32_t));
}

DeltaRun::DeltaRun(std::size_t entries, int columns, std::byte* memory) {
  QUADRILLE_ASSERT(entries <= kMaxEntries, "who makes a level has looked at its size");
  if (entries == 0) return;
  size_ = static_cast<std::uint32_t>(entries);
  columns_count_ = static_cast<std::uint32_t>(columns);
  const auto take = [&](std::size_t bytes) {
    std::byte* const place = memory;
    memory += round_up_to_words(bytes);
    return place;
  };
  words_ = reinterpret_cast<const std::uint64_t*>(take(entries * sizeof(std::uint64_t)));
  for (std::size_t column = 0; column < columns_count_; ++column) {
    columns_[column] = reinterpret_cast<const Huri*>(take(entries * sizeof(Huri)));
  }
  deletes_before_ = reinterpret_cast<const std::uint32_t*>(take((entries + 1) * sizeof(std::uint32_t)));
  starts_ = reinterpret_cast<const std::uint32_t*>(memory);
}

// The memory is the maker's until the run is complete.
DeltaRun::Space DeltaRun::space() {
  Space space{{const_cast<std::uint64_t*>(words_), size_}, {}};
  for (std::size_t column = 0; column < columns_count_; ++column) {
    space.columns[column] = {const_cast<Huri*>(columns_[column]), size_};
  }
  return space;
}

void DeltaRun::complete() {
  if (size_ == 0) return;
  auto* const deletes = const_cast<std::uint32_t*>(deletes_before_);
  deletes[0] = 0;
  for (std::uint32_t entry = 0; entry < size_; ++entry) {
    deletes[entry + 1] = deletes[entry] + static_cast<std::uint32_t>(words_[entry] & kDeleteBit);
  }
  const Places places(size_, words_[size_ - 1] >> 2);
  places_ = places.count;
  shift_ = places.shift;
  auto* const starts = const_cast<std::uint32_t*>(starts_);
  std::uint32_t next = 0;
  for (std::uint32_t entry = 0; entry < size_; ++entry) {
    for (; next <= (words_[entry] >> 2 >> shift_); ++next) starts[next] = entry;
  }
  for (; next <= places_; ++next) starts[next] = size_;
}

int DeltaRun::compare_keys(std::uint32_t a, const DeltaRun& other, std::uint32_t b) const {
  for (std::uint32_t column = 0; column < columns_count_; ++column) {
    const Huri mine = columns_[column][a], theirs = other.columns_[column][b];
    if (mine != theirs) return mine < theirs ? -1 : 1;
  }
  return 0;
}

std::uint32_t DeltaRun::first_at(std::uint64_t word) const {
  ++read_counts.searches;
  const std::uint64_t place = word >> 2 >> shift_;
  if (place >= places_) return size_;
  return static_cast<std::uint32_t>(std::lower_bound(words_ + starts_[place], words_ + starts_[place + 1], word) -
                                    words_);
}

std::uint32_t DeltaRun::bound(Entries entries, const QuadPrefix& prefix, bool after) const {
  for (int column = 0; column < prefix.size() && !entries.empty(); ++column) {
    const Huri* const values = columns_[static_cast<std::size_t>(column)];
    const auto [first, last] = std::equal_range(values + entries.begin, values + entries.end, prefix[column]);
    entries = {static_cast<std::uint32_t>(first - values), static_cast<std::uint32_t>(last - values)};
  }
  return after ? entries.end : entries.begin;
}

DeltaRun::Entries DeltaRun::find(RowRange base, const QuadPrefix& low, const QuadPrefix& high) const {
  if (size_ == 0) return {};
  if (low.size() == 0) return {0, size_};
  // Entries at positions between are between; those inserted right before the first and after the last row may not be.
  const auto inserted_at = [&](std::uint64_t position) {
    const std::uint32_t begin = first_at(make_word(position, false, false));
    std::uint32_t end = begin;
    if (begin < size_ && place(begin) == position << 1) end = first_at(make_word(position, true, false));
    return Entries{begin, end};
  };
  const Entries first = inserted_at(base.begin);
  const std::uint32_t begin = first.empty() ? first.begin : bound(first, low, false);
  const Entries last = base.empty() ? first : inserted_at(base.end);
  return {begin, last.empty() ? last.end : std::max(begin, bound(last, high, true))};
}

}  // namespace quadrille
