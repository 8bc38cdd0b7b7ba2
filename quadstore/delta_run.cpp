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

// The view's sums differ from those of `all`: some entry has a row that the view hides.
constexpr bool differs(View view, Marks alone) {
  return (view == View::closure && has(alone, Marks::stated)) || (view == View::stated && has(alone, Marks::closure));
}

}  // namespace

bool DeltaRun::has_own_sums(std::size_t view) const {
  return view == index(View::all) || differs(static_cast<View>(view), alone_);
}

// With the most places that there can be: position / (last / most + 1) < most, rounded to a power of two.
std::size_t DeltaRun::bytes(Size size, int columns) {
  if (size.entries == 0) return 0;
  const std::size_t places = size.entries / kEntriesPerPlace + 2;
  const std::size_t sums =
      1 + (differs(View::closure, size.alone) ? 1 : 0) + (differs(View::stated, size.alone) ? 1 : 0);
  return size.entries * sizeof(std::uint64_t) + size.entries * static_cast<std::size_t>(columns) * sizeof(Huri) +
         sums * round_up_to_words((size.entries + 1) * sizeof(std::int32_t)) +
         round_up_to_words((places + 1) * sizeof(std::uint32_t));
}

DeltaRun::DeltaRun(Size size, int columns, std::byte* memory) : alone_(size.alone) {
  QUADRILLE_ASSERT(size.entries <= kMaxEntries, "who makes a level has looked at its size");
  if (size.entries == 0) return;
  size_ = static_cast<std::uint32_t>(size.entries);
  columns_count_ = static_cast<std::uint32_t>(columns);
  const auto take = [&](std::size_t bytes) {
    std::byte* const place = memory;
    memory += round_up_to_words(bytes);
    return place;
  };
  words_ = reinterpret_cast<const std::uint64_t*>(take(size.entries * sizeof(std::uint64_t)));
  for (std::size_t column = 0; column < columns_count_; ++column) {
    columns_[column] = reinterpret_cast<const Huri*>(take(size.entries * sizeof(Huri)));
  }
  for (std::size_t view = 0; view < kSums; ++view) {
    sums_[view] = has_own_sums(view)
                      ? reinterpret_cast<const std::int32_t*>(take((size.entries + 1) * sizeof(std::int32_t)))
                      : sums_[index(View::all)];
  }
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
  for (std::size_t view = 0; view < kSums; ++view) {
    if (!has_own_sums(view)) continue;
    auto* const sums = const_cast<std::int32_t*>(sums_[view]);
    sums[0] = 0;
    for (std::uint32_t entry = 0; entry < size_; ++entry) {
      sums[entry + 1] = sums[entry] + effect(static_cast<View>(view), change(entry));
    }
  }
  const Places places(size_, position(size_ - 1));
  places_ = places.count;
  shift_ = places.shift;
  auto* const starts = const_cast<std::uint32_t*>(starts_);
  std::uint32_t next = 0;
  for (std::uint32_t entry = 0; entry < size_; ++entry) {
    for (; next <= (position(entry) >> shift_); ++next) starts[next] = entry;
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

bool DeltaRun::any_concerns(Entries entries, View view) const {
  for (std::uint32_t entry = entries.begin; entry < entries.end; ++entry) {
    const MarkChange its = change(entry);
    if (shows(view, its.before) || shows(view, its.after)) return true;
  }
  return false;
}

std::uint32_t DeltaRun::first_at(std::uint64_t place) const {
  ++read_counts.searches;
  const std::uint64_t start = place >> 1 >> shift_, word = place << kMarkBits;
  if (start >= places_) return size_;
  return static_cast<std::uint32_t>(std::lower_bound(words_ + starts_[start], words_ + starts_[start + 1], word) -
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
    const std::uint32_t begin = first_at(make_place(position, false));
    std::uint32_t end = begin;
    if (begin < size_ && place(begin) == make_place(position, false)) end = first_at(make_place(position, true));
    return Entries{begin, end};
  };
  const Entries first = inserted_at(base.begin);
  const std::uint32_t begin = first.empty() ? first.begin : bound(first, low, false);
  const Entries last = base.empty() ? first : inserted_at(base.end);
  return {begin, last.empty() ? last.end : std::max(begin, bound(last, high, true))};
}

}  // namespace quadrille
