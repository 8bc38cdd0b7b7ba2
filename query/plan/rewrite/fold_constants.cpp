// A condition without variables is computed once: it is dropped where it holds, and the part has no rows where it does
// not. (Constant parts of expressions are folded when they are compiled: query/expression/evaluator.hpp.)

#include <memory_resource>

#include "query/expression/evaluator.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

using logical::Conditions;
using logical::NodePtr;

namespace {

bool is_constant(const parser::Expression& condition) {
  return is_stable(condition) && variables_of(condition).empty();
}

bool holds(Planning& planning, const parser::Expression& condition) {
  std::pmr::monotonic_buffer_resource scratch;
  EvaluationContext context = planning.dictionary.make_evaluation(scratch);
  Evaluator evaluator(condition, {}, context);
  Batch batch;
  batch.rows = 1;
  Truth truth = Truth::error;
  evaluator.condition(batch, std::span(&truth, 1));
  return truth == Truth::yes;
}

// Removes the constant conditions. Returns true if one of them does not hold.
bool fold(Planning& planning, Conditions& conditions) {
  bool fails = false;
  std::erase_if(conditions, [&](const parser::Expression* condition) {
    if (fails || !is_constant(*condition)) return false;
    planning.fired.add(Rule::fold_constants);
    fails = !holds(planning, *condition);
    return true;
  });
  return fails;
}

}  // namespace

void fold_constants(Planning& planning, NodePtr& root) {
  bool is_empty = false;
  if (auto* group = root->as<logical::JoinGroup>()) is_empty = fold(planning, group->conditions);
  if (auto* filter = root->as<logical::Filter>()) is_empty = fold(planning, filter->conditions);
  if (is_empty) {
    root = make(logical::Nothing{root->columns});
    return;
  }
  if (auto* filter = root->as<logical::Filter>(); filter && filter->conditions.empty()) {
    NodePtr child = std::move(filter->child);
    root = std::move(child);
    return fold_constants(planning, root);
  }
  for_each_child(*root, [&](NodePtr& child) { fold_constants(planning, child); });
}

}  // namespace quadrille::query
