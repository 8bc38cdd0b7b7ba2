#include "query/operators/sort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "dictionary/volatile_huri.hpp"
#include "query/expression/order.hpp"
#include "query/terms/text_places.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint64_t kMostCut = std::uint64_t{1} << 32;  // more rows than one image sorts

// True if not all kinds are read; texts of delta terms are then read as well.
bool reads_some(KindSet kinds) {
  return !kAllKinds.without(kinds).empty();
}

}  // namespace

Schema Sort::schema_of(const Schema& child) {
  Schema schema = child;
  schema.outlive_chunks();
  schema.sorted_by.clear();  // by values of expressions, which is not shard order
  return schema;
}

Sort::Sort(OperatorPtr child, std::vector<parser::OrderBy::Key> keys, std::optional<std::uint64_t> limit)
    : UnaryOperator(schema_of(child->schema()), child->collective(), std::move(child)),
      keys_(std::move(keys)),
      limit_(limit) {}

Details Sort::details(const PlanWords& words) const {
  std::string by;
  for (const auto& key : keys_) {
    const std::string text = words.expression(key.expression);
    by += fmt::format("{}{}", by.empty() ? "" : " ", key.descending ? fmt::format("DESC({})", text) : text);
  }
  Details details{{"by", shortened(std::move(by), PlanWords::kLongest)}};
  if (limit_) details.emplace_back("limit", std::to_string(*limit_));
  return details;
}

KindSet Sort::read_kinds(const parser::Expression& key, const Schema& schema, const QueryDictionary& dictionary) {
  const bool unplaced = dictionary.has_delta() && dictionary.is_spread();
  if (unplaced || key.kind != parser::ExpressionKind::variable) return kAllKinds;
  const auto column = schema.column_of(key.variable);
  return column && schema.columns[*column].maybe_volatile() ? kAllKinds : kUnreadKinds;
}

void Sort::do_open(Context& context) {
  child_->open(context);
  dictionary_ = &context.dictionary;
  evaluation_ = std::make_unique<Evaluation>(context);
  const VariableColumns columns = variable_columns(schema_.columns);
  for (const auto& key : keys_) {
    evaluators_.emplace_back(key.expression, columns, evaluation_->context());
    read_kinds_.push_back(read_kinds(key.expression, child_->schema(), context.dictionary));
  }
  rows_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  texts_ = std::make_unique<std::pmr::monotonic_buffer_resource>(&context.arena.own());
  for (std::size_t key = 0; key < keys_.size(); ++key) values_.emplace_back(&context.arena);
  for_each_chunk(context, *child_, [&](const Table& chunk) { add_rows(context, chunk); });
  sort_rows(context);
}

void Sort::add_rows(Context& context, const Table& rows) {
  const BatchView view(rows, solutions_);
  std::vector<Value> chunk_values(rows.rows());
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    std::fill(chunk_values.begin(), chunk_values.end(), Value());
    evaluators_[key].evaluate(view.batch(), chunk_values);
    read_values(evaluation_->context(), view.batch(), chunk_values, read_kinds_[key]);
    if (dictionary_->has_delta() && reads_some(read_kinds_[key])) read_delta(view.batch(), chunk_values);
    for (const Value& value : chunk_values) values_[key].push_back(value.copied_to(*texts_));
  }
  rows_->append(rows);
  solutions_ += rows.rows();
  evaluation_->release();
  if (limit_ && *limit_ < kMostCut && rows_->rows() > 4 * *limit_ + 65536) cut_rows(context);
}

void Sort::read_delta(const Batch& batch, std::span<Value> values) {
  std::vector<RowNumber> rows;
  for (RowNumber row = 0; row < values.size(); ++row) {
    if (is_delta_term(values[row].huri()) && !values[row].has_text()) rows.push_back(row);
  }
  Batch of_delta = batch;
  of_delta.selection = rows;
  if (!rows.empty()) read_values(evaluation_->context(), of_delta, values, kAllKinds);
}

// Sorts the rows so far.
void Sort::sort_rows(Context& context) {
  if (rows_->rows() > order_.capacity()) {
    context.arena.charge((rows_->rows() - order_.capacity()) * sizeof(order_[0]));
    order_.reserve(rows_->rows());
  }
  order_.resize(rows_->rows());
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<std::optional<TextPlaces>> places(keys_.size());
  for (std::size_t key = 0; key < keys_.size() && dictionary_->has_delta(); ++key) {
    if (reads_some(read_kinds_[key])) places[key].emplace(values_[key], *dictionary_);
  }
  const auto compare = [&](std::size_t key, const Value& a, const Value& b) -> std::weak_ordering {
    const bool by_place = places[key] && TextPlaces::has_place(a) && TextPlaces::has_place(b);
    return by_place ? places[key]->compare(a, b) : compare_for_order(a, b);
  };
  std::uint32_t compared = 0;
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if ((++compared & 0xffff) == 0) context.check();
    for (std::size_t key = 0; key < keys_.size(); ++key) {
      const Value &left = values_[key][a], &right = values_[key][b];
      const auto order = keys_[key].descending ? compare(key, right, left) : compare(key, left, right);
      if (order != 0) return order < 0;
    }
    return a < b;
  };
  const std::size_t wanted = limit_ ? std::min<std::size_t>(*limit_, order_.size()) : order_.size();
  if (wanted == order_.size()) {
    std::sort(order_.begin(), order_.end(), before);
  } else {
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(wanted), order_.end(), before);
  }
  order_.resize(wanted);
}

// Keeps only the first limit_ rows, with their texts. Reuses the memory of the others, since the number of cuts is not
// bounded.
void Sort::cut_rows(Context& context) {
  sort_rows(context);
  if (!first_rows_) first_rows_ = std::make_unique<Table>(context.arena, rows_->width());
  first_rows_->clear();
  first_rows_->append(*rows_, order_);
  rows_->swap(*first_rows_);
  auto texts = std::make_unique<std::pmr::monotonic_buffer_resource>(&context.arena.own());
  std::pmr::vector<Value> picked(&context.arena.own());
  for (auto& values : values_) {
    picked.clear();
    for (const std::uint32_t row : order_) picked.push_back(values[row].copied_to(*texts));
    values.assign(picked.begin(), picked.end());
  }
  texts_ = std::move(texts);
}

bool Sort::do_next(Context& context, Table& out) {
  const std::size_t rows = std::min(order_.size() - written_, context.chunk_rows);
  if (collective() ? !context.team.any(rows > 0) : rows == 0) return false;
  out.append(*rows_, std::span(order_).subspan(written_, rows));
  written_ += rows;
  return true;
}

}  // namespace quadrille::query
