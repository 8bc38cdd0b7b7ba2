#pragma once

// A Calculation computes an expression for solutions, one at a time, by the evaluator of queries (query/expression),
// which has tests of its own. Terms are given to it as texts.

#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "parser/expression.hpp"
#include "query/expression/evaluator.hpp"
#include "query/expression/testing/test_dictionary.hpp"
#include "tests/rules/fact_base.hpp"

namespace quadrille::tests {

class Calculation {
 public:
  // The expression outlives it. Error(unsupported): it has EXISTS.
  Calculation(const parser::Expression& expression, std::size_t variables);

  // nullopt: an error, or unbound.
  std::optional<TermId> value(const Bindings& bindings, FactBase& facts);
  // The effective boolean value is true; an error is not.
  bool holds(const Bindings& bindings, const FactBase& facts);

 private:
  query::Batch batch(const Bindings& bindings, const FactBase& facts);

  std::set<parser::VariableId> used_;
  query::TestDictionary dictionary_;
  std::pmr::monotonic_buffer_resource arena_;
  query::EvaluationContext context_;
  std::unique_ptr<query::Evaluator> evaluator_;
  std::vector<Huri> huris_;  // by variable
  std::vector<std::span<const Huri>> columns_;
};

// The Calculations of the expressions of rules, made when they are needed.
class Calculations {
 public:
  Calculation& of(const parser::Expression& expression, std::size_t variables) {
    std::unique_ptr<Calculation>& its = all_[&expression];
    if (its == nullptr) its = std::make_unique<Calculation>(expression, variables);
    return *its;
  }

 private:
  std::unordered_map<const parser::Expression*, std::unique_ptr<Calculation>> all_;
};

}  // namespace quadrille::tests
