#include "query/index/merge_join.hpp"

#include <algorithm>

namespace quadrille::query {

void MergeJoin::clear() {
  order_.clear();
  stretch_ = 0;
  stretch_open_ = false;
}

void MergeJoin::begin(Context& context, IndexKeys& keys, const Table& rows, std::vector<std::uint32_t>& others) {
  clear();
  keys.find_shards(context, rows, shard_of_row_);
  const std::uint32_t shards = context.snapshot.shards();
  count_rows(shards);
  bool all_merge = rows_in_shard_[shards] == 0;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    std::uint32_t& count = rows_in_shard_[shard];
    if (count == 0) continue;
    const bool merges = count >= kFewRows && context.snapshot.run(permutation_, ShardId{shard}).is_base();
    if (!merges) count = 0;
    all_merge = all_merge && merges;
  }
  rows_in_shard_[shards] = 0;
  for (std::uint32_t row = 0; !all_merge && row < shard_of_row_.size(); ++row) {
    std::uint32_t& shard = shard_of_row_[row];
    if (rows_in_shard_[std::min(shard, shards)] > 0) continue;
    others.push_back(row);
    shard = KeyOrder::kNowhere;
  }
  order_.arrange(keys.keys(rows), shard_of_row_, shards);
}

// Counts rows by shard; last, those without a single shard. Works stretch by stretch, as rows of a scan arrive.
void MergeJoin::count_rows(std::uint32_t shards) {
  rows_in_shard_.assign(shards + 1, 0);
  const std::span<const std::uint32_t> shard_of_row = shard_of_row_;
  for (std::size_t begin = 0, end = 0; begin < shard_of_row.size(); begin = end) {
    const std::uint32_t shard = shard_of_row[begin];
    while (end < shard_of_row.size() && shard_of_row[end] == shard) ++end;
    rows_in_shard_[std::min(shard, shards)] += static_cast<std::uint32_t>(end - begin);
  }
}

void MergeJoin::open_stretch(Context& context, IndexKeys& keys, const KeyOrder::Stretch& stretch) {
  if (merged_shard_ != stretch.shard) {
    if (!merger_) merger_ = std::make_unique<RunMerger>();
    const RunView& run = context.snapshot.run(permutation_, ShardId{stretch.shard}).base();
    const QuadPrefix prefix = keys.constants();
    merger_->open(run, run.find(prefix), static_cast<quadrille::ColumnIndex>(prefix.size()));
    merged_shard_ = stretch.shard;
  }
  merger_->begin(order_.keys().subspan(stretch.begin, stretch.end - stretch.begin), one_is_enough_);
  if (alone_with_match_) met_.assign(stretch.end - stretch.begin, 0);
}

bool MergeJoin::next(Context& context, IndexKeys& keys, std::size_t limit) {
  for (; has_more(); ++stretch_) {
    const KeyOrder::Stretch& stretch = order_.stretches()[stretch_];
    if (!stretch_open_) open_stretch(context, keys, stretch);
    stretch_open_ = merger_->next(limit);
    if (stretch_open_) {
      if (alone_with_match_) {
        for (const std::uint32_t place : merger_->keys()) met_[place] = 1;
      }
      return true;
    }
    finish_stretch(stretch);
  }
  return false;
}

void MergeJoin::append_rows(std::vector<std::uint32_t>& rows) const {
  const std::span<const std::uint32_t> places = merger_->keys();
  const std::uint32_t begin = order_.stretches()[stretch_].begin;
  const std::size_t before = rows.size();
  rows.resize(before + places.size());
  std::uint32_t* to = rows.data() + before;
  if (order_.as_they_came()) {
    for (const std::uint32_t place : places) *to++ = begin + place;
  } else {
    const std::span<const std::uint32_t> row_of_place = order_.rows().subspan(begin);
    for (const std::uint32_t place : places) *to++ = row_of_place[place];
  }
}

void MergeJoin::finish_stretch(const KeyOrder::Stretch& stretch) {
  if (!alone_with_match_) return;
  for (std::uint32_t place = stretch.begin; place < stretch.end; ++place) {
    if ((met_[place - stretch.begin] != 0) == *alone_with_match_) alone_.push_back(order_.row(place));
  }
}

void MergeJoin::take_alone(std::vector<std::uint32_t>& rows) {
  rows.insert(rows.end(), alone_.begin(), alone_.end());
  alone_.clear();
}

}  // namespace quadrille::query
