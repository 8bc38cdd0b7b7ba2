#pragma once

// An Evaluator computes one expression for batches of rows (SPARQL 1.1 Query, 17).
//
//   Evaluator filter(expression, columns, context);      // once: tree of nodes, constants folded, patterns compiled
//   filter.condition(batch, truths);                      // for each batch: one virtual call a node, loops inside
//
// E1  Errors of SPARQL are values (ValueKind::error, Truth::error). Exceptions end the query: an unknown function IRI
//     or a wrong number of arguments (when compiled), deadline, memory.
// E2  Calls of the TermReader and of EXISTS are made in the same order and number for every batch, also for an empty
//     one, so that they may be collective: all images call evaluate() or condition() equally often.
// E3  No text is read that the expression does not need: a result that is an unchanged term may come without its text;
//     read() fetches it where somebody wants it.
// E4  Results live as long as the context's arena is not released. The expression must outlive the evaluator.
//
// Callers: Filter, LeftJoin, Extend, Group, OrderBy of query; updates.

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
  // Collective if context.find is. Throws Error(unsupported), Error(syntax) for what cannot be evaluated.
  Evaluator(const parser::Expression& expression, const VariableColumns& columns, EvaluationContext& context);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;

  // Collective. out[row] = the expression's value, for the selected rows. Needs out.size() >= batch.rows.
  void evaluate(const Batch& batch, std::span<Value> out);
  // Collective. The effective boolean value (17.2.2).
  void condition(const Batch& batch, std::span<Truth> out);

 private:
  EvaluationContext& context_;
  std::unique_ptr<std::pmr::monotonic_buffer_resource> constants_;  // what nodes point to; stays where it is when moved
  std::unique_ptr<detail::TextFetch> texts_;
  std::unique_ptr<detail::Node> root_;
};

// Collective. Gives every bound value of these rows and kinds its text (and unread ones their value).
void read_values(EvaluationContext& context, const Batch& batch, std::span<Value> values, KindSet kinds = kAllKinds);

}  // namespace quadrille::query
