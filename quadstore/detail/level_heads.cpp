#include "quadstore/detail/level_heads.hpp"

#include <bit>

#include "quadstore/read_counts.hpp"

namespace quadrille::detail {

// The first entry of `from`, after its head, that is not below the head of `to`.
std::uint32_t LevelHeads::gallop(const Head& from, const Head& to) {
  std::uint32_t low = from.begin + 1, high = low;
  const auto is_below = [&](std::uint32_t entry) { return from.run->compare(entry, *to.run, to.begin) < 0; };
  for (std::uint32_t step = 1; high < from.end && is_below(high); step *= 2) {
    low = high + 1;
    high = from.end - high > step ? high + step : from.end;
  }
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (is_below(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

LevelHeads::Stretch LevelHeads::peek() const {
  std::size_t least = 0;
  std::uint32_t levels = 1;
  for (std::size_t i = 1; i < count_; ++i) {
    const int order = compare(heads_[i], heads_[least]);
    if (order > 0) continue;
    levels = (order == 0 ? levels : 0) | 1u << i;
    least = i;
  }
  const Head& head = heads_[least];
  Stretch stretch{head.run, head.begin, head.begin + 1, levels, {}};
  if (stretch.is_shared()) {
    const Head& oldest = heads_[static_cast<std::size_t>(std::countr_zero(levels))];
    stretch.sum = {oldest.run->change(oldest.begin).before, head.run->change(head.begin).after};
    return stretch;
  }
  stretch.end = head.end;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i != least) stretch.end = std::min(stretch.end, gallop({head.run, head.begin, stretch.end}, heads_[i]));
  }
  return stretch;
}

bool LevelHeads::is_chain(const Stretch& stretch) const {
  if (!stretch.is_shared()) return true;
  Marks marks = stretch.sum.before;
  for (std::size_t i = 0; i < count_; ++i) {
    if ((stretch.levels >> i & 1) == 0) continue;
    const MarkChange change = heads_[i].run->change(heads_[i].begin);
    if (change.before != marks) return false;
    marks = change.after;
  }
  return true;
}

void LevelHeads::advance(const Stretch& stretch, std::uint32_t used) {
  read_counts.entries += used;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    Head head = heads_[i];
    if ((stretch.levels >> i & 1) != 0) head.begin += used;
    if (head.begin < head.end) heads_[kept++] = head;
  }
  count_ = kept;
}

}  // namespace quadrille::detail
