#include "query/list_look_up.hpp"

#include <algorithm>

namespace quadrille::query {

// Where the lists of the next keys are; their values are on the way to the cache by then.
void ListLookUp::find_ahead() {
  const std::size_t count = std::min(ahead_.size(), keys_.size() - row_);
  for (std::size_t place = 0; place < count; ++place) {
    ahead_[place] = lists_->find(keys_[row_ + place]);
    __builtin_prefetch(ahead_[place].begin);
  }
  ahead_from_ = row_;
  ahead_to_ = row_ + count;
}

// Most lists are short and of no foreseeable length: four values are copied at once, whatever of them counts.
template <bool kValues>
std::size_t ListLookUp::take(std::size_t limit, std::uint32_t* rows, Huri* values) {
  const KeyValues& lists = *lists_;
  std::size_t found = 0;
  for (; row_ < keys_.size() && found < limit; ++row_, taken_ = 0) {
    if (row_ == ahead_to_) find_ahead();
    const KeyValues::List list = ahead_[row_ - ahead_from_];
    const std::uint32_t* const from = list.begin + taken_;
    const auto all = static_cast<std::size_t>(list.end - from), count = std::min(all, limit - found);
    std::size_t at = 0;
    do {
      for (std::size_t i = 0; i < kSlack; ++i) {
        rows[found + at + i] = static_cast<std::uint32_t>(row_);
        if constexpr (kValues) values[found + at + i] = lists.value(from[at + i]);
      }
    } while ((at += kSlack) < count);
    if (rows_alone_ && all == 0 && taken_ == 0) {
      if constexpr (kValues) values[found] = kUnbound;
      ++found;
    }
    found += count;
    if (count < all) {
      taken_ += count;
      break;
    }
  }
  return found;
}

std::size_t ListLookUp::next(std::size_t limit, std::uint32_t* rows, Huri* values) {
  return values != nullptr ? take<true>(limit, rows, values) : take<false>(limit, rows, values);
}

void ListLookUp::pick(std::span<const Huri> keys, bool there, std::vector<std::uint32_t>& rows) const {
  rows.resize(keys.size());
  std::uint32_t* end = rows.data();
  for (std::uint32_t row = 0; row < keys.size(); ++row) {
    *end = row;
    end += lists_->contains(keys[row]) == there ? 1 : 0;
  }
  rows.resize(static_cast<std::size_t>(end - rows.data()));
}

}  // namespace quadrille::query
