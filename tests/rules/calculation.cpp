#include "tests/rules/calculation.hpp"

#include <array>

#include "base/error.hpp"

namespace quadrille::tests {

namespace {

void add_variables(const parser::Expression& expression, std::set<parser::VariableId>& used) {
  if (expression.pattern != nullptr) fail(ErrorKind::unsupported, "the reference does not evaluate EXISTS");
  if (expression.kind == parser::ExpressionKind::variable) used.insert(expression.variable);
  for (const parser::Expression& argument : expression.arguments) add_variables(argument, used);
}

query::VariableColumns numbers_up_to(std::size_t variables) {
  query::VariableColumns columns(variables);
  for (std::size_t i = 0; i < variables; ++i) columns[i] = static_cast<query::ColumnIndex>(i);
  return columns;
}

}  // namespace

Calculation::Calculation(const parser::Expression& expression, std::size_t variables)
    : context_(dictionary_, arena_), huris_(variables) {
  add_variables(expression, used_);
  context_.now = *parse_date_time(Datatype::date_time, "2024-02-29T12:00:00Z");
  context_.blank_prefix = "b";
  for (const Huri& huri : huris_) columns_.push_back(std::span(&huri, 1));
  evaluator_ = std::make_unique<query::Evaluator>(expression, numbers_up_to(variables), context_);
}

query::Batch Calculation::batch(const Bindings& bindings, const FactBase& facts) {
  for (const parser::VariableId variable : used_) {
    const std::optional<TermId> bound = variable < bindings.size() ? bindings[variable] : std::nullopt;
    huris_[variable] = bound ? dictionary_.huri(Term(facts.view(*bound)), true) : kUnbound;
  }
  return {.rows = 1, .columns = columns_, .selection = std::nullopt};
}

std::optional<TermId> Calculation::value(const Bindings& bindings, FactBase& facts) {
  const query::Batch one = batch(bindings, facts);
  std::array<query::Value, 1> out;
  evaluator_->evaluate(one, out);
  query::read_values(context_, one, out);
  if (!out[0].is_bound()) return std::nullopt;
  return facts.term(query::to_term(out[0]).view());
}

bool Calculation::holds(const Bindings& bindings, const FactBase& facts) {
  const query::Batch one = batch(bindings, facts);
  std::array<query::Truth, 1> out;
  evaluator_->condition(one, out);
  return out[0] == query::Truth::yes;
}

}  // namespace quadrille::tests
