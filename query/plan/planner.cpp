#include "query/plan/planner.hpp"

#include "query/plan/logical/translate.hpp"
#include "query/plan/logical/verify.hpp"
#include "query/plan/order/ordered.hpp"
#include "query/plan/physical/placed.hpp"
#include "query/plan/physical/rows_together.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

OperatorPtr plan(Planning& planning, const parser::Algebra& algebra, const VariableSet& wanted) {
  logical::NodePtr tree = translate(planning, algebra, PatternScope{planning.default_scope, nullptr, {}});
  rewrite(planning, tree);
  tree = ordered(planning, *tree, wanted);
  verify_in_debug(*tree, "ordered");
  if (!planning.options.choices.off.has(Rule::rows_together)) rows_together(planning, *tree);
  return placed(planning, *tree);
}

}  // namespace quadrille::query
