#include "quadstore/row_mask.hpp"

#include <algorithm>
#include <bit>

#include "base/bytes.hpp"
#include "quadstore/run.hpp"

namespace quadrille {

RowMask::RowMask(const RunView& run, int plane, const std::uint64_t* before, bool shows_marked)
    : rows_(run.rows()),
      before_(before),
      run_(&run),
      plane_(static_cast<std::uint8_t>(plane)),
      shows_marked_(shows_marked) {}

RowMask::BlockKind RowMask::kind(std::uint64_t block) const {
  const std::uint64_t marked = before_[block + 1] - before_[block];
  if (marked == 0) return BlockKind::none;
  return marked == std::min<std::uint64_t>(kBlockRows, rows_ - block * kBlockRows) ? BlockKind::all : BlockKind::some;
}

std::uint64_t RowMask::word(std::uint64_t block, std::uint64_t number) const {
  if (bits_ != nullptr) return bits_[block * kBlockWords + number];
  return load<std::uint64_t>(run_->mark_bits(block, plane_) + number * sizeof(std::uint64_t));
}

bool RowMask::shows(std::uint64_t row) const {
  if (before_ == nullptr) return shows_marked_;
  const std::uint64_t block = row / kBlockRows, in_block = row % kBlockRows;
  const BlockKind its = kind(block);
  const bool is_marked =
      its == BlockKind::some ? (word(block, in_block / 64) >> (in_block % 64) & 1) != 0 : its == BlockKind::all;
  return is_marked == shows_marked_;
}

std::uint64_t RowMask::marked_before(std::uint64_t row) const {
  const std::uint64_t block = row / kBlockRows, in_block = row % kBlockRows;
  std::uint64_t count = before_[block];
  if (in_block == 0) return count;
  const BlockKind its = kind(block);
  if (its != BlockKind::some) return count + (its == BlockKind::all ? in_block : 0);
  for (std::uint64_t number = 0; number < in_block / 64; ++number) {
    count += static_cast<std::uint64_t>(std::popcount(word(block, number)));
  }
  const std::uint64_t last_bits = in_block % 64;
  if (last_bits == 0) return count;
  const std::uint64_t last = word(block, in_block / 64) & ((std::uint64_t{1} << last_bits) - 1);
  return count + static_cast<std::uint64_t>(std::popcount(last));
}

std::uint64_t RowMask::next(std::uint64_t row, std::uint64_t end, bool marked) const {
  if (before_ == nullptr) return marked ? row : end;
  while (row < end) {
    const std::uint64_t block = row / kBlockRows, block_end = std::min((block + 1) * kBlockRows, end);
    const BlockKind its = kind(block);
    if (its == BlockKind::some) {
      const std::uint64_t found = next_in_block(row, block_end, marked);
      if (found < block_end) return found;
    } else if ((its == BlockKind::all) == marked) {
      return row;
    }
    row = block_end;
  }
  return end;
}

std::uint64_t RowMask::next_in_block(std::uint64_t row, std::uint64_t end, bool marked) const {
  const std::uint64_t block = row / kBlockRows, first = block * kBlockRows;
  const std::uint64_t flip = marked ? 0 : ~std::uint64_t{0};
  std::uint64_t number = (row - first) / 64;
  std::uint64_t bits = (word(block, number) ^ flip) & (~std::uint64_t{0} << (row % 64));
  while (bits == 0) {
    if (first + ++number * 64 >= end) return end;
    bits = word(block, number) ^ flip;
  }
  return std::min(end, first + number * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
}

}  // namespace quadrille
