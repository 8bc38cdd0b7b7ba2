#include "query/operators/sort.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::query {

namespace {

constexpr std::uint64_t kMostCut = std::uint64_t{1} << 32;  // more rows than one image sorts

}  // namespace

std::string in_words(const SortedRows::Keys& keys, const PlanWords& words) {
  std::string by;
  for (const auto& key : keys) {
    const std::string text = words.expression(key.expression);
    by += fmt::format("{}{}", by.empty() ? "" : " ", key.descending ? fmt::format("DESC({})", text) : text);
  }
  return shortened(std::move(by), PlanWords::kLongest);
}

Schema Sort::schema_of(const Schema& child) {
  Schema schema = child;
  schema.outlive_chunks();
  schema.sorted_by.clear();  // by values of expressions, which is not shard order
  return schema;
}

Sort::Sort(OperatorPtr child, SortedRows::Keys keys, std::optional<std::uint64_t> limit)
    : UnaryOperator(schema_of(child->schema()), child->collective(), std::move(child)),
      keys_(std::move(keys)),
      limit_(limit) {}

Details Sort::details(const PlanWords& words) const {
  Details details{{"by", in_words(keys_, words)}};
  if (limit_) details.emplace_back("limit", std::to_string(*limit_));
  return details;
}

void Sort::do_open(Context& context) {
  child_->open(context);
  rows_ = std::make_unique<SortedRows>(context, keys_, child_->schema(), context.arena.own());
  for_each_chunk(context, *child_, [&](const Table& chunk) {
    rows_->add(chunk);
    if (limit_ && *limit_ < kMostCut && rows_->size() > 4 * *limit_ + 65536) rows_->cut(*limit_);
  });
  rows_->sort(limit_.value_or(~std::uint64_t{0}));
}

bool Sort::do_next(Context& context, Table& out) {
  const auto order = rows_->order();
  const std::size_t rows = std::min(order.size() - written_, context.chunk_rows);
  if (collective() ? !context.team.any(rows > 0) : rows == 0) return false;
  out.append(rows_->rows(), order.subspan(written_, rows));
  written_ += rows;
  return true;
}

}  // namespace quadrille::query
