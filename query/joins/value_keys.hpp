#pragma once

// ValueKeys adds a column by which two tables can be hash joined on a condition that an expression of one equals an
// expression of the other: the key of the value (expression/value_key.hpp). The condition is still tested on the
// pairs. Local.
//
//   FILTER(STR(?a) = ?b)     left   ?x ?a .key     one row each; a row without a value has a key of no right row
//                            right  ?y ?b .key     a row for each key; none for a row without a value
//
// The column's HURIs are not terms; only the join reads them.

#include "query/expression/value_key.hpp"
#include "query/operators/conditions.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class ValueKeys final : public Pipe {
 public:
  enum class Side : std::uint8_t { left, right };

  ValueKeys(OperatorPtr child, Side side, parser::Expression expression, KeyBy by, VariableId key);
  std::string describe() const override { return "ValueKeys"; }
  Details details(const PlanWords& words) const override;

  // Distribution and order stay; one more column, the key.
  static Schema schema_of(const Schema& child, VariableId key);

  // The kinds of terms that are read for the expression's values.
  static KindSet read_kinds(KeyBy by);

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;

  const Side side_;
  const parser::Expression expression_;
  const KeyBy by_;
  std::unique_ptr<Evaluation> evaluation_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> rows_;  // of the input, by row of the output
  std::vector<Huri> keys_;           // likewise
  std::uint64_t solutions_ = 0;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
