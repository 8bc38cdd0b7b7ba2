#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

Buffers& buffers_of(EvaluationContext& context) {
  if (!context.buffers) context.buffers = std::make_shared<Buffers>();
  return *context.buffers;
}

void Node::condition(Step& step, const Rows& rows, std::span<Truth> out) {
  LentValues values(step);
  evaluate(step, rows, *values);
  if (!(pending_ & kBooleanKinds).empty()) step.texts.read(step.context, rows, *values, kBooleanKinds);
  rows.for_each([&, in = std::span(*values)](RowNumber row) { out[row] = effective_boolean(in[row]); });
}

void ConditionNode::evaluate(Step& step, const Rows& rows, std::span<Value> out) {
  LentTruths truths(step);
  condition(step, rows, *truths);
  rows.for_each([&, in = std::span(*truths)](RowNumber row) {
    out[row] = in[row] == Truth::error ? Value::error() : Value::boolean(in[row] == Truth::yes);
  });
}

}  // namespace quadrille::query::detail
