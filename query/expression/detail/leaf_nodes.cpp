#include "query/expression/detail/leaf_nodes.hpp"

namespace quadrille::query::detail {

namespace {

class Variable : public Node {
 public:
  Variable(ColumnIndex column, KindSet kinds) : column_(column) { pending_ = kinds; }

  std::optional<ColumnIndex> column() const override { return column_; }

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    const std::span<const Huri> huris = step.batch.columns[column_];
    rows.for_each([&](RowNumber row) { out[row] = Value::from_huri(huris[row], step.arena); });
  }

 private:
  ColumnIndex column_;
};

class Constant : public Node {
 public:
  explicit Constant(const Value& value) : value_(value), truth_(effective_boolean(value)) {}

  const Value* constant() const override { return &value_; }

  void evaluate(Step&, const Rows& rows, std::span<Value> out) override {
    rows.for_each([&](RowNumber row) { out[row] = value_; });
  }
  void condition(Step&, const Rows& rows, std::span<Truth> out) override {
    rows.for_each([&](RowNumber row) { out[row] = truth_; });
  }

 private:
  Value value_;
  Truth truth_;
};

}  // namespace

NodePtr make_variable(ColumnIndex column, KindSet kinds) {
  return std::make_unique<Variable>(column, kinds);
}

NodePtr make_constant(const Value& value) {
  return std::make_unique<Constant>(value);
}

}  // namespace quadrille::query::detail
