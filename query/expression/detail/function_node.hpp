#pragma once

// A FunctionNode applies a function of one solution to every row. The function is a template argument, so each has its
// own loop without a call through a pointer for each row.
//
//   make_function<strlen>({kStringKinds}, operands)      Value strlen(const Value&, Arena&)
//   make_function<make_iri>({kTermKinds}, operands)      Value make_iri(const Value&, Scope&)
//
// `needs` lists for each operand the kinds of terms that must be read first.

#include <array>
#include <span>
#include <utility>

#include "query/expression/detail/node.hpp"
#include "query/expression/scope.hpp"

namespace quadrille::query::detail {

inline constexpr std::size_t kMaxOperands = 3;
inline constexpr std::size_t kRowsBetweenChecks = 256;  // of the deadline: with long texts and numbers a row takes 1 ms
using Needs = std::array<KindSet, kMaxOperands>;

// Computes out[row] for the rows; the operands have been evaluated and read.
using Kernel = void (*)(Step& step, const Rows& rows, std::span<const Operand> operands, std::span<Value> out);

class FunctionNode : public Node {
 public:
  FunctionNode(Kernel kernel, const Needs& needs, std::vector<NodePtr> operands) : kernel_(kernel), needs_(needs) {
    for (NodePtr& operand : operands) operands_.emplace_back(std::move(operand));
  }

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      operands_[i].evaluate(step, rows);
      operands_[i].read(step, rows, needs_[i]);
    }
    kernel_(step, rows, operands_, out);
    for (Operand& operand : operands_) operand.release(step);
  }

 private:
  const Kernel kernel_;
  const Needs needs_;
  std::vector<Operand> operands_;
};

// The last argument of a function.
template <auto function, class... Values>
Value apply(Scope& scope, const Values&... values) {
  if constexpr (std::is_invocable_v<decltype(function), const Values&..., Arena&>) {
    return function(values..., scope.arena);
  } else {
    return function(values..., scope);
  }
}

template <auto function, std::size_t... i>
void for_each_row(Step& step, const Rows& rows, std::span<const Operand> operands, std::span<Value> out,
                  std::index_sequence<i...>) {
  Scope scope{step.arena, step.context};
  std::size_t done = 0;
  rows.for_each([&](RowNumber row) {
    scope.solution = step.batch.first_solution + row;
    out[row] = apply<function>(scope, operands[i][row]...);
    if (++done % kRowsBetweenChecks == 0 && step.context.check) step.context.check();
  });
}

// The kernel of a function of `arity` values.
template <auto function, std::size_t arity>
void kernel_of(Step& step, const Rows& rows, std::span<const Operand> operands, std::span<Value> out) {
  for_each_row<function>(step, rows, operands, out, std::make_index_sequence<arity>());
}

}  // namespace quadrille::query::detail
