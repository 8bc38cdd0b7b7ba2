#include "query/index/adjacency_lookup.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::query {

namespace {
constexpr std::size_t kSlack = AdjacencyIndex::kSlack;  // matches that may be written beyond the last one
}

void AdjacencyLookup::begin(Context&, const Table& input) {
  batch_ = keys_.keys(input);
  row_ = taken_ = 0;
  ahead_from_ = ahead_to_ = 0;
}

// Finds the lists of the next keys and prefetches their values.
void AdjacencyLookup::find_ahead() {
  const std::size_t count = std::min(ahead_.size(), batch_.size() - row_);
  for (std::size_t place = 0; place < count; ++place) {
    ahead_[place] = index_->find(batch_[row_ + place]);
    __builtin_prefetch(ahead_[place].begin);
  }
  ahead_from_ = row_;
  ahead_to_ = row_ + count;
}

namespace {

// Copies rows and values of the first of `lists`, whose rows are numbered from `row` on, as long as they have at most
// kGroup values. kGroup values are always copied, since the lengths of lists are unpredictable. Returns the number of
// lists and of matches.
template <std::size_t kGroup, bool kValues>
std::pair<std::size_t, std::size_t> copy_short(std::span<const AdjacencyIndex::List> lists, std::uint32_t row,
                                               Huri least, std::uint32_t* __restrict rows, Huri* __restrict values) {
  std::size_t place = 0, found = 0;
  for (; place < lists.size(); ++place) {
    const std::uint32_t* const from = lists[place].begin;
    const auto count = static_cast<std::size_t>(lists[place].end - from);
    if (count > kGroup) break;
    for (std::size_t i = 0; i < kGroup; ++i) {
      rows[found + i] = row + static_cast<std::uint32_t>(place);
      if constexpr (kValues) values[found + i] = Huri(least.bits() + from[i]);
    }
    found += count;
  }
  return {place, found};
}

}  // namespace

// Writes up to `limit` matches, and returns their number; up to kSlack more are written but do not count.
template <bool kValues>
std::size_t AdjacencyLookup::take(std::size_t limit, std::uint32_t* rows, Huri* values) {
  const AdjacencyIndex& lists = *index_;
  const auto copy = lists.has_one_each() ? copy_short<1, kValues> : copy_short<kSlack, kValues>;
  std::size_t found = 0;
  while (row_ < batch_.size() && found < limit) {
    if (row_ == ahead_to_) find_ahead();
    if (taken_ == 0) {
      const std::size_t most = std::min(ahead_to_ - row_, (limit - found) / kSlack);
      const auto [passed, matches] =
          copy({ahead_.data() + (row_ - ahead_from_), most}, static_cast<std::uint32_t>(row_), lists.value(0),
               rows + found, kValues ? values + found : nullptr);
      row_ += passed;
      found += matches;
      if (passed > 0) continue;
    }
    const AdjacencyIndex::List list = ahead_[row_ - ahead_from_];
    const std::uint32_t* const from = list.begin + taken_;
    const auto all = static_cast<std::size_t>(list.end - from), count = std::min(all, limit - found);
    for (std::size_t at = 0; at < count; ++at) {
      rows[found + at] = static_cast<std::uint32_t>(row_);
      if constexpr (kValues) values[found + at] = lists.value(from[at]);
    }
    found += count;
    taken_ += count;
    if (count < all) break;
    ++row_;
    taken_ = 0;
  }
  return found;
}

bool AdjacencyLookup::next(Context&, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  rows.resize(limit + kSlack);
  out.resize(rows.size());
  rows.resize(returns_values_ ? take<true>(limit, rows.data(), out.column(out.width() - 1).data())
                              : take<false>(limit, rows.data(), nullptr));
  out.resize(rows.size());
  return row_ < batch_.size();
}

void AdjacencyLookup::pick(Context&, bool matched, std::vector<std::uint32_t>& rows) {
  pick_rows(0, batch_.size(), matched, rows,
            [&index = *index_, batch = batch_](std::size_t row) { return index.contains(batch[row]); });
}

}  // namespace quadrille::query
