#include "quadstore/sort_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/assert.hpp"

namespace quadrille {

namespace {

constexpr int kDigitBits = 8;
constexpr std::size_t kBuckets = 1 << kDigitBits;
constexpr std::size_t kComparedRows = 128;  // below this a comparison sort is faster

// Bits [shift, shift + kDigitBits) of a column.
struct Digit {
  std::size_t column;
  int shift;
  std::array<std::size_t, kBuckets> counts{};

  std::size_t of(Huri value) const { return value.bits() >> shift & (kBuckets - 1); }
};

// The bits in which some rows differ, column by column; and whether the rows are sorted already.
template <int kColumns>
std::array<std::uint64_t, kColumns> varying_bits(std::span<const Row<kColumns>> rows) {
  std::array<std::uint64_t, kColumns> varying{};
  for (const Row<kColumns>& row : rows) {
    for (int column = 0; column < kColumns; ++column) varying[column] |= row[column].bits() ^ rows[0][column].bits();
  }
  return varying;
}

template <int kColumns>
class ByColumns {
 public:
  explicit ByColumns(std::span<const Position> order) : order_(order) {}
  bool operator()(const Row<kColumns>& a, const Row<kColumns>& b) const {
    for (const Position position : order_) {
      const Huri left = a[static_cast<std::size_t>(position)], right = b[static_cast<std::size_t>(position)];
      if (left != right) return left < right;
    }
    return false;
  }

 private:
  std::span<const Position> order_;
};

// The digits to sort by, the least significant first. Each begins at a bit that varies.
template <int kColumns>
std::vector<Digit> digits(std::span<const Row<kColumns>> rows, std::span<const Position> order) {
  const auto varying = varying_bits<kColumns>(rows);
  std::vector<Digit> result;
  for (std::size_t i = order.size(); i-- > 0;) {
    const auto column = static_cast<std::size_t>(order[i]);
    for (std::uint64_t rest = varying[column]; rest != 0;) {
      const int shift = std::min(std::countr_zero(rest), 64 - kDigitBits);
      result.push_back({column, shift});
      rest &= ~((kBuckets - 1) << shift);
    }
  }
  for (const Row<kColumns>& row : rows) {
    for (Digit& digit : result) ++digit.counts[digit.of(row[digit.column])];
  }
  return result;
}

template <int kColumns>
void scatter(std::span<const Row<kColumns>> from, Row<kColumns>* to, const Digit& digit) {
  std::array<Row<kColumns>*, kBuckets> next;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    next[bucket] = to;
    to += digit.counts[bucket];
  }
  for (const Row<kColumns>& row : from) *next[digit.of(row[digit.column])]++ = row;
}

}  // namespace

template <int kColumns>
void sort_rows(std::span<Row<kColumns>> rows, std::span<Row<kColumns>> scratch, std::span<const Position> order) {
  QUADRILLE_ASSERT(scratch.size() >= rows.size(), "the working memory is as long as the rows");
  const ByColumns<kColumns> before(order);
  if (std::is_sorted(rows.begin(), rows.end(), before)) return;
  if (rows.size() <= kComparedRows) {
    std::stable_sort(rows.begin(), rows.end(), before);
    return;
  }
  std::span<Row<kColumns>> from = rows, to = scratch.first(rows.size());
  for (const Digit& digit : digits<kColumns>(rows, order)) {
    scatter<kColumns>(from, to.data(), digit);
    std::swap(from, to);
  }
  if (from.data() != rows.data()) std::copy(from.begin(), from.end(), rows.begin());
}

template <int kColumns>
std::size_t remove_duplicates(std::span<Row<kColumns>> rows) {
  return static_cast<std::size_t>(std::unique(rows.begin(), rows.end()) - rows.begin());
}

template void sort_rows<3>(std::span<Row<3>>, std::span<Row<3>>, std::span<const Position>);
template void sort_rows<4>(std::span<Row<4>>, std::span<Row<4>>, std::span<const Position>);
template void sort_rows<6>(std::span<Row<6>>, std::span<Row<6>>, std::span<const Position>);
template std::size_t remove_duplicates<3>(std::span<Row<3>>);
template std::size_t remove_duplicates<4>(std::span<Row<4>>);

}  // namespace quadrille
