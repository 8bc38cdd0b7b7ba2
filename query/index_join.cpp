#include "query/index_join.hpp"

#include <algorithm>
#include <numeric>

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

void IndexJoin::begin(Context& context, Table& input) {
  input_ = &input;
  readable_ = context.readable_shards();
  order_.resize(input.rows());
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<std::span<const Huri>> keys;
  for (const Source& source : prefix_) {
    if (source.column) keys.push_back(std::as_const(input).column(*source.column));
  }
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (const auto& key : keys) {
      if (key[a] != key[b]) return key[a] < key[b];
    }
    return a < b;
  });
  next_ = 0;
  row_begun_ = false;
  if (!found_) found_ = std::make_unique<Table>(context.arena, path_.outputs.size());
}

// Reads matches of one row until there are `limit` rows in found_ or the row has no more.
void IndexJoin::look_up(Context& context, std::uint32_t row, std::size_t limit) {
  for (std::size_t place = 0; place < prefix_.size(); ++place) key_[place] = prefix_[place].value(*input_, row);
  for (std::size_t place = 0; place < residual_.size(); ++place) bound_[place] = residual_[place].value(*input_, row);
  const ShardSpan shards = shards_of(context.snapshot, path_.permutation, key_).within(readable_);
  const QuadPrefix prefix(key_);
  const auto find = [&] { rest_ = context.snapshot.run(path_.permutation, ShardId{shard_}).find(prefix); };
  if (!row_begun_) {
    row_begun_ = true;
    matched_ = false;
    shard_ = shards.begin;
    reader_.restart();
    rest_.clear();
    if (shard_ < shards.end) find();
  }
  const bool one_is_enough = kind_ == JoinKind::semi || kind_ == JoinKind::anti;
  while (true) {
    if (rest_.empty()) {
      if (++shard_ >= shards.end || (one_is_enough && matched_)) break;
      find();
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
  found_->clear();
  left_rows_.clear();
  alone_.clear();
  while (next_ < order_.size() && left_rows_.size() + alone_.size() < context.chunk_rows) {
    look_up(context, order_[next_], context.chunk_rows);
    if (!row_begun_) ++next_;
  }
  write(out);
  return next_ < order_.size();
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
