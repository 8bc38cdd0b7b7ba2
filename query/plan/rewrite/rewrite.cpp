#include "query/plan/rewrite/rewrite.hpp"

#include "query/plan/logical/plan_text.hpp"
#include "query/plan/logical/verify.hpp"

namespace quadrille::query {

namespace {

struct Step {
  Rule rule;
  void (*apply)(Planning&, logical::NodePtr&);
};

constexpr Step kSteps[] = {
    {Rule::fold_constants, fold_constants},
    {Rule::push_conditions, push_conditions},
    {Rule::merge_equal_variables, merge_equal_variables},
    {Rule::ranges_from_conditions, ranges_from_conditions},
    {Rule::counts_from_index, counts_from_index},
    {Rule::top_rows, top_rows},
};

}  // namespace

void rewrite(Planning& planning, logical::NodePtr& root) {
  const RuleSet& off = planning.options.choices.off;
  const auto done = [&](Rule rule) {
    verify_step(planning, *root, PlanStage::rewritten, name(rule));
    const std::size_t times = planning.fired.times(rule);
    if (times > 0) logical::record(planning, name(rule), times, *root);
  };
  expand_exists(planning, root, !off.has(Rule::decorrelate_exists));
  done(Rule::decorrelate_exists);
  for (const Step& step : kSteps) {
    if (off.has(step.rule)) continue;
    step.apply(planning, root);
    done(step.rule);
  }
}

}  // namespace quadrille::query
