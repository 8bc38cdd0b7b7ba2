#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

void Node::condition(Step& step, const Rows& rows, std::span<Truth> out) {
  values_.resize(step.batch.rows);
  evaluate(step, rows, values_);
  if (!(pending_ & kBooleanKinds).empty()) step.texts.read(step.context, rows, values_, kBooleanKinds);
  rows.for_each([&](RowNumber row) { out[row] = effective_boolean(values_[row]); });
}

void ConditionNode::evaluate(Step& step, const Rows& rows, std::span<Value> out) {
  make_room(step, truths_);
  truths_.resize(step.batch.rows);
  condition(step, rows, truths_);
  rows.for_each([&](RowNumber row) {
    out[row] = truths_[row] == Truth::error ? Value::error() : Value::boolean(truths_[row] == Truth::yes);
  });
}

}  // namespace quadrille::query::detail
