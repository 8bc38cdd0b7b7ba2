#include "query/index/bitmap_lookup.hpp"

#include <algorithm>

#include "quadstore/read_counts.hpp"

namespace quadrille::query {

void BitmapLookup::begin(Context&, const Table& input) {
  batch_ = keys_.keys(input);
  row_ = 0;
  read_counts.keys += batch_.size();
}

bool BitmapLookup::next(Context&, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  const std::size_t begin = row_;
  row_ += std::min(limit, batch_.size() - begin);
  pick_members(begin, row_, true, rows);
  out.resize(rows.size());
  return row_ < batch_.size();
}

void BitmapLookup::pick(Context&, bool matched, std::vector<std::uint32_t>& rows) {
  pick_members(0, batch_.size(), matched, rows);
}

void BitmapLookup::pick_members(std::size_t begin, std::size_t end, bool wanted,
                                std::vector<std::uint32_t>& rows) const {
  if (!changes_) {
    return pick_rows(begin, end, wanted, rows,
                     [&bitmap = *bitmap_, batch = batch_](std::size_t row) { return bitmap.contains(batch[row]); });
  }
  // A change of a row is that it comes or goes.
  const auto is_changed = [&changes = *changes_, changed = changes_->filter()](Huri key) {
    return changed.may_have(key) && !changes.find(key).empty();
  };
  pick_rows(begin, end, wanted, rows, [&bitmap = *bitmap_, batch = batch_, is_changed](std::size_t row) {
    return bitmap.contains(batch[row]) != is_changed(batch[row]);
  });
}

}  // namespace quadrille::query
