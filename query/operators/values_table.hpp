#pragma once

// A ValuesTable returns rows that stand in the query (VALUES) or were computed before it runs. Replicated: every image
// has all rows; or, where the planner wants each row once, on the team's first member only.

#include "query/operators/operator.hpp"

namespace quadrille::query {

class ValuesTable final : public Operator {
 public:
  // rows x variables, row-major; kUnbound: UNDEF.
  ValuesTable(std::vector<VariableId> variables, std::vector<Huri> cells, std::size_t rows, bool maybe_local,
              Distribution distribution);
  std::string describe() const override { return "Values"; }
  Details details(const PlanWords& words) const override;

  // A column with UNDEF may be unbound; not sorted.
  static Schema schema_of(const std::vector<VariableId>& variables, const std::vector<Huri>& cells, bool maybe_local,
                          Distribution distribution);

 private:
  void do_open(Context&) override { next_row_ = 0; }
  bool do_next(Context& context, Table& out) override;

  const std::vector<Huri> cells_;
  const std::size_t rows_;
  std::size_t next_row_ = 0;
};

}  // namespace quadrille::query
