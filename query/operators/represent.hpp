#pragma once

// A Represent puts the representatives of equal terms in the place of the values of all columns
// (quadstore/equal_terms.hpp), so that stored rows can be looked up for them. Local.

#include "query/operators/operator.hpp"

namespace quadrille::query {

class Represent final : public Pipe {
 public:
  explicit Represent(OperatorPtr child);
  std::string describe() const override { return "Represent"; }
  Details details(const PlanWords& words) const override { return {{"columns", words.columns(schema_)}}; }

  // Neither distributed by a column nor sorted.
  static Schema schema_of(const Schema& child);

 private:
  void begin(Context&, Table& input) override { input_ = &input; }
  bool emit(Context& context, Table& out) override;

  Table* input_ = nullptr;
};

}  // namespace quadrille::query
