#pragma once

// A Sort evaluates ORDER BY (SPARQL 1.1 Query, 15.1): rows are sorted by the values of expressions, ties by order of
// arrival. With a limit it keeps only that many rows (top-k). Local: it sorts this image's rows. The planner first
// brings all rows together, or each image's first k, and then sorts again. For a whole answer in order, a SpreadSort
// lets all images share the work (spread_sort.hpp).

#include <memory>
#include <optional>

#include "query/operators/operator.hpp"
#include "query/operators/sorted_rows.hpp"

namespace quadrille::query {

// For EXPLAIN.
std::string in_words(const SortedRows::Keys& keys, const PlanWords& words);

class Sort final : public UnaryOperator {
 public:
  Sort(OperatorPtr child, SortedRows::Keys keys, std::optional<std::uint64_t> limit = std::nullopt);
  std::string describe() const override { return limit_ ? "TopK" : "Sort"; }
  Details details(const PlanWords& words) const override;

  // The order of Schema::sorted_by is lost: keys are values of expressions, not shard order.
  static Schema schema_of(const Schema& child);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  const SortedRows::Keys keys_;
  const std::optional<std::uint64_t> limit_;
  std::unique_ptr<SortedRows> rows_;
  std::size_t written_ = 0;
};

}  // namespace quadrille::query
