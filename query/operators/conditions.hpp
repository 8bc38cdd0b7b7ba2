#pragma once

// Conditions evaluates FILTER, HAVING and the condition of an OPTIONAL on the rows of a table, and returns the rows
// that fulfil all of them.

#include <memory_resource>
#include <vector>

#include "parser/expression.hpp"
#include "query/expression/evaluator.hpp"
#include "query/table/context.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// The columns of a row, for the evaluator of expressions.
VariableColumns variable_columns(const std::vector<ColumnInfo>& columns);

// An evaluation context for one operator; its memory is released after every chunk.
class Evaluation {
 public:
  explicit Evaluation(Context& context);
  EvaluationContext& context() { return context_; }
  void release() { scratch_.release(); }

 private:
  std::pmr::monotonic_buffer_resource scratch_;
  EvaluationContext context_;
};

// The columns of a table as a batch; valid as long as the view.
class BatchView {
 public:
  BatchView(const Table& table, std::uint64_t first_solution);
  const Batch& batch() const { return batch_; }
  Batch& batch() { return batch_; }

 private:
  std::vector<std::span<const Huri>> columns_;
  Batch batch_;
};

class Conditions {
 public:
  // The expressions must outlive the object.
  Conditions(Context& context, const std::vector<parser::Expression>& expressions,
             const std::vector<ColumnInfo>& columns);

  // Local inside a group (every image calls it equally often). Returns the rows of `table` for which all conditions
  // hold, ascending.
  const std::vector<std::uint32_t>& passing(const Table& table);

 private:
  Evaluation evaluation_;
  std::vector<Evaluator> evaluators_;
  std::vector<std::uint32_t> rows_;
  std::vector<Truth> truths_;
  std::uint64_t solutions_ = 0;
};

}  // namespace quadrille::query
