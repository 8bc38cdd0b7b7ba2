#include "query/table/posting_lists.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::query {

PostingLists::PostingLists(Context& context, Table rows, std::size_t key, std::size_t value)
    : rows_(std::move(rows)), keys_(context.arena, 1), slots_(1024, kNoRow) {
  const std::size_t count = rows_.rows();
  require_row_numbers(count, "rows in a join");
  const std::span<const Huri> firsts = std::as_const(rows_).column(key), values = std::as_const(rows_).column(value);
  context.arena.charge(count * sizeof(std::uint32_t));
  std::vector<std::uint32_t> key_of_row(count);
  bool together = true;
  for (std::size_t row = 0; row < count; ++row) {
    if ((row & 0xffff) == 0) context.check();
    if (row > 0 && firsts[row] == firsts[row - 1]) {
      key_of_row[row] = key_of_row[row - 1];
    } else {
      key_of_row[row] = number_of(context, firsts[row]);
      together = together && key_of_row[row] + 1 == keys();
      if (together) begins_.push_back(static_cast<std::uint32_t>(row));
    }
  }
  values_ = values;
  if (together) {
    begins_.push_back(static_cast<std::uint32_t>(count));
  } else {
    bring_together(context, key_of_row, value);
  }
  sort_lists();
}

std::pair<Huri, Huri> PostingLists::bounds() const {
  std::pair<Huri, Huri> bounds{list(0).front(), list(0).back()};
  for (std::uint32_t number = 1; number < keys(); ++number) {
    bounds.first = std::min(bounds.first, list(number).front());
    bounds.second = std::max(bounds.second, list(number).back());
  }
  return bounds;
}

std::uint32_t PostingLists::number_of(Context& context, Huri key) {
  std::uint64_t slot = slot_of(key);
  while (slots_[slot] != kNoRow && keys_.column(0)[slots_[slot]] != key) slot = (slot + 1) & (slots_.size() - 1);
  if (slots_[slot] != kNoRow) return slots_[slot];
  const std::uint32_t number = keys();
  slots_[slot] = number;
  keys_.resize(number + 1);
  keys_.column(0)[number] = key;
  if (keys() * 2 > slots_.size()) double_slots(context);
  return number;
}

void PostingLists::double_slots(Context& context) {
  context.arena.charge(slots_.size() * sizeof(std::uint32_t));
  slots_.assign(slots_.size() * 2, kNoRow);
  for (std::uint32_t number = 0; number < keys(); ++number) {
    std::uint64_t slot = slot_of(key(number));
    while (slots_[slot] != kNoRow) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = number;
  }
}

// A counting sort by key; stable.
void PostingLists::bring_together(Context& context, std::span<const std::uint32_t> key_of_row, std::size_t value) {
  begins_.assign(keys() + 1, 0);
  for (const std::uint32_t number : key_of_row) ++begins_[number + 1];
  for (std::size_t number = 1; number < begins_.size(); ++number) begins_[number] += begins_[number - 1];
  Table sorted(context.arena, 1);
  sorted.resize(key_of_row.size());
  const auto from = std::as_const(rows_).column(value);
  const auto to = sorted.column(0);
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
  for (std::size_t row = 0; row < key_of_row.size(); ++row) to[next[key_of_row[row]]++] = from[row];
  rows_ = std::move(sorted);
  values_ = std::as_const(rows_).column(0);
}

// Most lists ascend already.
void PostingLists::sort_lists() {
  for (std::uint32_t number = 0; number < keys(); ++number) {
    const auto values = list(number);
    if (std::is_sorted(values.begin(), values.end())) continue;
    auto* const begin = const_cast<Huri*>(values.data());  // memory of rows_, which this object owns
    std::sort(begin, begin + values.size());
  }
}

}  // namespace quadrille::query
