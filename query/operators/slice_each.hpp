#pragma once

// OFFSET and LIMIT of a subquery that is evaluated many times at once: the rows that agree on `keys` are one table,
// each sliced apart (in GRAPH ?g a table a graph, 18.6; in EXISTS one an outer solution). Rows of a table are on one
// image, in their order. Local.

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
  std::vector<std::uint64_t> seen_;  // by table: its rows so far
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
