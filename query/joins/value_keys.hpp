#pragma once

// Adds a column by which two tables can be hash joined where a condition says that an expression of one is equal to an
// expression of the other: the key of the value (expression/value_key.hpp). The condition is tested on the pairs all
// the same. Local.
//
//   FILTER(STR(?a) = ?b)     left   ?x ?a .key     a row each; what has no value has a key that no right row has
//                            right  ?y ?b .key     a row for each key; none for what has no value
//
// The column's HURIs are no terms: nobody but the join looks at them.

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

  // The kinds of terms that are read of the expression's values.
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
