#include "query/joins/value_keys.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

// Any kind will do, but keys are never unbound.
Huri huri_of(std::uint64_t key) {
  return Huri::make(HuriKind::typed, key & Huri::kPayloadMask);
}
constexpr Huri kNoKey = Huri::make(HuriKind::special, 2);

}  // namespace

Schema ValueKeys::schema_of(const Schema& child, VariableId key) {
  Schema schema = child;
  schema.columns.push_back({key, false, false});
  return schema;
}

ValueKeys::ValueKeys(OperatorPtr child, Side side, parser::Expression expression, KeyBy by, VariableId key)
    : Pipe(schema_of(child->schema(), key), std::move(child)),
      side_(side),
      expression_(std::move(expression)),
      by_(by) {}

Details ValueKeys::details(const PlanWords& words) const {
  return {{"of", words.expression(expression_)}};
}

KindSet ValueKeys::read_kinds(KeyBy by) {
  return by == KeyBy::term ? kNothing : by == KeyBy::value ? kComparedKinds : kAllKinds;
}

void ValueKeys::do_open(Context& context) {
  Pipe::do_open(context);
  evaluation_ = std::make_unique<Evaluation>(context);
  evaluator_ =
      std::make_unique<Evaluator>(expression_, variable_columns(child_->schema().columns), evaluation_->context());
}

void ValueKeys::begin(Context& context, Table& input) {
  input_ = &input;
  const BatchView view(input, solutions_);
  values_.assign(input.rows(), Value());
  evaluator_->evaluate(view.batch(), values_);
  const KindSet read = read_kinds(by_);
  if (!read.empty()) read_values(evaluation_->context(), view.batch(), values_, read);
  rows_.clear();
  keys_.clear();
  for (std::uint32_t row = 0; row < input.rows(); ++row) {
    if (side_ == Side::left) {
      const auto key = left_key(values_[row], by_);
      rows_.push_back(row);
      keys_.push_back(key ? huri_of(*key) : kNoKey);
      continue;
    }
    const RightKeys found = right_keys(values_[row], by_);
    for (int place = 0; place < found.count; ++place) {
      rows_.push_back(row);
      keys_.push_back(huri_of(found.keys[static_cast<std::size_t>(place)]));
    }
  }
  solutions_ += input.rows();
  evaluation_->release();
  context.check();
}

bool ValueKeys::emit(Context&, Table& out) {
  out.append(*input_, rows_);
  std::copy(keys_.begin(), keys_.end(), out.column(input_->width()).begin());
  return false;
}

}  // namespace quadrille::query
