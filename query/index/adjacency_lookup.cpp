#include "query/index/adjacency_lookup.hpp"

#include <algorithm>
#include <utility>

#include "quadstore/read_counts.hpp"

namespace quadrille::query {

namespace {
constexpr std::size_t kSlack = AdjacencyIndex::kSlack;  // matches that may be written beyond the last one

// In place of a changed list: too long to be copied with others.
constexpr std::array<std::uint32_t, kSlack + 1> kChanged{};
constexpr AdjacencyIndex::List kChangedList{kChanged.data(), kChanged.data() + kChanged.size()};
}  // namespace

void AdjacencyLookup::begin(Context&, const Table& input) {
  batch_ = keys_.keys(input);
  row_ = taken_ = 0;
  ahead_from_ = ahead_to_ = 0;
  read_counts.keys += batch_.size();
}

// Finds the lists of the next keys and prefetches their values.
void AdjacencyLookup::find_ahead() {
  const std::size_t count = std::min(ahead_.size(), batch_.size() - row_);
  for (std::size_t place = 0; place < count; ++place) {
    ahead_[place] = index_->find(batch_[row_ + place]);
    __builtin_prefetch(ahead_[place].begin);
  }
  if (changes_) {
    const ChangedKeys::Filter changed = changes_->filter();
    const std::span<const Huri> keys = batch_.subspan(row_, count);
    for (std::size_t place = 0; place < count; ++place) {
      if (changed.may_have(keys[place])) ahead_[place] = kChangedList;
    }
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

// The values of a list and its inserted ones, ascending, without the deleted ones.
void AdjacencyLookup::merge_changes(const AdjacencyIndex::List& list, Changes changes) {
  merged_.clear();
  const std::uint32_t* from = list.begin;
  for (const ChangedKeys::Change& change : changes) {
    for (; from < list.end && index_->value(*from) < change.value; ++from) merged_.push_back(index_->value(*from));
    if (change.is_delete) {
      ++from;
    } else {
      merged_.push_back(change.value);
    }
  }
  for (; from < list.end; ++from) merged_.push_back(index_->value(*from));
}

// Writes up to `limit` matches of the next row, whose list is changed.
template <bool kValues>
std::size_t AdjacencyLookup::take_changed(std::size_t limit, std::uint32_t* rows, Huri* values) {
  if (taken_ == 0) merge_changes(index_->find(batch_[row_]), changes_->find(batch_[row_]));
  const std::size_t count = std::min(merged_.size() - taken_, limit);
  std::fill_n(rows, count, static_cast<std::uint32_t>(row_));
  if constexpr (kValues) std::copy_n(merged_.data() + taken_, count, values);
  taken_ += count;
  if (taken_ == merged_.size()) {
    ++row_;
    taken_ = 0;
  }
  return count;
}

bool AdjacencyLookup::contains(Huri key) const {
  const AdjacencyIndex::List list = index_->find(key);
  auto values = list.end - list.begin;
  if (changes_) {
    for (const ChangedKeys::Change& change : changes_->find(key)) values += change.is_delete ? -1 : 1;
  }
  return values > 0;
}

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
    if (list.begin == kChangedList.begin) {
      found += take_changed<kValues>(limit - found, rows + found, kValues ? values + found : nullptr);
      continue;
    }
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
  if (!changes_) {
    return pick_rows(0, batch_.size(), matched, rows,
                     [&index = *index_, batch = batch_](std::size_t row) { return index.contains(batch[row]); });
  }
  pick_rows(0, batch_.size(), matched, rows, [&](std::size_t row) { return contains(batch_[row]); });
}

}  // namespace quadrille::query
