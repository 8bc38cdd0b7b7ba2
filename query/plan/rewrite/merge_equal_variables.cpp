// FILTER(?a = ?b): where equal values are always the same term, one variable replaces both in the whole group, and
// every kind of join is possible. Elsewhere the condition links two tables, which are hash joined by keys of the values
// (query/plan/order/order_group.cpp).

#include <algorithm>

#include "query/index/cardinality.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/plan/order/equalities.hpp"
#include "query/plan/order/join_costs.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

using logical::JoinGroup;
using logical::NodePtr;
using logical::Pattern;

namespace {

// Terms that may equal another term: numbers, booleans, times, durations.
std::shared_ptr<const TermRanges> terms_with_values() {
  static const auto ranges = std::make_shared<const TermRanges>(
      TermRanges{{Huri::make(HuriKind::integer, 0), Huri(Huri::make(HuriKind::triple_term, 0).bits() - 1), false}});
  return ranges;
}

void replace_variable(Pattern& pattern, VariableId from, VariableId to) {
  const auto replace = [&](VariableSet& set) {
    VariableSet gone;
    gone.add(from);
    if (!set.has(from)) return;
    set = set.without(gone);
    set.add(to);
  };
  for (Slot& slot : pattern.quad.slots) {
    if (slot.variable == from) slot.variable = to;
  }
  replace(pattern.variables);
  replace(pattern.resources);
}

// One group, and the equalities of its conditions.
class Merging {
 public:
  Merging(Planning& planning, JoinGroup& group) : planning_(planning), group_(group) {}

  // `bound_beside`: of two variables, one in this set is kept.
  void run(const VariableSet& bound_beside) {
    while (const auto place = find_mergeable()) {
      const Equality equality = *equality_of(*group_.conditions[*place]);
      VariableId kept = equality.first->variable, gone = equality.second->variable;
      if (bound_beside.has(gone) && !bound_beside.has(kept)) std::swap(kept, gone);
      group_.conditions.erase(group_.conditions.begin() + static_cast<std::ptrdiff_t>(*place));
      merge(kept, gone);
      planning_.fired.add(Rule::merge_equal_variables);
    }
  }

 private:
  std::optional<std::size_t> find_mergeable() const {
    for (std::size_t place = 0; place < group_.conditions.size(); ++place) {
      const auto equality = equality_of(*group_.conditions[place]);
      if (equality && equality->of_variables() && can_merge(*equality)) return place;
    }
    return std::nullopt;
  }

  void merge(VariableId kept, VariableId gone) {
    for (Pattern& pattern : group_.patterns) replace_variable(pattern, gone, kept);
    for (const parser::Expression*& condition : group_.conditions) {
      if (!query::variables_of(*condition).has(gone)) continue;
      parser::Expression changed = *condition;
      query::replace_variable(changed, gone, kept);
      condition = planning_.own(std::move(changed));
    }
    group_.merged.emplace_back(gone, kept);
  }

  bool can_merge(const Equality& equality) const {
    const VariableId first = equality.first->variable, second = equality.second->variable;
    std::vector<VariableSet> parts;
    VariableSet bound;
    bool same_term = equality.by == KeyBy::term;
    for (const Pattern& pattern : group_.patterns) {
      parts.push_back(pattern.variables);
      bound.add(pattern.variables);
      same_term = same_term || has_no_values(pattern, first) || has_no_values(pattern, second);
    }
    for (const NodePtr& table : group_.tables) {
      parts.push_back(group_.named(table->columns));
      if (parts.back().has(first) && parts.back().has(second)) return false;
      bound.add(group_.named(table->certain));
      const VariableSet resources = group_.named(table->resources);
      same_term = same_term || resources.has(first) || resources.has(second);
    }
    for (const NodePtr& service : group_.services) {
      VariableSet asked = group_.named(service->columns);
      asked.add(group_.named(logical::needed_beside(*service)));
      if (asked.has(first) || asked.has(second)) return false;
    }
    if (!same_term || !bound.has(first) || !bound.has(second)) return false;
    return !are_connected(parts, first, second) || costs_less_merged(first, second);
  }

  static bool are_connected(const std::vector<VariableSet>& parts, VariableId first, VariableId second) {
    VariableSet reached;
    reached.add(first);
    for (bool more = true; more;) {
      more = false;
      for (const VariableSet& part : parts) {
        if (part.meets(reached) && !reached.includes(part)) reached.add(part), more = true;
      }
    }
    return reached.has(second);
  }

  // True if a pattern ensures that the variable is never a term that equals another one.
  bool has_no_values(const Pattern& pattern, VariableId variable) const {
    if (pattern.resources.has(variable)) return true;
    const QuadPattern& quad = pattern.quad;
    if (quad.slots[2].variable != variable || quad.scope.kind == GraphScope::Kind::everything) return false;
    if (quad.slots[1].variable) return false;
    QuadPattern with_values = quad;
    with_values.ranges[2] = terms_with_values();
    const AccessPath* best = nullptr;
    const std::vector<AccessPath> paths = access_paths(with_values, {}, {});
    for (const AccessPath& path : paths) {
      if (path.ranges && (!best || path.prefix.size() > best->prefix.size())) best = &path;
    }
    return best && planning_.counts.has_none(*best);
  }

  // For patterns that are connected without the condition as well: two keys are searched one by one, so joining by them
  // pays only if it saves rows.
  bool costs_less_merged(VariableId kept, VariableId gone) const {
    if (!group_.tables.empty() || !group_.services.empty()) return false;
    std::vector<JoinPart> apart, together;
    for (const Pattern& pattern : group_.patterns) {
      if (pattern.quad.scope.kind == GraphScope::Kind::everything) return false;
      Pattern changed = pattern;
      replace_variable(changed, gone, kept);
      const auto part_of = [&](const Pattern& of) {
        return JoinPart{of.quad, estimate_pattern(planning_.data, planning_.counts, of.quad), of.variables};
      };
      apart.push_back(part_of(pattern));
      together.push_back(part_of(changed));
    }
    const auto look = [this] { planning_.options.watch.look(); };
    const JoinCosts costs = planning_.is_apart() ? join_costs(planning_) : JoinCosts{};
    const JoinStep without = order_joins(apart, costs, look).back();
    return order_joins(together, costs, look).back().cost <
           cost::kSearchPays * (without.cost + without.rows * cost::kFilterRow);
  }

  Planning& planning_;
  JoinGroup& group_;
};

void visit(Planning& planning, NodePtr& node, const VariableSet& bound_beside) {
  planning.options.watch.look();
  if (auto* group = node->as<JoinGroup>(); group && !group->is_dependent && !group->conditions.empty()) {
    Merging(planning, *group).run(bound_beside);
  }
  if (auto* join = node->as<logical::Join>()) {
    visit(planning, join->left, bound_beside);
    return visit(planning, join->right, join->left->certain);
  }
  const bool passes = node->as<JoinGroup>() || node->as<logical::Union>() || node->as<logical::Filter>() ||
                      node->as<logical::Extend>() || node->as<logical::BindGraph>();
  const VariableSet none;
  for_each_child(*node, [&](NodePtr& child) { visit(planning, child, passes ? bound_beside : none); });
}

}  // namespace

void merge_equal_variables(Planning& planning, NodePtr& root) {
  visit(planning, root, {});
}

}  // namespace quadrille::query
