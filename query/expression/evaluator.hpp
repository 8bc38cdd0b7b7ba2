#pragma once

// An Evaluator computes one expression for batches of rows (SPARQL 1.1 Query, 17).
//
//   Evaluator filter(expression, columns, context);      // once: tree of nodes, constants folded, patterns compiled
//   filter.condition(batch, truths);                      // for each batch: one virtual call a node, loops inside
//
// E1  Errors of SPARQL are values (ValueKind::error, Truth::error). Exceptions end the query: an unknown function IRI
//     or a wrong number of arguments (when compiled), deadline, memory.
// E2  Every batch, even an empty one, calls the TermReader and EXISTS in the same order and equally often, so that
//     they may be collective: all images call evaluate() or condition() equally often.
// E3  No text is read that the expression does not need: a result that is an unchanged term may have no text;
//     read_values() fetches it.
// E4  Results are valid until the context's arena is released. The expression must outlive the evaluator.
//
// Called by Filter, LeftJoin, Extend, Group and OrderBy of query, and by updates.

#include <memory>
#include <memory_resource>
#include <span>

#include "parser/expression.hpp"
#include "query/expression/batch.hpp"
#include "query/expression/evaluation_context.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

namespace detail {
class Node;
class TextFetch;
}  // namespace detail

class Evaluator {
 public:
  // Collective if context.find is. Throws Error(unsupported) or Error(syntax) for expressions that cannot be
  // evaluated.
  Evaluator(const parser::Expression& expression, const VariableColumns& columns, EvaluationContext& context);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;

  // Collective. out[row] = the expression's value, for the selected rows. Needs out.size() >= batch.rows.
  void evaluate(const Batch& batch, std::span<Value> out);
  // Collective. The effective boolean value (17.2.2).
  void condition(const Batch& batch, std::span<Truth> out);

 private:
  EvaluationContext& context_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> constants_;  // nodes point to it; it stays in place when moved
  std::unique_ptr<detail::TextFetch> texts_;
  std::unique_ptr<detail::Node> root_;
};

// Collective. Reads the texts of all bound values of these rows and kinds (and the values of unread ones).
void read_values(EvaluationContext& context, const Batch& batch, std::span<Value> values, KindSet kinds = kAllKinds);

}  // namespace quadrille::query
