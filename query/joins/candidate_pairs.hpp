#pragma once

// CandidatePairs walks the pairs of rows that a hash join tries: a row of a chunk of the left, and a row of the right
// with the same key, whose loose variables are compatible.
//
//   left   a  b  b      pairs   (0, 4) | (1, 0) (1, 2) (2, 0) (2, 2)      left rows ascend, then the right ones
//   right  b  c  b  c  a         batch 1, batch 2, ...
//
// Local. A batch ends anywhere, also between two partners of one row.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "query/table/build_side.hpp"
#include "query/table/first_rows.hpp"
#include "query/table/join_shape.hpp"

namespace quadrille::query {

class CandidatePairs {
 public:
  // A judge decides for each pair if it belongs to the batch, and if the left row needs another partner.
  enum class Verdict : std::uint8_t { take, drop, row_is_done };

  // If `right` is in parts, the owner of the value of the key `parts_key` has the partners. The references must stay.
  CandidatePairs(const JoinShape& shape, const BuildSide& right, std::size_t parts_key)
      : shape_(shape), right_(right), keys_(shape.left_keys()), parts_key_(parts_key), values_(keys_.size()) {}

  void begin(const Table& left);
  // The next batch, of `limit` pairs at most. judge(left row, right table, right row) returns a Verdict.
  template <class Judge>
  void next(Context& context, std::size_t limit, const Judge& judge);
  // Called before next() when most pairs are taken: makes room for them at once.
  void expect(std::size_t limit);

  // The batch.
  std::span<const std::uint32_t> left_rows() const { return left_rows_; }
  std::span<const std::uint32_t> right_rows() const { return right_rows_; }
  // For each row of the chunk: the part of its partners; empty if there is one part.
  std::span<const std::uint16_t> parts() const { return first_rows_.parts(); }

  bool has_more() const { return place_ < first_rows_.rows().size(); }
  // The pairs of all rows before this one are in this batch or earlier ones.
  std::uint32_t first_open_row() const {
    return has_more() ? first_rows_.rows()[place_] : static_cast<std::uint32_t>(left_->rows());
  }

 private:
  std::size_t part_of(std::uint32_t row) const { return parts().empty() ? 0 : parts()[row]; }

  const JoinShape& shape_;
  const BuildSide& right_;
  const std::vector<std::size_t> keys_;
  const std::size_t parts_key_;

  const Table* left_ = nullptr;
  FirstRows first_rows_;              // of the chunk: which rows have partners
  std::size_t place_ = 0;             // in first_rows_: the next row to pair
  bool row_begun_ = false;            // this row has been started
  std::uint32_t right_row_ = kNoRow;  // its next partner then
  std::vector<Huri> values_;          // its key
  std::uint64_t tried_ = 0;
  std::vector<std::uint32_t> left_rows_, right_rows_;
};

inline void CandidatePairs::begin(const Table& left) {
  left_ = &left;
  place_ = 0;
  row_begun_ = false;
  first_rows_.find(right_, left, keys_, parts_key_);
}

inline void CandidatePairs::expect(std::size_t limit) {
  const std::size_t likely = std::min(limit, first_rows_.rows().size() - place_);
  left_rows_.reserve(likely);
  right_rows_.reserve(likely);
}

template <class Judge>
void CandidatePairs::next(Context& context, std::size_t limit, const Judge& judge) {
  left_rows_.clear();
  right_rows_.clear();
  const std::span<const std::uint32_t> rows = first_rows_.rows(), partners = first_rows_.partners();
  for (; place_ < rows.size(); ++place_, row_begun_ = false) {
    const std::uint32_t left_row = rows[place_];
    const RowIndex& index = right_.index(part_of(left_row));
    if (!row_begun_) {
      right_row_ = partners[place_];
      if (index.may_have_more()) shape_.left_values(*left_, left_row, values_);
      row_begun_ = true;
    }
    while (right_row_ != kNoRow) {
      if (left_rows_.size() >= limit) return;
      if ((++tried_ & 0xfffff) == 0) context.check();
      const std::uint32_t partner = right_row_;
      right_row_ = index.may_have_more() ? index.next_row(right_row_, values_) : kNoRow;
      if (!shape_.compatible(*left_, left_row, index.table(), partner)) continue;
      const Verdict verdict = judge(left_row, index.table(), partner);
      if (verdict == Verdict::row_is_done) break;
      if (verdict == Verdict::drop) continue;
      left_rows_.push_back(left_row);
      right_rows_.push_back(partner);
    }
  }
}

}  // namespace quadrille::query
