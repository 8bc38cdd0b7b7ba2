#include "query/expression/evaluator.hpp"

#include "base/assert.hpp"
#include "query/expression/detail/compiler.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query {

namespace {

void check_batch(const EvaluationContext& context, const Batch& batch, std::size_t out_size) {
  QUADRILLE_ASSERT(out_size >= batch.rows, "there is a place for the result of every row");
  if (context.check) context.check();
}

}  // namespace

Evaluator::Evaluator(const parser::Expression& expression, const VariableColumns& columns, EvaluationContext& context)
    : context_(context),
      constants_(std::make_unique<std::pmr::monotonic_buffer_resource>()),
      texts_(std::make_unique<detail::TextFetch>()),
      root_(detail::compile(expression, columns, context, *texts_, *constants_)) {}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;

void Evaluator::evaluate(const Batch& batch, std::span<Value> out) {
  check_batch(context_, batch, out.size());
  texts_->start_batch();
  detail::Step step{batch, context_, *texts_, context_.arena};
  root_->evaluate(step, Rows(batch), out);
}

void Evaluator::condition(const Batch& batch, std::span<Truth> out) {
  check_batch(context_, batch, out.size());
  texts_->start_batch();
  detail::Step step{batch, context_, *texts_, context_.arena};
  root_->condition(step, Rows(batch), out);
}

void read_values(EvaluationContext& context, const Batch& batch, std::span<Value> values, KindSet kinds) {
  detail::TextFetch texts;
  texts.read(context, Rows(batch), values, kinds);
}

}  // namespace quadrille::query
