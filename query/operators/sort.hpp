#pragma once

// A Sort evaluates ORDER BY (SPARQL 1.1 Query, 15.1): rows are sorted by the values of expressions, ties by order of
// arrival. With a limit it keeps only that many rows (top-k). Local: it sorts this image's rows. The planner first
// brings all rows together, or each image's first k, and then sorts again.

#include "parser/algebra.hpp"
#include "query/operators/conditions.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class Sort final : public UnaryOperator {
 public:
  Sort(OperatorPtr child, std::vector<parser::OrderBy::Key> keys, std::optional<std::uint64_t> limit = std::nullopt);
  std::string describe() const override { return limit_ ? "TopK" : "Sort"; }
  Details details(const PlanWords& words) const override;

  // The order of Schema::sorted_by is lost: keys are values of expressions, not shard order.
  static Schema schema_of(const Schema& child);

  // The kinds of terms that are read for the values of a key. The HURIs of IRIs and strings of the database give their
  // order, except for those of updates. These are read as well and get their places among the others
  // (text_places.hpp), if all terms are here.
  static KindSet read_kinds(const parser::Expression& key, const Schema& schema, const QueryDictionary& dictionary);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  void add_rows(Context& context, const Table& rows);
  void read_delta(const Batch& batch, std::span<Value> values);
  void sort_rows(Context& context);
  void cut_rows(Context& context);

  const std::vector<parser::OrderBy::Key> keys_;
  const std::optional<std::uint64_t> limit_;
  std::unique_ptr<Evaluation> evaluation_;
  std::vector<Evaluator> evaluators_;
  std::vector<KindSet> read_kinds_;  // by key
  const QueryDictionary* dictionary_ = nullptr;
  // Everything that grows with the rows counts against the query's budget.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> texts_;  // of values_
  std::unique_ptr<Table> rows_;
  std::vector<std::pmr::vector<Value>> values_;  // by key, then by row
  std::unique_ptr<Table> first_rows_;            // used by cut_rows()
  std::vector<std::uint32_t> order_;
  std::uint64_t solutions_ = 0;
  std::size_t written_ = 0;
};

}  // namespace quadrille::query
