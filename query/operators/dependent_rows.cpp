#include "query/operators/dependent_rows.hpp"

#include <algorithm>
#include <numeric>

#include "dictionary/inline_term.hpp"

namespace quadrille::query {

namespace {

// A number that no other image uses: a term, so that it can be joined and moved as one.
Huri number_of(const Context& context, std::uint32_t place) {
  const auto members = static_cast<std::uint64_t>(context.team.size());
  const std::uint64_t number = place * members + static_cast<std::uint64_t>(context.team.rank());
  return *inline_huri(TermView::literal(std::to_string(number), iri::kXsdInteger));
}

}  // namespace

Schema DependentScan::schema_of(const DependentRows& rows, const std::vector<VariableId>& variables) {
  Schema schema;
  for (const VariableId variable : variables) {
    schema.columns.push_back(rows.schema().columns[*rows.schema().column_of(variable)]);
  }
  schema.columns.push_back({rows.number()});
  // Keeps one of equal bindings on each image.
  const Distribution& from = rows.schema().distribution;
  if (from.kind != Distribution::Kind::by || schema.has(from.variable)) schema.distribution = from;
  return schema;
}

Schema DependentRows::schema_of(const Schema& from, VariableId number) {
  Schema schema = from;
  schema.outlive_chunks();
  schema.columns.push_back({number});
  return schema;
}

DependentRows::DependentRows(const Schema& schema, std::vector<VariableId> variables, VariableId number,
                             double estimated_rows)
    : schema_(schema_of(schema, number)),
      variables_(std::move(variables)),
      number_(number),
      estimated_rows_(estimated_rows) {}

void DependentRows::fill(Context& context, Operator& outer) {
  const std::size_t width = schema_.columns.size() - 1;
  std::vector<std::size_t> columns;
  for (const VariableId variable : variables_) columns.push_back(*schema_.column_of(variable));
  RowSet different(context.arena, std::move(columns));
  std::vector<Huri> numbers;
  rows_ = std::make_unique<Table>(context.arena, width + 1);
  for_each_chunk(context, outer, [&](const Table& chunk) {
    const std::size_t before = rows_->rows();
    rows_->append(chunk);
    for (std::size_t row = 0; row < chunk.rows(); ++row) {
      const auto [place, is_new] = different.add(chunk, row);
      if (is_new) context.arena.charge(sizeof(Huri)), numbers.push_back(number_of(context, place));
      rows_->column(width)[before + row] = numbers[place];
    }
  });
  bindings_ = std::make_unique<Table>(context.arena, variables_.size() + 1);
  bindings_->append(different.rows());
  std::copy(numbers.begin(), numbers.end(), bindings_->column(variables_.size()).begin());
}

DependentScan::DependentScan(std::shared_ptr<const DependentRows> rows)
    : Operator(rows->schema(), false), rows_(std::move(rows)), whole_(true), columns_(schema_.columns.size()) {
  std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  estimated_rows = rows_->estimated_rows();
}

DependentScan::DependentScan(std::shared_ptr<const DependentRows> rows, const std::vector<VariableId>& variables)
    : Operator(schema_of(*rows, variables), false), rows_(std::move(rows)), whole_(false) {
  const auto& all = rows_->variables();
  for (const VariableId variable : variables) {
    columns_.push_back(static_cast<std::size_t>(std::find(all.begin(), all.end(), variable) - all.begin()));
  }
  columns_.push_back(all.size());
  estimated_rows = rows_->estimated_rows();
}

Details DependentScan::details(const PlanWords& words) const {
  return {{"kind", whole_ ? "all" : "bindings"}, {"columns", words.columns(schema_)}};
}

bool DependentScan::do_next(Context& context, Table& out) {
  const Table& from = whole_ ? rows_->rows() : rows_->bindings();
  const std::size_t rows = std::min(from.rows() - next_, context.chunk_rows);
  if (rows == 0) return false;
  out.append_slice(from, columns_, next_, rows);
  next_ += rows;
  return true;
}

DependentJoin::DependentJoin(OperatorPtr outer, std::shared_ptr<DependentRows> rows, OperatorPtr body)
    : Operator(body->schema(), body->collective()),
      outer_(std::move(outer)),
      rows_(std::move(rows)),
      body_(std::move(body)) {}

void DependentJoin::do_open(Context& context) {
  outer_->open(context);
  rows_->fill(context, *outer_);
  body_->open(context);
}

}  // namespace quadrille::query
