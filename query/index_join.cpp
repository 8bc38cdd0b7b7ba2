#include "query/index_join.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/sort_stretches.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint32_t kFewRows = 8;  // of a chunk in a shard: these are searched one by one

}  // namespace

Schema IndexJoin::schema_of(JoinKind kind, const Operator& left, const AccessPath& path) {
  Schema schema = left.schema();
  schema.sorted_by.clear();  // rows come in the order of their keys, chunk by chunk
  if (kind == JoinKind::inner || kind == JoinKind::left) {
    for (const auto& [column, variable] : path.outputs) {
      schema.columns.push_back({variable, kind == JoinKind::left, false});
    }
  }
  return schema;
}

IndexJoin::IndexJoin(JoinKind kind, OperatorPtr left, AccessPath path)
    : Pipe(schema_of(kind, *left, path), std::move(left)), kind_(kind), path_(std::move(path)), reader_(path_) {
  for (const Slot& slot : path_.prefix) prefix_.push_back(source_of(slot));
  for (const auto& [column, slot] : path_.residual) residual_.push_back(source_of(slot));
  key_.resize(prefix_.size());
  bound_.resize(residual_.size());
}

Details IndexJoin::details(const PlanWords& words) const {
  const char* kind = kind_ == JoinKind::inner  ? "inner"
                     : kind_ == JoinKind::left ? "left"
                     : kind_ == JoinKind::semi ? "semi"
                                               : "anti";
  return {{"kind", kind}, {"pattern", words.pattern(path_)}, {"index", words.index(path_)}};
}

IndexJoin::Source IndexJoin::source_of(const Slot& slot) const {
  if (!slot.variable) return {std::nullopt, slot.term};
  return {*child_->schema().column_of(*slot.variable), kUnbound};
}

// A constant prefix and one key behind it: then the rows of a shard that are asked for ascend by the key.
bool IndexJoin::merges() const {
  if (reader_.checks() || prefix_.empty() || !prefix_.back().column) return false;
  return std::none_of(prefix_.begin(), prefix_.end() - 1, [](const Source& source) { return source.column; });
}

QuadPrefix IndexJoin::constants() const {
  QuadPrefix prefix;
  for (const Source& source : std::span(prefix_).first(prefix_.size() - 1)) prefix.push_back(source.term);
  return prefix;
}

// One key behind constants and nothing to hand on, of a base that is all here.
bool IndexJoin::asks_for_keys(const Snapshot& snapshot) const {
  if (!merges() || !path_.outputs.empty() || !snapshot.is_whole()) return false;
  if (static_cast<int>(prefix_.size()) != column_count(path_.permutation)) return false;
  for (std::uint32_t shard = 0; shard < snapshot.shards(); ++shard) {
    if (!snapshot.run(path_.permutation, ShardId{shard}).is_base()) return false;
  }
  return true;
}

void IndexJoin::do_open(Context& context) {
  Pipe::do_open(context);
  asks_for_keys_ = asks_for_keys(context.snapshot);
  if (!asks_for_keys_) return;
  const Generation& generation = context.snapshot.generation();
  set_ = generation.key_sets().get(generation, path_.permutation, constants(), [&context] { context.check(); });
}

void IndexJoin::keep_members(Table& input) {
  if (kind_ == JoinKind::left) return;
  const bool wanted = kind_ != JoinKind::anti;
  const auto keys = std::as_const(input).column(*prefix_.back().column);
  std::vector<std::uint32_t> picked(keys.size());
  std::uint32_t* end = picked.data();
  for (std::uint32_t row = 0; row < keys.size(); ++row) {
    *end = row;
    end += set_->contains(keys[row]) == wanted ? 1 : 0;
  }
  picked.resize(static_cast<std::size_t>(end - picked.data()));
  input.keep(picked);
}

// So that a set is made when it pays.
void IndexJoin::count_searches(Context& context) {
  if (!asks_for_keys_) return;
  const std::uint64_t blocks = (merger_ ? merger_->unpacked_blocks() : 0) - told_blocks_;
  told_blocks_ += blocks;
  context.snapshot.generation().key_sets().spend(path_.permutation, constants(), blocks + order_.size());
}

void IndexJoin::begin(Context& context, Table& input) {
  input_ = &input;
  if (set_) return keep_members(input);
  readable_ = context.readable_shards();
  order_.clear();
  find_shards(context);
  if (merges()) {
    order_to_merge(context);
  } else {
    merged_.arrange({}, {}, 0);
    order_.resize(input.rows());
    std::iota(order_.begin(), order_.end(), 0);
  }
  order_to_look_up(context);
  stretch_ = next_ = 0;
  stretch_open_ = row_begun_ = false;
  if (!found_) found_ = std::make_unique<Table>(context.arena, path_.outputs.size());
}

// Of a key the subject fixes the shard, or an object that is not heavy.
void IndexJoin::find_shards(Context& context) {
  const std::size_t rows = input_->rows();
  shards_.resize(rows);
  if (rows == 0) return;
  const auto source = [&](Position position) {
    const auto place = static_cast<std::size_t>(index(*column_of(path_.permutation, position)));
    return place < prefix_.size() ? &prefix_[place] : nullptr;
  };
  const HeavyObjects& heavy = context.snapshot.heavy_objects();
  bool by_subject = sharding_side(path_.permutation) == ShardingSide::subject;
  const Source* decides = source(by_subject ? Position::subject : Position::object);
  if (!by_subject && decides != nullptr && !decides->column && heavy.contains(decides->term)) {
    by_subject = true;
    decides = source(Position::subject);
  }
  const std::uint32_t shards = context.snapshot.shards();
  if (decides == nullptr || !decides->column) {
    take_key(0);
    const ShardSpan all = shards_of(context.snapshot, path_.permutation, key_).within(readable_);
    std::fill(shards_.begin(), shards_.end(), all);
  } else if (by_subject || heavy.empty()) {
    const auto keys = std::as_const(*input_).column(*decides->column);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint32_t shard = index(shard_of(keys[row], shards));
      shards_[row] = ShardSpan{shard, shard + 1}.within(readable_);
    }
  } else {
    for (std::uint32_t row = 0; row < rows; ++row) {
      take_key(row);
      shards_[row] = shards_of(context.snapshot, path_.permutation, key_).within(readable_);
    }
  }
}

// Leaves to be looked up: rows that many shards may have matches for, few rows of a shard, shards with changes.
void IndexJoin::order_to_merge(Context& context) {
  const std::uint32_t shards = context.snapshot.shards();
  std::vector<std::uint32_t> rows_in(shards);
  one_shard_.resize(shards_.size());
  for (std::uint32_t row = 0; row < shards_.size(); ++row) {
    const ShardSpan span = shards_[row];
    one_shard_[row] = span.end - span.begin == 1 ? span.begin : KeyOrder::kNowhere;
    if (one_shard_[row] != KeyOrder::kNowhere) ++rows_in[span.begin];
  }
  for (std::uint32_t& shard : one_shard_) {
    const bool merge = shard != KeyOrder::kNowhere && rows_in[shard] >= kFewRows &&
                       context.snapshot.run(path_.permutation, ShardId{shard}).is_base();
    if (!merge) {
      order_.push_back(static_cast<std::uint32_t>(&shard - one_shard_.data()));
      shard = KeyOrder::kNowhere;
    }
  }
  merged_.arrange(std::as_const(*input_).column(*prefix_.back().column), one_shard_, shards);
}

// By key, then stably by the first shard that may hold it.
void IndexJoin::order_to_look_up(Context& context) {
  if (order_.empty()) return;
  std::vector<std::span<const Huri>> keys;
  for (const Source& source : prefix_) {
    if (source.column) keys.push_back(std::as_const(*input_).column(*source.column));
  }
  sort_stretches(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (const auto& key : keys) {
      if (key[a] != key[b]) return key[a] < key[b];
    }
    return a < b;
  });
  std::vector<std::uint32_t> begins(context.snapshot.shards() + 2);
  for (const std::uint32_t row : order_) ++begins[shards_[row].begin + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::uint32_t> by_shard(order_.size());
  for (const std::uint32_t row : order_) by_shard[begins[shards_[row].begin]++] = row;
  order_.swap(by_shard);
}

void IndexJoin::open_stretch(Context& context, const KeyOrder::Stretch& stretch) {
  if (merged_shard_ != stretch.shard) {
    if (!merger_) merger_ = std::make_unique<RunMerger>();
    const RunView& run = context.snapshot.run(path_.permutation, ShardId{stretch.shard}).base();
    const std::span<const Huri> constants = std::span(key_).first(key_.size() - 1);
    for (std::size_t place = 0; place < constants.size(); ++place) key_[place] = prefix_[place].term;
    const QuadPrefix prefix(constants);
    merger_->open(run, run.find(prefix), static_cast<quadrille::ColumnIndex>(prefix.size()));
    merged_shard_ = stretch.shard;
  }
  const bool first_only = kind_ == JoinKind::semi || kind_ == JoinKind::anti;
  merger_->begin(merged_.keys().subspan(stretch.begin, stretch.end - stretch.begin), first_only);
  if (kind_ != JoinKind::inner) met_.assign(stretch.end - stretch.begin, 0);
}

// The next matches of the merged rows, up to `limit`; false: there are no more.
bool IndexJoin::merge(Context& context, std::size_t limit) {
  while (stretch_ < merged_.stretches().size()) {
    const KeyOrder::Stretch& stretch = merged_.stretches()[stretch_];
    if (!stretch_open_) open_stretch(context, stretch);
    stretch_open_ = merger_->next(limit);
    if (stretch_open_) {
      take_matches(stretch);
      return true;
    }
    finish_stretch(stretch);
    ++stretch_;
  }
  return false;
}

void IndexJoin::take_matches(const KeyOrder::Stretch& stretch) {
  const std::span<const std::uint32_t> places = merger_->keys();
  if (kind_ != JoinKind::inner) {
    for (const std::uint32_t place : places) met_[place] = 1;
  }
  if (kind_ == JoinKind::semi || kind_ == JoinKind::anti) return;
  const std::size_t before = left_rows_.size();
  const std::span<const std::uint32_t> rows = merged_.rows().subspan(stretch.begin);
  left_rows_.resize(before + places.size());
  std::uint32_t* to = left_rows_.data() + before;
  if (merged_.as_they_came()) {
    for (const std::uint32_t place : places) *to++ = stretch.begin + place;
  } else {
    for (const std::uint32_t place : places) *to++ = rows[place];
  }
  found_->resize(left_rows_.size());
  for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
    merger_->read(path_.outputs[place].first, found_->column(place).data() + before);
  }
}

void IndexJoin::finish_stretch(const KeyOrder::Stretch& stretch) {
  if (kind_ == JoinKind::inner) return;
  for (std::uint32_t place = stretch.begin; place < stretch.end; ++place) {
    if ((met_[place - stretch.begin] != 0) == (kind_ == JoinKind::semi)) alone_.push_back(merged_.rows()[place]);
  }
}

void IndexJoin::take_key(std::uint32_t row) {
  for (std::size_t place = 0; place < prefix_.size(); ++place) key_[place] = prefix_[place].value(*input_, row);
}

void IndexJoin::begin_row(std::uint32_t row) {
  take_key(row);
  for (std::size_t place = 0; place < residual_.size(); ++place) bound_[place] = residual_[place].value(*input_, row);
  row_begun_ = true;
  matched_ = false;
  shard_ = shards_[row].begin;
  reader_.restart();
  rest_.clear();
}

// Looks the current row up in the current shard. Matches that are few, of the base alone, and need no check are read
// from what the searcher has unpacked; others are left in rest_.
void IndexJoin::find(Context& context, std::uint32_t row, std::size_t limit) {
  const MergedRun run = context.snapshot.run(path_.permutation, ShardId{shard_});
  if (!searcher_ || searched_shard_ != shard_) {
    searcher_.emplace(run.base());
    searched_shard_ = shard_;
  }
  const QuadPrefix prefix(key_);
  const RowRange found = searcher_->find(prefix);
  const std::size_t before = found_->rows();
  if (!run.is_base() || reader_.checks() || before + found.size() > limit) {
    rest_ = run.rows_at(found, prefix);
    return;
  }
  if (found.size() == 0) return;
  matched_ = true;
  if (kind_ == JoinKind::semi || kind_ == JoinKind::anti) return;
  found_->resize(before + found.size());
  for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
    searcher_->read(path_.outputs[place].first, found, found_->column(place).subspan(before));
  }
  left_rows_.resize(found_->rows(), row);
}

// Reads matches of one row until there are `limit` rows in found_ or the row has no more.
void IndexJoin::look_up(Context& context, std::uint32_t row, std::size_t limit) {
  const std::uint32_t end = shards_[row].end;
  if (!row_begun_) {
    begin_row(row);
    if (shard_ < end) find(context, row, limit);
  }
  const bool one_is_enough = kind_ == JoinKind::semi || kind_ == JoinKind::anti;
  while (true) {
    if (rest_.empty()) {
      if (++shard_ >= end || (one_is_enough && matched_)) break;
      find(context, row, limit);
      continue;
    }
    const std::size_t before = found_->rows();
    if (before >= limit) return;
    const std::uint64_t rows = std::min<std::uint64_t>(rest_.size(), std::max<std::size_t>(limit - before, 64));
    reader_.read(rest_, rows, bound_, *found_);
    matched_ = matched_ || found_->rows() > before;
    if (one_is_enough) {
      found_->resize(before);
      if (matched_) rest_.clear();
    }
    left_rows_.resize(found_->rows(), row);
  }
  row_begun_ = false;
  if (kind_ != JoinKind::inner && matched_ == (kind_ == JoinKind::semi)) alone_.push_back(row);
}

bool IndexJoin::emit(Context& context, Table& out) {
  if (set_) {
    out.swap(*input_);
    return false;
  }
  found_->clear();
  left_rows_.clear();
  alone_.clear();
  while (left_rows_.size() + alone_.size() < context.chunk_rows) {
    if (!merge(context, context.chunk_rows - left_rows_.size())) break;
  }
  while (next_ < order_.size() && left_rows_.size() + alone_.size() < context.chunk_rows) {
    look_up(context, order_[next_], context.chunk_rows);
    if (!row_begun_) ++next_;
  }
  write(out);
  const bool more = stretch_ < merged_.stretches().size() || next_ < order_.size();
  if (!more) count_searches(context);
  return more;
}

void IndexJoin::write(Table& out) {
  const std::size_t width = input_->width(), found = left_rows_.size();
  out.resize(found + alone_.size());
  for (std::size_t column = 0; column < width; ++column) {
    const auto from = std::as_const(*input_).column(column);
    Huri* to = out.column(column).data();
    for (const std::uint32_t row : left_rows_) *to++ = from[row];
    for (const std::uint32_t row : alone_) *to++ = from[row];
  }
  for (std::size_t column = width; column < out.width(); ++column) {
    const auto from = std::as_const(*found_).column(column - width);
    const auto rest = std::copy(from.begin(), from.end(), out.column(column).begin());
    std::fill(rest, out.column(column).end(), kUnbound);
  }
}

}  // namespace quadrille::query
