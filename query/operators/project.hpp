#pragma once

// A Project returns some columns in a given order; variables that the child does not have are unbound. It also
// renames: each output column names the variable of the child that it shows. Local.

#include <utility>

#include "query/operators/operator.hpp"

namespace quadrille::query {

class Project final : public Pipe {
 public:
  // (name of the output, variable of the child) pairs.
  Project(OperatorPtr child, std::vector<std::pair<VariableId, VariableId>> columns);
  // Keeps the names.
  Project(OperatorPtr child, const std::vector<VariableId>& variables);
  std::string describe() const override { return "Project"; }
  Details details(const PlanWords& words) const override;

  // Distribution and order have the new names; without the column of a distribution, rows are anyhow, and without one
  // of the order, it ends there.
  static Schema schema_of(const Schema& child, const std::vector<std::pair<VariableId, VariableId>>& columns);

 private:
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;

  std::vector<std::optional<std::size_t>> sources_;  // by output column: the child's column
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
