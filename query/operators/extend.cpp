#include "query/operators/extend.hpp"

#include "query/operators/fetch_terms.hpp"

namespace quadrille::query {

namespace {

// The Extend directly below; a FetchTerms between the two does not change the rows.
const Extend* extend_below(const Operator& child) {
  const Operator* below = &child;
  while (dynamic_cast<const FetchTerms*>(below) != nullptr) below = below->children().front();
  return dynamic_cast<const Extend*>(below);
}

}  // namespace

Schema Extend::schema_of(const Schema& child, VariableId variable) {
  Schema schema = child;
  schema.columns.push_back({variable, true, true});
  return schema;
}

Extend::Extend(OperatorPtr child, VariableId variable, parser::Expression expression)
    : Pipe(schema_of(child->schema(), variable), std::move(child)), expression_(std::move(expression)) {}

Details Extend::details(const PlanWords& words) const {
  return {{"variable", words.variable(schema_.columns.back().variable)}, {"expression", words.expression(expression_)}};
}

void Extend::do_open(Context& context) {
  Pipe::do_open(context);
  evaluation_ = std::make_unique<Evaluation>(context);
  const Extend* const below = extend_below(*child_);
  first_solution_ = below != nullptr ? below->first_solution_ : evaluation_->context().first_solution;
  evaluator_ =
      std::make_unique<Evaluator>(expression_, variable_columns(child_->schema().columns), evaluation_->context());
}

void Extend::begin(Context&, Table& input) {
  input_ = &input;
}

bool Extend::emit(Context& context, Table& out) {
  const BatchView view(*input_, first_solution_ + solutions_);
  values_.assign(input_->rows(), Value());
  evaluator_->evaluate(view.batch(), values_);
  out.append(*input_);
  context.dictionary.huris_of(values_, view.batch(), evaluation_->context(), out.column(input_->width()));
  solutions_ += input_->rows();
  evaluation_->release();
  return false;
}

}  // namespace quadrille::query
