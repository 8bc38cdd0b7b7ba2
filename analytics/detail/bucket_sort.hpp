#pragma once

// Sorting the entries of one bucket in the cache, and uniting parallel edges. Radix sort from the lowest digit: two
// to four passes of at most eleven bits. Source: N. Satish et al., Fast sort on CPUs and GPUs, SIGMOD 2010.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/edge_chains.hpp"
#include "analytics/projection.hpp"

namespace quadrille::analytics::detail {

// The bits of a key that differ within a bucket: neighbours have the lowest ones, rows those from bit 32.
struct KeyBits {
  int neighbour = 0, row = 0;
};

// Sorts entries by key; equal keys keep their order.
template <class Entry>
class BucketSort {
 public:
  explicit BucketSort(std::pmr::memory_resource& memory) : first_(&memory), second_(&memory) {}

  // Room for `count` entries, which the caller fills.
  std::span<Entry> make_room(std::size_t count) {
    if (count > first_.size()) {
      // The old contents are not needed: free them before the larger ones are made.
      std::pmr::vector<Entry>(first_.get_allocator()).swap(first_);
      std::pmr::vector<Entry>(second_.get_allocator()).swap(second_);
      first_.resize(count);
      second_.resize(count);
    }
    return std::span(first_).first(count);
  }
  // Sorts the first `count` entries. by_row_alone: they are in order of their neighbours already.
  std::span<Entry> sort(std::size_t count, KeyBits bits, bool by_row_alone) {
    if (count < kFew && !by_row_alone) {
      std::stable_sort(first_.begin(), first_.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const Entry& left, const Entry& right) { return left.key < right.key; });
      return std::span(first_).first(count);
    }
    if (!by_row_alone) sort_digits(count, 0, bits.neighbour);
    sort_digits(count, 32, bits.row);
    return std::span(first_).first(count);
  }

 private:
  static constexpr std::size_t kFew = 256;
  static constexpr int kDigitBits = 11;

  // Sorts by bits [low, low + bits) of the keys.
  void sort_digits(std::size_t count, int low, int bits) {
    const int passes = (bits + kDigitBits - 1) / kDigitBits;
    for (int pass = 0; pass < passes; ++pass) {
      const int begin = bits * pass / passes, end = bits * (pass + 1) / passes;
      sort_digit(count, low + begin, end - begin);
      first_.swap(second_);
    }
  }
  void sort_digit(std::size_t count, int shift, int bits) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    std::array<std::uint32_t, std::size_t{1} << kDigitBits> places{};
    const std::span<const Entry> from = std::span(first_).first(count);
    for (const Entry& entry : from) ++places[entry.key >> shift & mask];
    std::uint32_t next = 0;
    for (std::size_t digit = 0; digit <= mask; ++digit) {
      const std::uint32_t here = places[digit];
      places[digit] = next;
      next += here;
    }
    Entry* to = second_.data();
    for (const Entry& entry : from) to[places[entry.key >> shift & mask]++] = entry;
  }

  std::pmr::vector<Entry> first_, second_;
};

// Unites entries with equal keys, which follow each other. Returns those that remain, at the beginning of `entries`.
// Weights are combined from the least to the greatest, so the order of the edges does not matter.
inline std::span<PlainEntry> unite(std::span<PlainEntry> entries, Parallel) {
  const auto same = [](const PlainEntry& left, const PlainEntry& right) { return left.key == right.key; };
  return {entries.begin(), std::unique(entries.begin(), entries.end(), same)};
}
inline std::span<WeightedEntry> unite(std::span<WeightedEntry> entries, Parallel parallel) {
  WeightedEntry* const end = entries.data() + entries.size();
  WeightedEntry* kept = entries.data();
  for (WeightedEntry* first = entries.data(); first != end;) {
    WeightedEntry* last = first + 1;
    while (last != end && last->key == first->key) ++last;
    if (last - first > 1) {
      const auto less = [](const WeightedEntry& left, const WeightedEntry& right) {
        return left.weight < right.weight;
      };
      std::sort(first, last, less);
    }
    if (parallel == Parallel::separate) {
      kept = std::copy(first, last, kept);
    } else {
      WeightedEntry united = parallel == Parallel::maximum ? last[-1] : *first;
      if (parallel == Parallel::sum) {
        for (const WeightedEntry* other = first + 1; other != last; ++other) united.weight += other->weight;
      }
      *kept++ = united;
    }
    first = last;
  }
  return {entries.data(), kept};
}

}  // namespace quadrille::analytics::detail
