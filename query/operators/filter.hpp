#pragma once

// A Filter returns the rows for which all conditions hold (SPARQL 1.1 Query, 18.5, Filter). Local.

#include "query/operators/conditions.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Filter final : public Pipe {
 public:
  // `conditions` must outlive the operator.
  Filter(OperatorPtr child, std::vector<parser::Expression> conditions);
  std::string describe() const override { return "Filter"; }
  Details details(const PlanWords& words) const override;

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;

  const std::vector<parser::Expression> expressions_;
  std::unique_ptr<Conditions> conditions_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
