#include "quadstore/row_packing.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille {

namespace {

constexpr int kByteBits = 8;
constexpr std::size_t kByteValues = 1 << kByteBits;
constexpr std::size_t kFewKeys = 48;                        // below this an insertion sort is faster
constexpr std::size_t kCachedBytes = std::size_t{1} << 18;  // of keys that are sorted from the lowest byte on

using Counts = std::array<std::uint32_t, kByteValues>;

// A field of all bits of `varying`, none of which are outside of [low, high].
VaryingField field_between(int low, int high) {
  return {low, high - low + 1};
}

template <class Key>
class KeySort {
 public:
  // Sorts `size` keys at `keys`; the result is there, or in `other` if `moves`.
  static void sort(Key* keys, Key* other, std::size_t size, int low, int high, bool moves) {
    if (size <= kFewKeys || low >= high) {
      insert_one_by_one(keys, size, low);
      if (moves) std::copy_n(keys, size, other);
    } else if (size * sizeof(Key) <= kCachedBytes) {
      from_the_lowest(keys, other, size, low, high, moves);
    } else {
      by_the_highest(keys, other, size, low, high, moves);
    }
  }

 private:
  static std::size_t digit(Key key, int shift) { return static_cast<std::size_t>(key >> shift) & (kByteValues - 1); }

  static void insert_one_by_one(Key* keys, std::size_t size, int low) {
    for (std::size_t i = 1; i < size; ++i) {
      const Key key = keys[i];
      std::size_t place = i;
      for (; place > 0 && keys[place - 1] >> low > key >> low; --place) keys[place] = keys[place - 1];
      keys[place] = key;
    }
  }

  template <class Count>
  static void scatter(const Key* from, Key* to, std::size_t size, int shift,
                      const std::array<Count, kByteValues>& counts) {
    std::array<Key*, kByteValues> next;
    for (std::size_t value = 0; value < next.size(); ++value) {
      next[value] = to;
      to += counts[value];
    }
    for (std::size_t i = 0; i < size; ++i) *next[digit(from[i], shift)]++ = from[i];
  }

  static void from_the_lowest(Key* keys, Key* other, std::size_t size, int low, int high, bool moves) {
    const auto digits = static_cast<std::size_t>((high - low + kByteBits - 1) / kByteBits);
    std::array<Counts, sizeof(Key)> counts;
    std::fill_n(counts.begin(), digits, Counts{});
    for (std::size_t i = 0; i < size; ++i) {
      Key rest = keys[i] >> low;
      for (std::size_t at = 0; at < digits; ++at, rest = rest >> kByteBits) ++counts[at][digit(rest, 0)];
    }
    Key *from = keys, *to = other;
    for (std::size_t at = 0; at < digits; ++at) {
      const int shift = low + static_cast<int>(at) * kByteBits;
      if (counts[at][digit(*from, shift)] == size) continue;
      scatter(from, to, size, shift, counts[at]);
      std::swap(from, to);
    }
    Key* const wanted = moves ? other : keys;
    if (from != wanted) std::copy_n(from, size, wanted);
  }

  // By the highest digit; then each part on its own.
  static void by_the_highest(Key* keys, Key* other, std::size_t size, int low, int high, bool moves) {
    const int shift = std::max(low, high - kByteBits);
    std::array<std::size_t, kByteValues> counts{};
    for (std::size_t i = 0; i < size; ++i) ++counts[digit(keys[i], shift)];
    scatter(keys, other, size, shift, counts);
    std::size_t begin = 0;
    for (const std::size_t count : counts) {
      if (count != 0) sort(other + begin, keys + begin, count, low, shift, !moves);
      begin += count;
    }
  }
};

}  // namespace

ColumnFields fields_of(std::uint64_t varying) {
  if (varying == 0) return {};
  const int low = std::countr_zero(varying), high = 63 - std::countl_zero(varying);
  int best_end = low, best_gap = 0;  // the widest stretch of fixed bits, and the bit before it
  for (int bit = low, last = low; bit <= high; ++bit) {
    if ((varying >> bit & 1) == 0) continue;
    if (bit - last - 1 > best_gap) {
      best_gap = bit - last - 1;
      best_end = last;
    }
    last = bit;
  }
  if (best_gap == 0) return {VaryingField{}, field_between(low, high)};
  return {field_between(best_end + best_gap + 1, high), field_between(low, best_end)};
}

template <int kColumns>
RowPacking<kColumns>::RowPacking(std::span<const Row<kColumns>> rows) {
  if (rows.empty()) return;
  std::array<std::uint64_t, kColumns> varying{};
  for (const Row<kColumns>& row : rows) {
    for (int column = 0; column < kColumns; ++column) varying[column] |= row[column].bits() ^ rows[0][column].bits();
  }
  constexpr auto kMarked = static_cast<std::size_t>(Position::predicate);
  const std::uint64_t marked = rows[0][kMarked].bits() | varying[kMarked];
  mark_bits_ = (marked & kHiddenBit) != 0 ? 2 : (marked & kInferredBit) != 0 ? 1 : 0;
  varying[kMarked] &= ~kMarkBits;
  bits_ = mark_bits_;
  for (std::size_t column = 0; column < kColumns; ++column) {
    fields_[column] = fields_of(varying[column]);
    fixed_[column] = rows[0][column].bits();
    for (const VaryingField& field : fields_[column]) {
      fixed_[column] &= ~(field.mask() << field.shift);
      bits_ += field.width;
    }
  }
  fixed_[kMarked] &= ~kMarkBits;
}

template <class Key>
void sort_keys(std::span<Key> keys, std::span<Key> scratch, int low, int high) {
  QUADRILLE_ASSERT(scratch.size() >= keys.size(), "the working memory is as long as the keys");
  KeySort<Key>::sort(keys.data(), scratch.data(), keys.size(), low, high, false);
}

template class RowPacking<3>;
template class RowPacking<4>;
template void sort_keys<std::uint64_t>(std::span<std::uint64_t>, std::span<std::uint64_t>, int, int);
template void sort_keys<WideKey>(std::span<WideKey>, std::span<WideKey>, int, int);

}  // namespace quadrille
