#pragma once

// An Unstated leaves out the rows whose triple is stated in the default graph: what remains of the closure are the
// triples that follow and that nobody has stated (quadstore/meant_terms.hpp). Local; it reads the shards of the
// subjects, which are open.

#include <array>
#include <cstdint>
#include <vector>

#include "query/operators/operator.hpp"
#include "query/table/quad_pattern.hpp"

namespace quadrille::query {

class Unstated final : public Pipe {
 public:
  // `triple`: terms, and variables that every row binds.
  Unstated(OperatorPtr child, std::array<Slot, 3> triple);
  std::string describe() const override { return "Unstated"; }
  Details details(const PlanWords& words) const override;

 private:
  void begin(Context&, Table& input) override { input_ = &input; }
  bool emit(Context& context, Table& out) override;

  const std::array<Slot, 3> triple_;
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
