#include "query/left_rows.hpp"

#include <algorithm>
#include <numeric>

#include "dictionary/inline_term.hpp"

namespace quadrille::query {

LeftRows::LeftRows(OperatorPtr child) : child_(std::move(child)), schema_(child_->schema()) {
  schema_.outlive_chunks();
}

VariableId LeftRows::add_endpoint(VariableId endpoint, VariableId hidden) {
  for (const Endpoint& known : endpoints_) {
    if (known.variable == endpoint) return known.hidden;
  }
  endpoints_.push_back({endpoint, hidden});
  ColumnInfo column = schema_.columns[*schema_.column_of(endpoint)];
  column.variable = hidden;
  column.maybe_unbound = false;
  schema_.columns.push_back(column);
  return hidden;
}

Huri LeftRows::no_endpoint() {
  return *inline_huri(TermView::literal("false", iri::kXsdBoolean));
}

void LeftRows::fill(Context& context) {
  if (rows_) return;
  child_->open(context);
  const std::size_t width = child_->schema().columns.size();
  rows_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  for_each_chunk(context, *child_, [&](const Table& chunk) {
    const std::size_t before = rows_->rows();
    rows_->resize(before + chunk.rows());
    for (std::size_t column = 0; column < width; ++column) {
      const auto from = chunk.column(column);
      std::copy(from.begin(), from.end(), rows_->column(column).subspan(before).begin());
    }
  });
  for (std::size_t number = 0; number < endpoints_.size(); ++number) {
    const auto from = rows_->column(*schema_.column_of(endpoints_[number].variable));
    std::transform(from.begin(), from.end(), rows_->column(width + number).begin(),
                   [](Huri huri) { return huri.is_unbound() ? no_endpoint() : huri; });
  }
}

KeptRows::KeptRows(std::shared_ptr<LeftRows> rows) : Operator(rows->schema(), false), rows_(std::move(rows)) {
  estimated_rows = rows_->child().estimated_rows;
}

void KeptRows::do_open(Context& context) {
  rows_->fill(context);
  next_row_ = 0;
}

bool KeptRows::do_next(Context& context, Table& out) {
  const std::size_t rows = std::min(rows_->rows().rows() - next_row_, context.chunk_rows);
  if (rows == 0) return false;
  picked_.resize(rows);
  std::iota(picked_.begin(), picked_.end(), static_cast<std::uint32_t>(next_row_));
  out.append(rows_->rows(), picked_);
  next_row_ += rows;
  return true;
}

}  // namespace quadrille::query
