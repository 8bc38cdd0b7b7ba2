#include "query/operators/aggregate_arguments.hpp"

#include "query/expression/aggregate.hpp"

namespace quadrille::query {

AggregateArguments::AggregateArguments(Context& context, const std::vector<ColumnInfo>& columns,
                                       const std::vector<parser::Group::Output>& outputs)
    : outputs_(outputs), evaluation_(context) {
  const VariableColumns places = variable_columns(columns);
  for (const auto& output : outputs_) {
    evaluators_.push_back(output.arguments.empty()
                              ? nullptr
                              : std::make_unique<Evaluator>(output.arguments.front(), places, evaluation_.context()));
  }
}

std::span<const Value> AggregateArguments::values(std::size_t place) {
  values_.assign(view_->batch().rows, Value());
  evaluators_[place]->evaluate(view_->batch(), values_);
  const KindSet read = read_kinds(outputs_[place].aggregate.kind);
  if (!read.empty()) read_values(evaluation_.context(), view_->batch(), values_, read);
  return values_;
}

void AggregateArguments::end() {
  solutions_ += view_->batch().rows;
  view_.reset();
  evaluation_.release();
}

}  // namespace quadrille::query
