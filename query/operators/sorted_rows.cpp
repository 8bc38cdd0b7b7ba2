#include "query/operators/sorted_rows.hpp"

#include <algorithm>
#include <numeric>

#include "dictionary/volatile_huri.hpp"
#include "query/expression/order.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

namespace {

// True if not all kinds are read; texts of delta terms are then read as well.
bool reads_some(KindSet kinds) {
  return !kAllKinds.without(kinds).empty();
}

constexpr std::size_t kFewRows = 1024;

// Moves the first `wanted` rows to the front. If they are few, a heap finds them with few comparisons.
template <class Before>
void find_first(std::vector<std::uint32_t>& rows, std::size_t wanted, const Before& before) {
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(wanted);
  if (wanted == rows.size()) return;
  if (wanted <= kFewRows) return std::partial_sort(rows.begin(), end, rows.end(), before);
  std::nth_element(rows.begin(), end, rows.end(), before);
}

}  // namespace

KindSet SortedRows::read_kinds(const parser::Expression& key, const Schema& schema, const QueryDictionary& dictionary) {
  const bool unplaced = dictionary.has_delta() && dictionary.is_spread();
  if (unplaced || key.kind != parser::ExpressionKind::variable) return kAllKinds;
  const auto column = schema.column_of(key.variable);
  return column && schema.columns[*column].maybe_volatile() ? kAllKinds : kComparedKinds;
}

SortedRows::SortedRows(Context& context, const Keys& keys, const Schema& schema, std::pmr::memory_resource& memory)
    : context_(context),
      keys_(keys),
      memory_(memory),
      evaluation_(context),
      places_(keys.size()),
      texts_(std::make_unique<std::pmr::monotonic_buffer_resource>(&memory)),
      rows_(context.arena, schema.columns.size()) {
  const VariableColumns columns = variable_columns(schema.columns);
  for (const auto& key : keys) {
    evaluators_.emplace_back(key.expression, columns, evaluation_.context());
    read_kinds_.push_back(read_kinds(key.expression, schema, context.dictionary));
    values_.emplace_back(&memory);
  }
}

void SortedRows::add(const Table& rows) {
  require_row_numbers(rows_.rows() + rows.rows(), "rows to sort");
  const BatchView view(rows, solutions_);
  std::vector<Value> chunk_values(rows.rows());
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    std::fill(chunk_values.begin(), chunk_values.end(), Value());
    evaluators_[key].evaluate(view.batch(), chunk_values);
    read_values(evaluation_.context(), view.batch(), chunk_values, read_kinds_[key]);
    if (context_.dictionary.has_delta() && reads_some(read_kinds_[key])) read_delta(view.batch(), chunk_values);
    for (const Value& value : chunk_values) values_[key].push_back(value.copied_to(*texts_));
  }
  rows_.append(rows);
  solutions_ += rows.rows();
  evaluation_.release();
}

void SortedRows::add(const Table& rows, std::span<const std::span<const Value>> values) {
  require_row_numbers(rows_.rows() + rows.rows(), "rows to sort");
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    values_[key].insert(values_[key].end(), values[key].begin(), values[key].end());
  }
  rows_.append(rows);
}

void SortedRows::clear() {
  rows_.clear();
  for (auto& values : values_) values.clear();
  texts_->release();
  order_.clear();
}

void SortedRows::read_delta(const Batch& batch, std::span<Value> values) {
  std::vector<RowNumber> rows;
  for (RowNumber row = 0; row < values.size(); ++row) {
    if (is_delta_term(values[row].huri()) && !values[row].has_text()) rows.push_back(row);
  }
  Batch of_delta = batch;
  of_delta.selection = rows;
  if (!rows.empty()) read_values(evaluation_.context(), of_delta, values, kAllKinds);
}

void SortedRows::find_places() {
  for (std::size_t key = 0; key < keys_.size() && context_.dictionary.has_delta(); ++key) {
    if (reads_some(read_kinds_[key])) places_[key].emplace(values_[key], context_.dictionary);
  }
}

std::weak_ordering SortedRows::compare(std::uint32_t a, std::uint32_t b) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    const bool down = keys_[key].descending;
    const Value &left = values_[key][down ? b : a], &right = values_[key][down ? a : b];
    const bool by_place = places_[key] && TextPlaces::has_place(left) && TextPlaces::has_place(right);
    const std::weak_ordering order = by_place ? places_[key]->compare(left, right) : compare_for_order(left, right);
    if (order != 0) return order;
  }
  return std::weak_ordering::equivalent;
}

// Calls sort(before) for all rows in the order of arrival.
template <class Sort>
void SortedRows::sort_with(const Sort& sort) {
  if (size() > order_.capacity()) {
    context_.arena.charge((size() - order_.capacity()) * sizeof(order_[0]));
    order_.reserve(size());
  }
  order_.resize(size());
  std::iota(order_.begin(), order_.end(), 0);
  find_places();
  std::uint32_t compared = 0;
  sort([&](std::uint32_t a, std::uint32_t b) {
    if ((++compared & 0xffff) == 0) context_.check();
    const std::weak_ordering order = compare(a, b);
    return order != 0 ? order < 0 : a < b;
  });
}

void SortedRows::sort(std::size_t most) {
  const std::size_t wanted = std::min(most, size());
  sort_with([&](const auto& before) {
    find_first(order_, wanted, before);
    std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(wanted), before);
  });
  order_.resize(wanted);
}

void SortedRows::merge(std::span<const std::size_t> ends) {
  sort_with([&](const auto& before) {
    std::vector<std::size_t> runs(ends.begin(), ends.end());
    const auto at = [&](std::size_t row) { return order_.begin() + static_cast<std::ptrdiff_t>(row); };
    while (runs.size() > 1) {  // neighbours
      std::vector<std::size_t> merged;
      std::size_t begin = 0;
      for (std::size_t run = 0; run < runs.size(); run += 2) {
        const std::size_t end = runs[std::min(run + 1, runs.size() - 1)];
        if (run + 1 < runs.size()) std::inplace_merge(at(begin), at(runs[run]), at(end), before);
        merged.push_back(begin = end);
      }
      runs.swap(merged);
    }
  });
}

// Reuses the memory of the rows that are dropped, since the number of cuts is not bounded.
void SortedRows::cut(std::size_t most) {
  const std::size_t wanted = std::min(most, size());
  sort_with([&](const auto& before) {
    find_first(order_, wanted, before);
    std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(wanted));
  });
  order_.resize(wanted);
  if (!first_rows_) first_rows_ = std::make_unique<Table>(context_.arena, rows_.width());
  first_rows_->clear();
  first_rows_->append(rows_, order_);
  rows_.swap(*first_rows_);
  auto texts = std::make_unique<std::pmr::monotonic_buffer_resource>(&memory_);
  std::pmr::vector<Value> picked(&context_.arena.own());
  for (auto& values : values_) {
    picked.clear();
    for (const std::uint32_t row : order_) picked.push_back(values[row].copied_to(*texts));
    values.assign(picked.begin(), picked.end());
  }
  texts_ = std::move(texts);
}

}  // namespace quadrille::query
