#include "query/joins/index_join.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::query {

Schema IndexJoin::schema_of(JoinKind kind, const Schema& left, const AccessPath& path) {
  Schema schema;  // not sorted: rows come in the order of their keys, chunk by chunk
  schema.distribution = left.distribution;
  schema.columns.reserve(left.columns.size() + path.outputs.size());
  schema.columns = left.columns;
  if (kind == JoinKind::inner || kind == JoinKind::left) {
    for (const auto& [column, variable] : path.outputs) {
      schema.columns.push_back({variable, kind == JoinKind::left, false});
    }
  }
  return schema;
}

IndexJoin::IndexJoin(JoinKind kind, OperatorPtr left, AccessPath path)
    : Pipe(schema_of(kind, left->schema(), path), std::move(left)),
      kind_(kind),
      path_(std::move(path)),
      lookup_(path_, child_->schema()) {}

Details IndexJoin::details(const PlanWords& words) const {
  return {{"kind", std::string(name(kind_))}, {"pattern", words.pattern(path_)}, {"index", words.index(path_)}};
}

void IndexJoin::do_open(Context& context) {
  Pipe::do_open(context);
  lookup_.open(context);
}

void IndexJoin::begin(Context& context, Table& input) {
  input_ = &input;
  lookup_.begin(context, input);
  if (only_keeps_rows()) {
    lookup_.pick(context, kind_ == JoinKind::semi, rows_);
    input.keep(rows_);
  } else if (kind_ == JoinKind::left) {
    matched_.assign(input.rows(), 0);
    next_unmatched_ = 0;
  }
}

bool IndexJoin::emit(Context& context, Table& out) {
  if (only_keeps_rows()) {
    out.swap(*input_);
    return false;
  }
  out.reserve(std::min(context.chunk_rows, input_->rows()));
  bool more = lookup_.next(context, context.chunk_rows, rows_, out);
  if (kind_ == JoinKind::left) {
    for (const std::uint32_t row : rows_) matched_[row] = 1;
    if (!more) more = add_unmatched(context.chunk_rows, out);
  }
  for (std::size_t column = 0; column < input_->width(); ++column) {
    const Huri* const from = std::as_const(*input_).column(column).data();
    Huri* to = out.column(column).data();
    for (const std::uint32_t row : rows_) *to++ = from[row];
  }
  return more;
}

// Adds rows without a match until there are `limit` rows; returns true if there are more.
bool IndexJoin::add_unmatched(std::size_t limit, Table& out) {
  const std::size_t found = rows_.size();
  for (; next_unmatched_ < matched_.size() && rows_.size() < limit; ++next_unmatched_) {
    if (matched_[next_unmatched_] == 0) rows_.push_back(next_unmatched_);
  }
  out.resize(rows_.size());
  for (std::size_t column = input_->width(); column < out.width(); ++column) {
    const std::span<Huri> values = out.column(column).subspan(found);
    std::fill(values.begin(), values.end(), kUnbound);
  }
  return next_unmatched_ < matched_.size();
}

}  // namespace quadrille::query
