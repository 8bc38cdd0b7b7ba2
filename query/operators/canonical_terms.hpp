#pragma once

// Makes the terms that a query has born comparable by identity: each gets the HURI of the database's own term if there
// is one, else that of the one image that its hash chooses (design page 4). The planner puts it below joins, DISTINCT,
// GROUP BY and MINUS on columns that may hold such terms; what is only projected is never looked up.
// Collective in a team of several: a batch of terms a chunk.

#include "query/operators/operator.hpp"

namespace quadrille::query {

class CanonicalTerms final : public Operator {
 public:
  CanonicalTerms(OperatorPtr child, std::vector<VariableId> variables, int team_size);
  std::string describe() const override { return "CanonicalTerms"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {child_.get()}; }

 private:
  void do_open(Context& context) override { child_->open(context); }
  bool do_next(Context& context, Table& out) override;

  OperatorPtr child_;
  std::vector<std::size_t> columns_;
};

}  // namespace quadrille::query
