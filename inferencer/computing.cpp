#include "inferencer/computing.hpp"

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "query/expression/evaluator.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::size_t kRowsAtOnce = 1 << 12;

query::VariableColumns columns_of(const Computation& computation) {
  query::VariableColumns columns;
  for (query::ColumnIndex input = 0; input < computation.inputs.size(); ++input) {
    const parser::VariableId variable = computation.inputs[input].first;
    if (variable >= columns.size()) columns.resize(variable + 1);
    columns[variable] = input;
  }
  return columns;
}

}  // namespace

struct Computing::Expression {
  Expression(const Computation& computation, RuleTerms& terms)
      : context(terms.make_evaluation(scratch)), evaluator(*computation.expression, columns_of(computation), context) {}

  std::pmr::monotonic_buffer_resource scratch;
  query::EvaluationContext context;
  query::Evaluator evaluator;
};

Computing::Computing(const Partition& partition, RuleTerms& terms) : partition_(partition), terms_(terms) {}
Computing::~Computing() = default;

Computing::Expression& Computing::expression_of(const Computation& computation) {
  std::unique_ptr<Expression>& its = expressions_[&computation];
  if (!its) its = std::make_unique<Expression>(computation, terms_);
  return *its;
}

// Calls use(expression, batch, first row) for the rows of all batches: as often as on the image with the most.
template <class Use>
void Computing::for_each_batch(const Computation& computation, const Solutions& solutions, const Use& use) {
  Expression& expression = expression_of(computation);
  std::vector<Huri> inputs;
  for (const auto& [variable, slot] : computation.inputs) {
    if (!slot.is_variable()) {
      inputs.push_back(slot.constant());
    } else {
      const auto column = solutions.column(slot.number());
      inputs.insert(inputs.end(), column.begin(), column.end());
    }
  }
  terms_.fetch(partition_, inputs);
  const std::size_t batches = partition_.max((solutions.size() + kRowsAtOnce - 1) / kRowsAtOnce);
  for (std::size_t number = 0; number < batches; ++number) {
    const std::size_t first = std::min(number * kRowsAtOnce, solutions.size());
    query::Batch batch;
    batch.rows = std::min(kRowsAtOnce, solutions.size() - first);
    std::vector<std::vector<Huri>> constants;
    constants.reserve(computation.inputs.size());
    std::vector<std::span<const Huri>> columns;
    for (const auto& [variable, slot] : computation.inputs) {
      columns.push_back(slot.is_variable()
                            ? solutions.column(slot.number()).subspan(first, batch.rows)
                            : std::span<const Huri>(constants.emplace_back(batch.rows, slot.constant())));
    }
    batch.columns = columns;
    use(expression, batch, first);
    expression.scratch.release();
  }
}

void Computing::run(std::span<const Computation> computations, Solutions& solutions) {
  for (const Computation& computation : computations) {
    if (!computation.result) {
      std::vector<std::uint8_t> holds(solutions.size());
      std::vector<query::Truth> truths;
      for_each_batch(computation, solutions, [&](Expression& its, const query::Batch& batch, std::size_t first) {
        truths.assign(batch.rows, query::Truth::no);
        its.evaluator.condition(batch, truths);
        for (std::size_t row = 0; row < batch.rows; ++row) holds[first + row] = truths[row] == query::Truth::yes;
      });
      solutions.filter([&](std::size_t row) { return holds[row] != 0; });
      continue;
    }
    std::vector<Huri> results(solutions.size());
    std::vector<query::Value> values;
    for_each_batch(computation, solutions, [&](Expression& its, const query::Batch& batch, std::size_t first) {
      values.assign(batch.rows, query::Value());
      its.evaluator.evaluate(batch, values);
      terms_.dictionary().huris_of(values, batch, its.context, std::span(results).subspan(first, batch.rows));
    });
    terms_.make_canonical(partition_, results);
    std::copy(results.begin(), results.end(), solutions.column(*computation.result).begin());
    if (!computation.keeps_errors) solutions.filter([&](std::size_t row) { return !results[row].is_unbound(); });
  }
}

}  // namespace quadrille::inferencer
