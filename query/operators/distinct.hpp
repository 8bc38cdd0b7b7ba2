#pragma once

// A Distinct returns each different row once (SPARQL 1.1 Query, 18.5, Distinct), as soon as its first copy arrives.
// Equal rows must be on one image; the planner exchanges rows by hash where they are not. Where equal rows are
// adjacent (key_runs.hpp), only the last row is kept in memory. Local.
//
// Before such an exchange, Copies::fewer drops most copies on each image, so that fewer rows move. It remembers at most
// 65,536 rows at a time. If these were mostly different, or almost all of the first 8,192, it passes on all rows that
// follow.

#include "query/operators/operator.hpp"
#include "query/table/key_runs.hpp"
#include "query/table/row_set.hpp"

namespace quadrille::query {

enum class Copies : std::uint8_t { none, fewer };  // that are left

class Distinct final : public Pipe {
 public:
  Distinct(OperatorPtr child, Grouping grouping, Copies copies = Copies::none);
  std::string describe() const override { return "Distinct"; }
  Details details(const PlanWords& words) const override;

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  void look_back();

  const Copies copies_;
  std::optional<std::vector<std::size_t>> run_columns_;
  std::unique_ptr<KeyRuns> runs_;  // else
  std::unique_ptr<RowSet> seen_;
  std::vector<std::uint32_t> picked_;
  Table* input_ = nullptr;
  std::size_t rows_since_ = 0;  // compared with `seen_`
  bool is_first_look_ = true;
  bool passes_all_ = false;
};

}  // namespace quadrille::query
