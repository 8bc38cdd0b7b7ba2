#pragma once

// CanonicalTerms makes terms that a query has computed comparable by identity. Each gets the HURI of the database's
// own term if there is one, else a HURI from the one image that its hash chooses (design page 4). The planner puts it
// below joins, DISTINCT, GROUP BY and MINUS on columns that may hold such terms; terms that are only projected are
// never looked up.
// Collective in a team of several images: one batch of terms for each chunk.

#include "query/operators/operator.hpp"

namespace quadrille::query {

class CanonicalTerms final : public UnaryOperator {
 public:
  CanonicalTerms(OperatorPtr child, std::vector<VariableId> variables, int team_size);
  std::string describe() const override { return "CanonicalTerms"; }
  Details details(const PlanWords& words) const override;

  // Distribution and order stay; the columns are canonical now.
  static Schema schema_of(const Schema& child, const std::vector<VariableId>& variables);

 private:
  bool do_next(Context& context, Table& out) override;

  std::vector<std::size_t> columns_;
};

}  // namespace quadrille::query
