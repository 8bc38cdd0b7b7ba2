// EXISTS becomes a join with its pattern. Conditions of the pattern's outermost FILTER that read outer variables are
// tested on the pairs. A pattern that must see the outer rows (late_join.hpp) is evaluated with them: the rows are kept
// and numbered, the pattern is planned with their bindings, and the numbers in its solutions are those of the rows that
// have a solution.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "query/plan/logical/late_join.hpp"
#include "query/plan/logical/translate.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

using logical::Conditions;
using logical::make;
using logical::NodePtr;

namespace {

parser::Expression function(parser::Builtin builtin, std::vector<parser::Expression> arguments) {
  parser::Expression call;
  call.kind = parser::ExpressionKind::function;
  call.builtin = builtin;
  call.arguments = std::move(arguments);
  return call;
}

// COALESCE(sameTerm(?a, ?a), ...): true if any of the variables is bound, otherwise an error.
parser::Expression any_bound(const std::vector<VariableId>& variables) {
  std::vector<parser::Expression> each;
  for (const VariableId variable : variables) {
    parser::Expression value;
    value.kind = parser::ExpressionKind::variable;
    value.variable = variable;
    each.push_back(function(parser::Builtin::sameterm, {value, value}));
  }
  return function(parser::Builtin::coalesce, std::move(each));
}

// The witness (PatternScope) of a pattern that is evaluated with the rows of `left`, which gets it as a column.
std::optional<VariableId> add_witness(Planning& planning, const PatternScope& scope, NodePtr& left) {
  const auto is_named = [&](VariableId variable) { return planning.is_named(variable); };
  const std::vector<VariableId> certain = left->certain.list();
  if ((scope.outer && !scope.witness) || std::any_of(certain.begin(), certain.end(), is_named)) return std::nullopt;
  std::vector<VariableId> binding = left->columns.list();
  std::erase_if(binding, [&](VariableId variable) { return !is_named(variable) && variable != scope.witness; });
  const VariableId witness = planning.new_variable(fmt::format(".witness{}", planning.variables.size()));
  if (!binding.empty()) left = make(logical::Extend{std::move(left), witness, planning.own(any_bound(binding))});
  return witness;
}

NodePtr with_rows(Planning& planning, logical::Exists&& exists, const parser::Algebra& pattern) {
  const PatternScope& scope = exists.scope;
  NodePtr left = keyed(std::move(exists.child), scope);
  PatternScope inside{static_cast<const GraphScope&>(scope), nullptr, {}};
  VariableSet asked = variables_of(pattern);
  if (compares_domains(pattern)) {
    inside.witness = add_witness(planning, scope, left);
    if (inside.witness) asked.add(*inside.witness);
  }
  inside.seen = both(left->columns, asked);
  VariableSet kept = inside.seen;
  if (scope.kind == GraphScope::Kind::each) kept.add(*scope.graph.variable);
  const auto outer = dependent_input(planning, *left, kept.list());
  inside.outer = outer;
  inside.seen.add(outer->number);
  NodePtr found = logical::project(translate(planning, pattern, inside), {outer->number});
  found = make(logical::Distinct{std::move(found)});
  NodePtr tested = make(logical::Join{
      exists.kind, make(logical::DependentScan{outer, std::nullopt}), std::move(found), {}, exists.mark, {}});
  return make(logical::DependentJoin{std::move(left), outer, logical::without(std::move(tested), {outer->number})});
}

// The pattern, and the conditions of its outermost FILTER: on itself, and on pairs.
struct Parts {
  const parser::Algebra* pattern;
  Conditions inner, across;
  bool needs_rows = false;  // a condition with an EXISTS reads outer variables

  explicit Parts(const logical::Exists& exists) : pattern(exists.pattern) {
    if (const auto* filter = std::get_if<parser::Filter>(&pattern->node)) {
      const VariableSet own = certain_in(*filter->child);
      for (const parser::Expression& condition : filter->conditions) {
        const bool looks_outside = !own.includes(both(exists.child->columns, variables_of(condition)));
        needs_rows = needs_rows || (looks_outside && has_exists(condition));
        (looks_outside ? across : inner).push_back(&condition);
      }
      pattern = filter->child.get();
    }
    // The existence of a solution does not depend on an OPTIONAL that no condition reads.
    if (!inner.empty() || !across.empty()) return;
    while (const auto* optional = std::get_if<parser::LeftJoin>(&pattern->node)) pattern = optional->left.get();
  }
};

NodePtr expanded(Planning& planning, logical::Exists&& exists, bool decorrelates) {
  const Parts parts(exists);
  const bool has_conditions = !parts.inner.empty() || !parts.across.empty();
  const VariableSet& outside = exists.child->columns;
  const bool compares = has_conditions && !outside.empty() && compares_domains(*exists.pattern);
  if (!decorrelates || parts.needs_rows || compares || !joins_late(*parts.pattern, outside)) {
    const parser::Algebra& whole = has_conditions ? *exists.pattern : *parts.pattern;
    return with_rows(planning, std::move(exists), whole);
  }
  planning.fired.add(Rule::decorrelate_exists);
  const PatternScope apart = exists.scope.plain();
  NodePtr right = translate(planning, *parts.pattern, apart);
  right = filtered(planning, std::move(right), parts.inner, apart);
  NodePtr left = std::holds_alternative<parser::Bgp>(parts.pattern->node)
                     ? keyed(std::move(exists.child), exists.scope)
                     : keyed_as(*right, std::move(exists.child), exists.scope);
  Conditions across;
  for (const auto* condition : parts.across) split_conjunction(*condition, across);
  return make(logical::Join{exists.kind, std::move(left), std::move(right), std::move(across), exists.mark, {}});
}

// Returns true if the plan has changed.
bool expand(Planning& planning, NodePtr& root, bool decorrelates) {
  planning.options.watch.look();
  auto* exists = root->as<logical::Exists>();
  bool changed = exists != nullptr;
  // A copy of the scope: the node is replaced.
  if (exists) root = expanded(planning, logical::Exists(std::move(*exists)), decorrelates);
  for_each_child(*root, [&](NodePtr& child) { changed = expand(planning, child, decorrelates) || changed; });
  if (changed) derive(*root);  // a pattern in GRAPH ?g has brought its graph's column
  return changed;
}

}  // namespace

void expand_exists(Planning& planning, NodePtr& root, bool decorrelates) {
  expand(planning, root, decorrelates);
}

}  // namespace quadrille::query
