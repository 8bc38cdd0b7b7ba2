#include "query/index/search_lookup.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace quadrille::query {

namespace {
constexpr std::uint64_t kRowsAtATime = 1024;  // between looks at the deadline
}

void SearchLookup::begin(Context& context, const Table& input) {
  std::vector<std::uint32_t> all = std::move(order_);
  all.resize(input.rows());
  std::iota(all.begin(), all.end(), 0);
  begin_some(context, input, std::move(all));
}

void SearchLookup::begin_some(Context& context, const Table& input, std::vector<std::uint32_t> some) {
  input_ = &input;
  order_ = std::move(some);
  keys_.order_by_shard(context, input, order_);
  searches_ += order_.size();
  next_ = 0;
  shards_ = {};
  rest_.clear();
}

bool SearchLookup::next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  rows.clear();
  out.clear();
  return append(context, limit, rows, out);
}

bool SearchLookup::append(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  while (rows.size() < limit) {
    if (!go_on(context, limit, rows, out) && !go_to_next_row(context)) return false;
  }
  return !rest_.empty() || shards_.begin < shards_.end || next_ < order_.size();
}

bool SearchLookup::go_to_next_row(Context& context) {
  if (next_ == order_.size()) return false;
  shards_ = keys_.shards_for(context, *input_, order_[next_++]);
  reader_.restart();
  return true;
}

// Appends more matches of the current row; returns false if all have been found.
bool SearchLookup::go_on(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  if (!rest_.empty()) {
    read_rest(context, limit, rows, out);
    return true;
  }
  if (shards_.begin >= shards_.end) return false;
  find(context, ShardId{shards_.begin++}, limit, rows, out);
  return true;
}

// A few matches that no level has changed, without checks, are read from the blocks that the searcher has unpacked;
// others are left in rest_.
void SearchLookup::find(Context& context, ShardId shard, std::size_t limit, std::vector<std::uint32_t>& rows,
                        Table& out) {
  const std::uint32_t row = order_[next_ - 1];
  const MergedRun run = run_to_filter(context.data, path_, shard);
  const QuadPrefix prefix(keys_.prefix(*input_, row));
  if (!searcher_ || &searcher_->run() != &run.base()) searcher_.emplace(run.base());
  const RowRange found = searcher_->find(prefix);
  const std::size_t before = rows.size();
  rest_ = run.rows_at(found, prefix);
  if (!rest_.is_base() || reader_.checks() || before + found.size() > limit) return;
  rest_.clear();
  if (found.empty()) return;
  rows.resize(before + found.size(), row);
  out.resize(rows.size());
  std::size_t column = out.width() - path_.outputs.size();
  for (const auto& output : path_.outputs) {
    searcher_->read(output.first, found, out.column(column++).subspan(before));
  }
}

void SearchLookup::read_rest(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) {
  context.check();  // the checks may drop all of many matches
  const std::uint32_t row = order_[next_ - 1];
  const std::uint64_t count = std::min<std::uint64_t>(rest_.size(), std::max<std::size_t>(limit - rows.size(), 64));
  reader_.read(rest_, count, keys_.residual(*input_, row), out);
  rows.resize(out.rows(), row);
}

void SearchLookup::pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) {
  std::vector<std::uint8_t> met(input_->rows());
  mark(context, met);
  pick_rows(0, met.size(), matched, rows, [&met](std::size_t row) { return met[row] != 0; });
}

void SearchLookup::mark(Context& context, std::span<std::uint8_t> met) {
  std::vector<std::uint32_t> rows;
  Table found(context.arena, path_.outputs.size());
  while (go_to_next_row(context)) {
    if (next_ % kRowsAtATime == 1) context.check();
    rows.clear();
    found.clear();
    while (rows.empty() && go_on(context, kRowsAtATime, rows, found)) {
    }
    met[order_[next_ - 1]] = rows.empty() ? 0 : 1;
    shards_ = {};
    rest_.clear();
  }
}

}  // namespace quadrille::query
