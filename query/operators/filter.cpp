#include "query/operators/filter.hpp"

namespace quadrille::query {

Filter::Filter(OperatorPtr child, std::vector<parser::Expression> conditions)
    : Pipe(child->schema(), std::move(child)), expressions_(std::move(conditions)) {}

Details Filter::details(const PlanWords& words) const {
  return {{"condition", words.conditions(expressions_)}};
}

void Filter::do_open(Context& context) {
  Pipe::do_open(context);
  conditions_ = std::make_unique<Conditions>(context, expressions_, schema_.columns);
}

void Filter::begin(Context&, Table& input) {
  input_ = &input;
}

bool Filter::emit(Context&, Table& out) {
  const auto& rows = conditions_->passing(*input_);
  if (rows.size() == input_->rows()) {
    out.swap(*input_);
  } else {
    out.append(*input_, rows);
  }
  return false;
}

}  // namespace quadrille::query
