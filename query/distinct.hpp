#pragma once

// Hands on each different row once (SPARQL 1.1 Query, 18.5, Distinct), the first of its kind as soon as it comes. Equal
// rows must be on one image: the planner has exchanged them by hash where they were not. Local.

#include "query/operator.hpp"
#include "query/row_set.hpp"

namespace quadrille::query {

class Distinct final : public Pipe {
 public:
  explicit Distinct(OperatorPtr child);
  std::string describe() const override { return "Distinct"; }
  Details details(const PlanWords& words) const override;

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;

  std::unique_ptr<RowSet> seen_;
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
