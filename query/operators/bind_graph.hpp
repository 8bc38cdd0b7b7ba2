#pragma once

// A BindGraph ends a GRAPH ?g group: it binds ?g to the graph in which each solution was found. If the group itself
// binds ?g, both values must be equal (SPARQL 1.1 Query, 18.6, Graph). Local.

#include "query/operators/operator.hpp"

namespace quadrille::query {

class BindGraph final : public Pipe {
 public:
  // `hidden` is a column of the child, bound in every row. The output has `variable` in its place.
  BindGraph(OperatorPtr child, VariableId hidden, VariableId variable);
  std::string describe() const override { return "BindGraph"; }
  Details details(const PlanWords& words) const override;

  // `variable` takes the place of `hidden` in distribution and order too.
  static Schema schema_of(const Schema& child, VariableId hidden, VariableId variable);

 private:
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;

  std::size_t hidden_;                // column of the child
  std::optional<std::size_t> bound_;  // column of the child that binds the variable itself
  std::vector<std::size_t> sources_;  // by output column
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
