#include "query/operators/conditions.hpp"

#include <numeric>

namespace quadrille::query {

VariableColumns variable_columns(const std::vector<ColumnInfo>& columns) {
  VariableColumns places;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].variable >= places.size()) places.resize(columns[column].variable + 1);
    places[columns[column].variable] = static_cast<std::uint32_t>(column);
  }
  return places;
}

Evaluation::Evaluation(Context& context)
    : scratch_(&context.arena.own()), context_(context.dictionary.make_evaluation(scratch_)) {
  context_.check = [&context] { context.check(); };
  context_.charge = [&context](std::size_t bytes) { context.arena.charge(bytes); };
}

BatchView::BatchView(const Table& table, std::uint64_t first_solution) {
  for (std::size_t column = 0; column < table.width(); ++column) columns_.push_back(table.column(column));
  batch_.rows = table.rows();
  batch_.columns = columns_;
  batch_.first_solution = first_solution;
}

Conditions::Conditions(Context& context, const std::vector<parser::Expression>& expressions,
                       const std::vector<ColumnInfo>& columns)
    : evaluation_(context) {
  const VariableColumns places = variable_columns(columns);
  evaluators_.reserve(expressions.size());
  for (const auto& expression : expressions) evaluators_.emplace_back(expression, places, evaluation_.context());
}

const std::vector<std::uint32_t>& Conditions::passing(const Table& table) {
  rows_.resize(table.rows());
  std::iota(rows_.begin(), rows_.end(), 0);
  truths_.resize(table.rows());
  BatchView view(table, solutions_);
  for (Evaluator& evaluator : evaluators_) {
    view.batch().selection = rows_;
    evaluator.condition(view.batch(), truths_);
    std::erase_if(rows_, [&](std::uint32_t row) { return truths_[row] != Truth::yes; });
  }
  solutions_ += table.rows();
  evaluation_.release();
  return rows_;
}

}  // namespace quadrille::query
