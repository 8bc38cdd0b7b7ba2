#include "query/joins/index_join.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace quadrille::query {

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
    : Pipe(schema_of(kind, *left, path), std::move(left)),
      kind_(kind),
      path_(std::move(path)),
      reader_(path_),
      keys_(path_, child_->schema()),
      merge_(path_.permutation, kind == JoinKind::inner ? std::nullopt : std::optional(kind == JoinKind::semi),
             one_is_enough()) {}

Details IndexJoin::details(const PlanWords& words) const {
  const char* kind = kind_ == JoinKind::inner  ? "inner"
                     : kind_ == JoinKind::left ? "left"
                     : kind_ == JoinKind::semi ? "semi"
                                               : "anti";
  return {{"kind", kind}, {"pattern", words.pattern(path_)}, {"index", words.index(path_)}};
}

// True if no column is returned and class bitmaps can answer.
bool IndexJoin::only_tests_keys(const Context& context) const {
  return merges() && path_.outputs.empty() && keys_.may_have_bitmap(context);
}

// Each key must be in exactly one shard; in a team every image builds lists of its own shards only.
std::optional<ShardSpan> IndexJoin::adjacency_shards(const Context& context) const {
  if (!merges() || static_cast<int>(path_.prefix.size()) + 1 != column_count(path_.permutation)) return std::nullopt;
  const Snapshot& snapshot = context.snapshot;
  const bool by_subject = sharding_side(path_.permutation) == ShardingSide::subject;
  const auto sharded = *column_of(path_.permutation, by_subject ? Position::subject : Position::object);
  if (static_cast<std::size_t>(index(sharded)) + 1 != path_.prefix.size()) return std::nullopt;
  if (!by_subject && !snapshot.heavy_objects().empty()) return std::nullopt;
  const bool shares = snapshot.is_whole() && context.team.size() > 1;
  if (shares && child_->schema().distribution != Distribution::by(*path_.prefix.back().variable)) return std::nullopt;
  const ShardSpan shards = shares ? context.own_shards() : context.readable_shards();
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    if (!snapshot.run(path_.permutation, ShardId{shard}).is_base()) return std::nullopt;
  }
  return shards;
}

void IndexJoin::do_open(Context& context) {
  Pipe::do_open(context);
  const Generation& generation = context.snapshot.generation();
  const auto look = [&context] { context.check(); };
  only_tests_keys_ = only_tests_keys(context);
  if (only_tests_keys_) {
    bitmap_ = generation.class_bitmaps().get(generation, path_.permutation, keys_.constants(), look);
  }
}

// Short queries do not use it.
void IndexJoin::ask_for_adjacency(Context& context, std::size_t rows) {
  if (asked_for_adjacency_ || only_tests_keys_ || rows < kManyRows) return;
  asked_for_adjacency_ = true;
  adjacency_shards_ = adjacency_shards(context);
  if (!adjacency_shards_) return;
  const Generation& generation = context.snapshot.generation();
  const auto look = [&context] { context.check(); };
  auto lists =
      generation.adjacency_index().get(generation, path_.permutation, keys_.constants(),
                                       ShardId{adjacency_shards_->begin}, ShardId{adjacency_shards_->end}, look);
  if (lists) adjacency_.emplace(std::move(lists), kind_ == JoinKind::left);
}

void IndexJoin::keep_members(Table& input) {
  if (kind_ == JoinKind::left) return;
  const bool wanted = kind_ != JoinKind::anti;
  const auto keys = keys_.keys(input);
  std::vector<std::uint32_t> picked(keys.size());
  std::uint32_t* end = picked.data();
  for (std::uint32_t row = 0; row < keys.size(); ++row) {
    *end = row;
    end += bitmap_->contains(keys[row]) == wanted ? 1 : 0;
  }
  picked.resize(static_cast<std::size_t>(end - picked.data()));
  input.keep(picked);
}

// Records the work, so that a bitmap or an adjacency index is built once it pays.
void IndexJoin::count_searches(Context& context) {
  if (!only_tests_keys_ && !adjacency_shards_) return;
  const std::uint64_t blocks = merge_.unpacked_blocks() - counted_blocks_, much = blocks + order_.size();
  counted_blocks_ += blocks;
  const Generation& generation = context.snapshot.generation();
  if (only_tests_keys_) return generation.class_bitmaps().spend(path_.permutation, keys_.constants(), much);
  generation.adjacency_index().spend(path_.permutation, keys_.constants(), ShardId{adjacency_shards_->begin},
                                     ShardId{adjacency_shards_->end}, much);
}

void IndexJoin::begin(Context& context, Table& input) {
  input_ = &input;
  if (bitmap_) return keep_members(input);
  ask_for_adjacency(context, input.rows());
  if (adjacency_ && one_is_enough()) {
    adjacency_->pick(keys_.keys(input), kind_ == JoinKind::semi, left_rows_);
    return input.keep(left_rows_);
  }
  if (adjacency_) return adjacency_->begin(keys_.keys(input));
  order_.clear();
  if (merges() && input.rows() >= MergeJoin::kFewRows) {
    merge_.begin(context, keys_, input, order_);
  } else {
    merge_.clear();
    order_.resize(input.rows());
    std::iota(order_.begin(), order_.end(), 0);
  }
  keys_.order_by_shard(context, input, order_);
  next_ = 0;
  row_begun_ = false;
  if (!found_) found_ = std::make_unique<Table>(context.arena, path_.outputs.size());
}

void IndexJoin::take_matches() {
  if (one_is_enough()) return;
  const std::size_t before = left_rows_.size();
  merge_.append_rows(left_rows_);
  found_->resize(left_rows_.size());
  for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
    merge_.read(path_.outputs[place].first, found_->column(place).data() + before);
  }
}

void IndexJoin::begin_row(Context& context, std::uint32_t row) {
  const ShardSpan shards = keys_.shards_for(context, *input_, row);
  row_begun_ = true;
  matched_ = false;
  shard_ = shards.begin;
  end_shard_ = shards.end;
  reader_.restart();
  rest_.clear();
}

// Looks the current row up in the current shard. A few matches, of the base alone and without checks, are read from
// the blocks that the searcher has unpacked; others are left in rest_.
void IndexJoin::find(Context& context, std::uint32_t row, std::size_t limit) {
  const MergedRun run = context.snapshot.run(path_.permutation, ShardId{shard_});
  if (!searcher_ || searched_shard_ != shard_) {
    searcher_.emplace(run.base());
    searched_shard_ = shard_;
  }
  const QuadPrefix prefix(keys_.prefix(*input_, row));
  const RowRange found = searcher_->find(prefix);
  const std::size_t before = found_->rows();
  if (!run.is_base() || reader_.checks() || before + found.size() > limit) {
    rest_ = run.rows_at(found, prefix);
    return;
  }
  if (found.size() == 0) return;
  matched_ = true;
  if (one_is_enough()) return;
  found_->resize(before + found.size());
  for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
    searcher_->read(path_.outputs[place].first, found, found_->column(place).subspan(before));
  }
  left_rows_.resize(found_->rows(), row);
}

// Reads matches of one row until there are `limit` rows in found_ or the row has no more.
void IndexJoin::look_up(Context& context, std::uint32_t row, std::size_t limit) {
  if (!row_begun_) {
    begin_row(context, row);
    if (shard_ < end_shard_) find(context, row, limit);
  }
  while (true) {
    if (rest_.empty()) {
      if (++shard_ >= end_shard_ || (one_is_enough() && matched_)) break;
      find(context, row, limit);
      continue;
    }
    const std::size_t before = found_->rows();
    if (before >= limit) return;
    context.check();  // the checks may drop all of many matches
    const std::uint64_t rows = std::min<std::uint64_t>(rest_.size(), std::max<std::size_t>(limit - before, 64));
    reader_.read(rest_, rows, keys_.residual(*input_, row), *found_);
    matched_ = matched_ || found_->rows() > before;
    if (one_is_enough()) {
      found_->resize(before);
      if (matched_) rest_.clear();
    }
    left_rows_.resize(found_->rows(), row);
  }
  row_begun_ = false;
  if (kind_ != JoinKind::inner && matched_ == (kind_ == JoinKind::semi)) alone_.push_back(row);
}

void IndexJoin::emit_from_lists(Context& context, Table& out) {
  const std::size_t width = input_->width(), room = context.chunk_rows + AdjacencyLookup::kSlack;
  left_rows_.resize(room);
  out.resize(room);
  Huri* const values = path_.outputs.empty() ? nullptr : out.column(width).data();
  left_rows_.resize(adjacency_->next(context.chunk_rows, left_rows_.data(), values));
  out.resize(left_rows_.size());
  for (std::size_t column = 0; column < width; ++column) {
    const Huri* const from = std::as_const(*input_).column(column).data();
    Huri* to = out.column(column).data();
    for (const std::uint32_t row : left_rows_) *to++ = from[row];
  }
}

bool IndexJoin::emit(Context& context, Table& out) {
  if (bitmap_ || (adjacency_ && one_is_enough())) {
    out.swap(*input_);
    return false;
  }
  if (adjacency_) {
    emit_from_lists(context, out);
    return adjacency_->has_more();
  }
  found_->clear();
  left_rows_.clear();
  alone_.clear();
  while (left_rows_.size() + alone_.size() < context.chunk_rows) {
    if (!merge_.next(context, keys_, context.chunk_rows - left_rows_.size())) break;
    take_matches();
    merge_.take_alone(alone_);
  }
  merge_.take_alone(alone_);
  while (next_ < order_.size() && left_rows_.size() + alone_.size() < context.chunk_rows) {
    look_up(context, order_[next_], context.chunk_rows);
    if (!row_begun_) ++next_;
  }
  write(out);
  const bool more = merge_.has_more() || next_ < order_.size();
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
