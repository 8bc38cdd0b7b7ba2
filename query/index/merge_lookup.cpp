#include "query/index/merge_lookup.hpp"

#include <algorithm>

#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

void MergeLookup::begin(Context& context, const Table& input) {
  input_ = &input;
  order_.clear();
  stretch_ = 0;
  stretch_open_ = false;
  if (input.rows() < cost::kMergedRows) return others_.begin(context, input);
  keys_.find_shards(context, input, shard_of_row_);
  others_.begin_some(context, input, leave_others(context));
  order_.arrange(keys_.keys(input), shard_of_row_, context.data.shards());
}

// Takes the rows that are not worth a merge, or are in no single shard, out of shard_of_row_, and returns them.
std::vector<std::uint32_t> MergeLookup::leave_others(const Context& context) {
  const std::uint32_t shards = context.data.shards();
  count_rows(shards);
  std::uint32_t merged = 0;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    std::uint32_t& count = rows_in_shard_[shard];
    if (count < cost::kMergedRows) count = 0;
    merged += count;
  }
  rows_in_shard_[shards] = 0;
  std::vector<std::uint32_t> others;
  if (merged == shard_of_row_.size()) return others;
  others.reserve(shard_of_row_.size() - merged);
  for (std::uint32_t row = 0; row < shard_of_row_.size(); ++row) {
    std::uint32_t& shard = shard_of_row_[row];
    if (rows_in_shard_[std::min(shard, shards)] > 0) continue;
    others.push_back(row);
    shard = KeyOrder::kNowhere;
  }
  return others;
}

// Counts rows by shard; last, those without a single shard. Works stretch by stretch, as rows of a scan arrive.
void MergeLookup::count_rows(std::uint32_t shards) {
  rows_in_shard_.assign(shards + 1, 0);
  const std::span<const std::uint32_t> shard_of_row = shard_of_row_;
  for (std::size_t begin = 0, end = 0; begin < shard_of_row.size(); begin = end) {
    const std::uint32_t shard = shard_of_row[begin];
    while (end < shard_of_row.size() && shard_of_row[end] == shard) ++end;
    rows_in_shard_[std::min(shard, shards)] += static_cast<std::uint32_t>(end - begin);
  }
}

void MergeLookup::open_stretch(Context& context, bool first_match_only) {
  const KeyOrder::Stretch& stretch = order_.stretches()[stretch_];
  if (merged_shard_ != stretch.shard) {
    if (!merger_) merger_ = std::make_unique<RunMerger>();
    merger_->open(run_of(context.data, path_, ShardId{stretch.shard}), keys_.constants());
    merged_shard_ = stretch.shard;
  }
  merger_->begin(order_.keys().subspan(stretch.begin, stretch.end - stretch.begin), first_match_only);
}

// Finds the next matches in one block, up to `limit`; false if there are no more.
bool MergeLookup::merge(Context& context, std::size_t limit, bool first_match_only) {
  for (; stretch_ < order_.stretches().size(); ++stretch_) {
    if (!stretch_open_) open_stretch(context, first_match_only);
    stretch_open_ = merger_->next(limit);
    if (stretch_open_) return true;
  }
  return false;
}

// Calls use(row) for each match that merge() has found.
template <class Use>
void MergeLookup::for_each_match(const Use& use) const {
  const std::span<const std::uint32_t> places = merger_->keys();
  const std::uint32_t begin = order_.stretches()[stretch_].begin;
  if (order_.as_they_came()) {
    for (const std::uint32_t place : places) use(begin + place);
  } else {
    const std::span<const std::uint32_t> row_of_place = order_.rows().subspan(begin);
    for (const std::uint32_t place : places) use(row_of_place[place]);
  }
}

bool MergeLookup::next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  const std::size_t first_output = out.width() - path_.outputs.size();
  rows.clear();
  out.clear();
  while (rows.size() < limit && merge(context, limit - rows.size(), false)) {
    const std::size_t before = rows.size();
    rows.resize(before + merger_->keys().size());
    out.resize(rows.size());
    std::uint32_t* to = rows.data() + before;
    for_each_match([&to](std::uint32_t row) { *to++ = row; });
    for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
      merger_->read(path_.outputs[place].first, out.column(first_output + place).data() + before);
    }
  }
  return others_.append(context, limit, rows, out) || stretch_ < order_.stretches().size();
}

void MergeLookup::pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) {
  std::vector<std::uint8_t> met(input_->rows());
  while (merge(context, context.chunk_rows, true)) {
    context.check();
    for_each_match([&met](std::uint32_t row) { met[row] = 1; });
  }
  others_.mark(context, met);
  pick_rows(0, met.size(), matched, rows, [&met](std::size_t row) { return met[row] != 0; });
}

std::uint64_t MergeLookup::take_work() {
  return others_.take_work() + (merger_ ? merger_->take_unpacked_blocks() : 0);
}

}  // namespace quadrille::query
