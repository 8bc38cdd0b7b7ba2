#pragma once

// An Extend adds a column with the value of an expression (SPARQL 1.1 Query, 18.5, Extend; an error leaves it
// unbound). Local. Values that are not in the database become terms local to the image that computed them. Adjacent
// Extends number their solutions alike, so that BNODE("name") is the same blank node in all of them (17.4.2.9).

#include "query/operators/conditions.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Extend final : public Pipe {
 public:
  Extend(OperatorPtr child, VariableId variable, parser::Expression expression);
  std::string describe() const override { return "Extend"; }
  Details details(const PlanWords& words) const override;

  // Distribution and order stay; one more column, which may be unbound and local.
  static Schema schema_of(const Schema& child, VariableId variable);

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;

  const parser::Expression expression_;
  std::unique_ptr<Evaluation> evaluation_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<Value> values_;
  std::uint64_t first_solution_ = 0;  // the number of the first row, for BNODE("name")
  std::uint64_t solutions_ = 0;       // rows so far
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
