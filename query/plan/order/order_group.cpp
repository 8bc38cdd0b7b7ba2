// The order in which the parts of a group are joined, and how.

#include <algorithm>
#include <iterator>

#include "query/plan/cost/costs.hpp"
#include "query/plan/cost/estimate.hpp"
#include "query/plan/order/equalities.hpp"
#include "query/plan/order/join_costs.hpp"
#include "query/plan/order/join_order_cache.hpp"
#include "query/plan/order/join_samples.hpp"
#include "query/plan/order/ordered.hpp"

namespace quadrille::query {

using logical::Conditions;
using logical::JoinGroup;
using logical::NodePtr;

namespace {

// The variables that the parts of a group return.
struct GroupVariables {
  VariableSet outside;       // that the plan above or a condition reads
  VariableSet lost_wanted;   // the same before equal variables were merged
  VariableSet needed;        // outside, or shared by several parts
  VariableSet table_needed;  // the same by the names that they have in tables

  GroupVariables(const JoinGroup& group, const VariableSet& wanted) : outside(wanted) {
    outside.add(group.always);
    outside.add(logical::variables_of(group.conditions));
    lost_wanted = outside;
    for (const auto& [gone, kept] : group.merged) {
      if (outside.has(gone)) outside.add(group.standing_for(gone));
    }
    needed = outside;
    needed.add(shared(group));
    table_needed = needed;
    for (const auto& [gone, kept] : group.merged) {
      if (needed.has(group.standing_for(gone))) table_needed.add(gone);
    }
  }

 private:
  // The variables that more than one part has.
  static VariableSet shared(const JoinGroup& group) {
    VariableSet once, twice;
    const auto count = [&](const VariableSet& part) {
      twice.add(both(once, part));
      once.add(part);
    };
    for (const logical::Pattern& pattern : group.patterns) count(pattern.variables);
    for (const auto* list : {&group.tables, &group.services}) {
      for (const NodePtr& table : *list) count(group.named(table->columns));
    }
    return twice;
  }
};

std::vector<JoinLink> links_of(const Conditions& conditions) {
  std::vector<JoinLink> links;
  for (const parser::Expression* condition : conditions) {
    if (const auto equality = equality_of(*condition)) links.push_back(equality->link());
  }
  return links;
}

NodePtr with_merged_names(Planning& planning, NodePtr table, const JoinGroup& group) {
  if (group.merged.empty()) return table;
  bool changes = false;
  logical::Columns columns;
  for (const VariableId variable : table->columns.list()) {
    columns.emplace_back(group.standing_for(variable), variable);
    changes = changes || columns.back().first != variable;
  }
  return changes ? estimated(planning, logical::Project{std::move(table), std::move(columns), true}) : std::move(table);
}

class GroupOrder {
 public:
  GroupOrder(Planning& planning, const JoinGroup& group, const VariableSet& wanted, const Beside& beside)
      : planning_(planning),
        group_(group),
        beside_(beside),
        variables_(group, wanted),
        conditions_(group.conditions),
        links_(links_of(group.conditions)) {}

  NodePtr run() {
    for (const logical::Pattern& pattern : group_.patterns) add_pattern(pattern);
    for (const NodePtr& table : group_.tables) {
      add_table(with_merged_names(planning_, ordered(planning_, *table, variables_.table_needed, beside_), group_));
    }
    NodePtr joined;
    if (!parts_.empty()) joined = join_in_order(order_parts());
    joined = join_services(std::move(joined));
    joined = with_lost_names(std::move(joined));
    return filtered(std::move(joined), conditions_);
  }

 private:
  template <class Kind>
  NodePtr made(Kind kind) const {
    return estimated(planning_, std::move(kind));
  }

  NodePtr scan(const QuadPattern& pattern, double rows, const VariableSet& wanted,
               std::optional<VariableId> preferred) const {
    NodePtr node = make(logical::Scan{pattern, wanted, preferred, {}});
    node->rows = rows;
    return node;
  }

  void add_pattern(const logical::Pattern& pattern) {
    planning_.options.watch.look();
    if (pattern.quad.scope.kind == GraphScope::Kind::everything) return add_table(scan_everything(pattern));
    JoinPart part;
    part.variables = pattern.variables;
    part.pattern = pattern.quad;
    part.estimate = estimate_pattern(planning_.snapshot, planning_.counts, pattern.quad);
    parts_.push_back(std::move(part));
    tables_.push_back(nullptr);
  }

  void add_table(NodePtr table) {
    JoinPart part;
    part.variables = table->certain;
    part.estimate.rows = table->rows;
    parts_.push_back(std::move(part));
    tables_.push_back(std::move(table));
  }

  // The merge of the unnamed graph and all named ones.
  NodePtr scan_everything(const logical::Pattern& pattern) const {
    std::vector<NodePtr> graphs;
    for (const auto kind : {GraphScope::Kind::default_graph, GraphScope::Kind::merged}) {
      QuadPattern part = pattern.quad;
      part.scope.kind = kind;
      const double rows = estimate_pattern(planning_.snapshot, planning_.counts, part).rows;
      graphs.push_back(scan(part, rows, pattern.variables, std::nullopt));
    }
    return made(logical::Distinct{made(logical::Union{std::move(graphs)})});
  }

  // It may have one part more: the values of the left side of a join above, or the table that joins a cycle at once.
  std::vector<JoinStep> order_parts() {
    std::vector<JoinStep> steps = join_steps();
    if (group_.is_dependent) return steps;  // the outer solutions are a part, which no cycle may leave out
    if (auto from_left = order_from_left(steps.back().cost)) return *from_left;
    if (auto multiway = plan_multiway(planning_, parts_, links_, steps.back().cost, variables_.outside)) {
      planning_.fired.add(Rule::multiway_join);
      parts_.push_back(std::move(multiway->part));
      tables_.push_back(std::move(multiway->table));
      return std::move(multiway->steps);
    }
    return steps;
  }

  std::vector<JoinStep> join_steps() const {
    const auto look = [this] { planning_.options.watch.look(); };
    const auto make = [&] {
      const JoinCosts costs = join_costs(planning_);
      const bool has_branches = !planning_.options.choices.off.has(Rule::bushy_joins);
      std::vector<JoinStep> steps = order_joins(parts_, costs, look, nullptr, links_, has_branches);
      const bool samples_pay = parts_.size() >= 3 && parts_.size() <= cost::kMostSampled &&
                               steps.back().cost >= cost::kCostlyJoins && !planning_.is_apart();
      if (!samples_pay) return steps;
      JoinSamples samples(planning_.snapshot, parts_);
      return order_joins(parts_, costs, look, &samples, links_, has_branches);
    };
    return planning_.options.orders ? planning_.options.orders->order(parts_, make) : make();
  }

  // The order with what the other side of a join above binds as a part, if that costs less than `alone`.
  std::optional<std::vector<JoinStep>> order_from_left(double alone) {
    const logical::Node* const left = beside_.left;
    if (!left || planning_.options.choices.off.has(Rule::bind_join)) return std::nullopt;
    VariableSet bound_here;  // the left does not bind what a part may leave unbound
    for (const JoinPart& part : parts_) bound_here.add(part.variables);
    const VariableSet of_left = both(left->certain, bound_here);
    if (of_left.empty()) return std::nullopt;
    JoinPart part;
    part.variables = of_left;
    part.estimate.rows = left->rows;
    const double values = part.estimate.rows * cost::kDifferentValue;
    parts_.push_back(std::move(part));
    std::vector<JoinStep> steps = join_steps();
    if (values + steps.back().cost >= alone * cost::kBindJoinPays) {
      parts_.pop_back();
      return std::nullopt;
    }
    planning_.fired.add(Rule::bind_join);
    tables_.push_back(bind_join_values(*left, of_left.list()));
    variables_.needed.add(of_left);
    return steps;
  }

  NodePtr join_in_order(const std::vector<JoinStep>& steps) {
    NodePtr joined;
    for (std::size_t place = 0; place < steps.size(); ++place) {
      joined = join_step(std::move(joined), steps, place);
      joined->rows = steps[place].estimate.rows;
      joined = filtered_by_what_is_bound(std::move(joined));
    }
    return joined;
  }

  NodePtr join_step(NodePtr joined, const std::vector<JoinStep>& steps, std::size_t place) {
    const JoinStep& step = steps[place];
    if (step.branch) {
      planning_.fired.add(Rule::bushy_joins);
      NodePtr other = join_in_order(*step.branch);
      if (step.method == JoinMethod::hash_back) std::swap(joined, other);
      return joined_by_hash(std::move(joined), std::move(other));
    }
    const JoinPart& part = parts_[step.part];
    if (part.pattern && joined) {
      const bool by_index = step.method == JoinMethod::index_join || step.method == JoinMethod::semi_join;
      const bool semi = (step.method == JoinMethod::semi_join || semi_joins_always(planning_)) &&
                        can_semi_join(planning_, JoinKind::inner, *joined, *part.pattern);
      if (semi || (by_index && can_index_join(planning_, JoinKind::inner, *joined, *part.pattern))) {
        return made(
            logical::PatternJoin{JoinKind::inner, std::move(joined), *part.pattern, semi, variables_.needed, 0});
      }
    }
    if (step.method == JoinMethod::start) return table_of(steps, place);
    if (const logical::Node* late = late_table(step, *joined)) {
      planning_.fired.add(Rule::late_table);
      Beside inside = beside_;
      inside.is_late = true;
      NodePtr right = ordered_beside(planning_, *joined, *late, variables_.table_needed, inside);
      const bool is_bind_join = !left_readers(*right).empty();
      right = with_merged_names(planning_, std::move(right), group_);
      return joined_by_hash(std::move(joined), std::move(right), is_bind_join);
    }
    NodePtr other = table_of(steps, place);
    if (step.method == JoinMethod::hash_back) std::swap(joined, other);
    return joined_by_hash(std::move(joined), std::move(other));
  }

  // The rows of a step's part: planned before, or a scan. A scan is spread by a variable that the neighbour in the
  // order shares, where that costs nothing.
  NodePtr table_of(const std::vector<JoinStep>& steps, std::size_t place) {
    const JoinPart& part = parts_[steps[place].part];
    if (!part.pattern) return std::move(tables_[steps[place].part]);
    std::optional<VariableId> preferred;
    const std::size_t neighbour = place > 0 ? place - 1 : 1;
    if (neighbour < steps.size() && !steps[neighbour].branch) {
      const VariableSet shared = both(part.variables, parts_[steps[neighbour].part].variables);
      if (!shared.empty()) preferred = shared.list().front();
    }
    return scan(*part.pattern, part.estimate.rows, variables_.needed, preferred);
  }

  // A table that costs more than what it will be joined with, which is planned anew for that; nullptr: it does not.
  const logical::Node* late_table(const JoinStep& step, const logical::Node& with) const {
    const std::size_t first_table = group_.patterns.size(), number = step.part - first_table;
    if (step.part < first_table || number >= group_.tables.size() || group_.is_dependent) return nullptr;
    if (beside_.is_late || planning_.options.choices.off.has(Rule::late_table)) return nullptr;
    const bool pays = with.rows * cost::kLateTable < work(*tables_[step.part]);
    const logical::Node& table = *group_.tables[number];
    return pays && passes_left(table) ? &table : nullptr;
  }

  // The conditions are tested later; here their equalities are keys of sides without common variables.
  NodePtr joined_by_hash(NodePtr left, NodePtr right, bool is_bind_join = false) {
    std::vector<VariableId> keys = add_value_keys(planning_, left, right, conditions_);
    NodePtr joined = made(logical::Join{JoinKind::inner, std::move(left), std::move(right), {}, 0, {}, is_bind_join});
    return logical::without(std::move(joined), keys);
  }

  NodePtr filtered(NodePtr joined, Conditions conditions) const {
    return conditions.empty() ? std::move(joined) : made(logical::Filter{std::move(joined), std::move(conditions)});
  }

  // Tests the conditions whose variables are all bound in every row; they leave the group.
  NodePtr filtered_by_what_is_bound(NodePtr joined) {
    if (conditions_.empty()) return joined;
    const auto waits = [&](const parser::Expression* condition) {
      return !joined->certain.includes(query::variables_of(*condition));
    };
    const auto ready = std::stable_partition(conditions_.begin(), conditions_.end(), waits);
    Conditions tested(ready, conditions_.end());
    conditions_.erase(ready, conditions_.end());
    return filtered(std::move(joined), std::move(tested));
  }

  // Parts that ask services, one after the other. `joined`: the other parts, nullptr if there are none.
  NodePtr join_services(NodePtr joined) {
    std::vector<const logical::Node*> waiting;
    for (const NodePtr& service : group_.services) waiting.push_back(service.get());
    while (!waiting.empty()) {
      const logical::Node& part = *take_service(waiting, joined ? joined->certain : VariableSet());
      if (!joined) {
        joined = ordered(planning_, part, variables_.needed, beside_);
      } else {
        NodePtr right = ordered_beside(planning_, *joined, part, variables_.needed, beside_);
        const bool is_bind_join = !left_readers(*right).empty();
        joined = made(logical::Join{JoinKind::inner, std::move(joined), std::move(right), {}, 0, {}, is_bind_join});
      }
      joined = filtered_by_what_is_bound(std::move(joined));
    }
    return joined;
  }

  // The next service: one whose endpoint is known by now, if there is one.
  static const logical::Node* take_service(std::vector<const logical::Node*>& waiting, const VariableSet& bound) {
    const auto is_known = [&](const logical::Node* part) {
      const auto* service = part->as<logical::Service>();
      const auto* endpoint = service ? std::get_if<VariableId>(&service->service->endpoint) : nullptr;
      return !endpoint || bound.has(*endpoint);
    };
    auto place = std::find_if(waiting.begin(), waiting.end(), is_known);
    if (place == waiting.end()) place = waiting.begin();
    const logical::Node* part = *place;
    waiting.erase(place);
    return part;
  }

  // Adds the replaced variables that operators above need.
  NodePtr with_lost_names(NodePtr joined) const {
    if (group_.merged.empty()) return joined;
    logical::Columns columns;
    for (const VariableId variable : joined->columns.list()) columns.emplace_back(variable, variable);
    const std::size_t before = columns.size();
    for (const auto& [gone, kept] : group_.merged) {
      if (variables_.lost_wanted.has(gone)) columns.emplace_back(gone, group_.standing_for(gone));
    }
    if (columns.size() == before) return joined;
    return made(logical::Project{std::move(joined), std::move(columns), true});
  }

  Planning& planning_;
  const JoinGroup& group_;
  const Beside& beside_;
  GroupVariables variables_;
  Conditions conditions_;  // that are not tested yet
  const std::vector<JoinLink> links_;
  std::vector<JoinPart> parts_;
  std::vector<NodePtr> tables_;  // by part; nullptr: a pattern, which is scanned or looked up as the order says
};

}  // namespace

NodePtr order_group(Planning& planning, const JoinGroup& group, const VariableSet& wanted, const Beside& beside) {
  return GroupOrder(planning, group, wanted, beside).run();
}

}  // namespace quadrille::query
