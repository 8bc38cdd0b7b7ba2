#include "query/plan/planner.hpp"

#include "query/plan/cost/costs.hpp"
#include "query/plan/logical/plan_text.hpp"
#include "query/plan/logical/translate.hpp"
#include "query/plan/logical/verify.hpp"
#include "query/plan/order/ordered.hpp"
#include "query/plan/physical/placed.hpp"
#include "query/plan/physical/rows_together.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

logical::NodePtr logical_plan(Planning& planning, const parser::Algebra& algebra, const VariableSet& wanted) {
  logical::NodePtr tree = translate(planning, algebra, PatternScope{planning.default_scope, nullptr, {}});
  verify_step(planning, *tree, PlanStage::translated, "translate");
  logical::record(planning, "translate", 0, *tree);
  rewrite(planning, tree);
  tree = ordered(planning, *tree, wanted);
  verify_step(planning, *tree, PlanStage::ordered, "join order");
  logical::record(planning, "join order", 0, *tree);
  if (!planning.options.choices.off.has(Rule::rows_together)) {
    rows_together(planning, *tree);
    verify_step(planning, *tree, PlanStage::ordered, name(Rule::rows_together));
  }
  for (const Rule rule : {Rule::bind_join, Rule::late_table, Rule::multiway_join, Rule::bushy_joins,
                          Rule::rows_together, Rule::semi_join}) {
    const std::size_t times = planning.fired.times(rule);
    if (planning.options.trace && times > 0)
      planning.options.trace->steps.push_back({std::string(name(rule)), times, ""});
  }
  return tree;
}

void share_order(logical::Node& plan) {
  logical::Node* node = &plan;
  while (true) {
    if (auto* slice = node->as<logical::Slice>(); slice && slice->keys.empty()) {
      node = slice->child.get();
    } else if (auto* project = node->as<logical::Project>()) {
      node = project->child.get();
    } else {
      break;
    }
  }
  auto* sort = node->as<logical::Sort>();
  if (sort && (!sort->limit || static_cast<double>(*sort->limit) >= cost::kChunkRows)) sort->in_turn = true;
}

OperatorPtr plan(Planning& planning, const parser::Algebra& algebra, const VariableSet& wanted) {
  return placed(planning, *logical_plan(planning, algebra, wanted));
}

}  // namespace quadrille::query
