#pragma once

// A SliceEach applies OFFSET and LIMIT of a subquery that is evaluated many times at once. Rows that agree on `keys`
// are one table, and each table is sliced separately (in GRAPH ?g one for each graph, 18.6; in EXISTS one for each
// outer solution). The rows of a table are on one image, in their order. Local.

#include <cstdint>
#include <optional>

#include "query/operators/operator.hpp"
#include "query/table/row_set.hpp"

namespace quadrille::query {

class SliceEach final : public Pipe {
 public:
  // `keys` are columns of the child, bound in every row.
  SliceEach(OperatorPtr child, std::vector<VariableId> keys, std::uint64_t offset, std::optional<std::uint64_t> limit);
  std::string describe() const override { return "SliceEach"; }
  Details details(const PlanWords& words) const override;

 private:
  void do_open(Context& context) override;
  void begin(Context&, Table& input) override { input_ = &input; }
  bool emit(Context& context, Table& out) override;

  const std::vector<VariableId> keys_;
  const std::uint64_t offset_;
  const std::optional<std::uint64_t> limit_;
  std::unique_ptr<RowSet> tables_;
  std::vector<std::uint64_t> seen_;  // by table: number of its rows so far
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
