#pragma once

// A Slice applies OFFSET and LIMIT (SPARQL 1.1 Query, 18.5, Slice). Rows are counted in member order, chunk by chunk,
// with one small collective for each chunk. The end is the same on all members, so a LIMIT stops the whole plan early.
// Collective.

#include <cstdint>
#include <optional>

#include "query/operators/operator.hpp"

namespace quadrille::query {

class Slice final : public UnaryOperator {
 public:
  Slice(OperatorPtr child, std::uint64_t offset, std::optional<std::uint64_t> limit);
  std::string describe() const override { return "Slice"; }
  Details details(const PlanWords& words) const override;

 private:
  bool do_next(Context& context, Table& out) override;

  const std::uint64_t offset_;
  const std::optional<std::uint64_t> limit_;
  std::uint64_t seen_ = 0;  // rows of the child so far, on all images
};

}  // namespace quadrille::query
