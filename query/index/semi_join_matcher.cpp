#include "query/index/semi_join_matcher.hpp"

#include <algorithm>
#include <numeric>

namespace quadrille::query {

namespace {
constexpr std::uint64_t kRowsAtATime = 1024;  // of one key, if each row is checked
}

SemiJoinMatcher::SemiJoinMatcher(const AccessPath& path, const Schema& keys)
    : path_(path), reader_(path), keys_(path, keys), merge_(path.permutation, true, true) {}

void SemiJoinMatcher::open(Context& context) {
  found_ = std::make_unique<Table>(context.arena, path_.outputs.size());
  may_have_bitmap_ = merges() && keys_.may_have_bitmap(context);
  if (!may_have_bitmap_) return;
  const Generation& generation = context.snapshot.generation();
  bitmap_ =
      generation.class_bitmaps().get(generation, path_.permutation, keys_.constants(), [&context] { context.check(); });
}

void SemiJoinMatcher::test(Context& context, const Table& keys, std::vector<std::uint8_t>& met) {
  met.assign(keys.rows(), 0);
  if (keys.empty()) return;
  if (bitmap_) {
    const auto column = keys_.keys(keys);
    for (std::size_t row = 0; row < column.size(); ++row) met[row] = bitmap_->contains(column[row]) ? 1 : 0;
    return;
  }
  others_.clear();
  if (merges() && keys.rows() >= MergeJoin::kFewRows) {
    merge(context, keys, met);
  } else {
    others_.resize(keys.rows());
    std::iota(others_.begin(), others_.end(), 0);
  }
  keys_.order_by_shard(context, keys, others_);
  for (std::size_t i = 0; i < others_.size(); ++i) {
    if (i % kRowsAtATime == 0) context.check();
    met[others_[i]] = search(context, keys, others_[i]) ? 1 : 0;
  }
  count_searches(context);
}

void SemiJoinMatcher::merge(Context& context, const Table& keys, std::vector<std::uint8_t>& met) {
  merge_.begin(context, keys_, keys, others_);
  while (merge_.next(context, keys_, context.chunk_rows)) context.check();
  merged_.clear();
  merge_.take_alone(merged_);
  for (const std::uint32_t row : merged_) met[row] = 1;
}

bool SemiJoinMatcher::search(Context& context, const Table& keys, std::uint32_t row) {
  const ShardSpan shards = keys_.shards_for(context, keys, row);
  const QuadPrefix prefix(keys_.prefix(keys, row));
  const std::span<const Huri> bound = keys_.residual(keys, row);
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    if (find(context, ShardId{shard}, prefix, bound)) return true;
  }
  return false;
}

bool SemiJoinMatcher::find(Context& context, ShardId shard, const QuadPrefix& prefix, std::span<const Huri> bound) {
  const MergedRun run = context.snapshot.run(path_.permutation, shard);
  if (!searcher_ || searched_shard_ != index(shard)) {
    searcher_.emplace(run.base());
    searched_shard_ = index(shard);
  }
  const RowRange found = searcher_->find(prefix);
  if (run.is_base() && !reader_.checks()) return !found.empty();
  MergedRows rest = run.rows_at(found, prefix);
  reader_.restart();
  found_->clear();
  while (!rest.empty() && found_->empty()) {
    context.check();
    reader_.read(rest, std::min<std::uint64_t>(rest.size(), kRowsAtATime), bound, *found_);
  }
  return !found_->empty();
}

// Records the work, so that a bitmap is built once it pays.
void SemiJoinMatcher::count_searches(Context& context) {
  if (!may_have_bitmap_) return;
  const std::uint64_t blocks = merge_.unpacked_blocks() - counted_blocks_;
  counted_blocks_ += blocks;
  ClassBitmaps& sets = context.snapshot.generation().class_bitmaps();
  sets.spend(path_.permutation, keys_.constants(), blocks + others_.size());
}

}  // namespace quadrille::query
