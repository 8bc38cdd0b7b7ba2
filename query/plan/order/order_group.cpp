// The order in which the parts of a group are joined, and how.

#include <algorithm>
#include <iterator>

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/bind_join.hpp"
#include "query/plan/order/equalities.hpp"
#include "query/plan/order/estimate.hpp"
#include "query/plan/order/multiway_join.hpp"
#include "query/plan/order/semi_join.hpp"

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
    for (const NodePtr& service : group.services) outside.add(group.named(logical::needed_beside(*service)));
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

// It may have one part more: the values of the left side of a join above, or the table that joins a cycle at once.
std::vector<JoinStep> chosen_order(Planning& planning, const JoinGroup& group, const Beside& beside, GroupParts& parts,
                                   GroupVariables& variables) {
  std::vector<JoinStep> steps = join_steps(planning, parts);
  if (group.is_dependent) return steps;  // the outer solutions are a part, which no cycle may leave out
  const double cost = steps.back().cost;
  if (auto from_left = order_from_left(planning, parts, beside, cost)) {
    variables.needed.add(parts.parts.back().variables);
    return *from_left;
  }
  if (auto multiway = order_with_multiway(planning, parts, cost, variables.outside)) return *multiway;
  return steps;
}

// Joins the parts of a group as an order says, and tests its conditions where their variables are bound.
class GroupJoins {
 public:
  GroupJoins(Planning& planning, const JoinGroup& group, const Beside& beside, const GroupVariables& variables)
      : planning_(planning), group_(group), beside_(beside), variables_(variables), conditions_(group.conditions) {}

  // `joined`: the other parts, nullptr if there are none.
  NodePtr finish(NodePtr joined) {
    joined = join_services(std::move(joined));
    joined = with_lost_names(std::move(joined));
    return filtered(std::move(joined), conditions_);
  }

  NodePtr join_in_order(GroupParts& parts, const std::vector<JoinStep>& steps) {
    NodePtr joined;
    for (std::size_t place = 0; place < steps.size(); ++place) {
      joined = join_step(std::move(joined), parts, steps, place);
      joined->rows = steps[place].rows;
      joined = filtered_by_what_is_bound(std::move(joined));
    }
    return joined;
  }

 private:
  template <class Kind>
  NodePtr made(Kind kind) const {
    return estimated(planning_, std::move(kind));
  }

  NodePtr join_step(NodePtr joined, GroupParts& parts, const std::vector<JoinStep>& steps, std::size_t place) {
    const JoinStep& step = steps[place];
    if (step.branch) {
      planning_.fired.add(Rule::bushy_joins);
      NodePtr other = join_in_order(parts, *step.branch);
      if (step.method == JoinMethod::hash_back) std::swap(joined, other);
      return joined_by_hash(std::move(joined), std::move(other));
    }
    const JoinPart& part = parts.parts[step.part];
    if (part.pattern && joined) {
      const bool semi = step.method == JoinMethod::semi_join, by_index = semi || step.method == JoinMethod::index_join;
      auto way = semi || semi_joins_always(planning_)
                     ? semi_join_way(planning_, JoinKind::inner, *joined, *part.pattern)
                     : std::nullopt;
      if (way || (by_index && can_index_join(planning_, JoinKind::inner, *joined, *part.pattern))) {
        if (way) planning_.fired.add(Rule::semi_join);
        return made(logical::PatternJoin{JoinKind::inner, std::move(joined), *part.pattern, std::move(way),
                                         variables_.needed, 0});
      }
    }
    if (step.method == JoinMethod::start) return table_of(parts, steps, place);
    if (NodePtr late = late_plan(parts, step.part, *joined)) {
      const bool is_bind_join = !left_readers(*late).empty();
      return joined_by_hash(std::move(joined), with_merged_names(planning_, std::move(late), group_), is_bind_join);
    }
    NodePtr other = table_of(parts, steps, place);
    if (step.method == JoinMethod::hash_back) std::swap(joined, other);
    return joined_by_hash(std::move(joined), std::move(other));
  }

  // The rows of a step's part: planned before, or a scan. A scan is spread by a variable that the neighbour in the
  // order shares, where that costs nothing.
  NodePtr table_of(GroupParts& parts, const std::vector<JoinStep>& steps, std::size_t place) const {
    const JoinPart& part = parts.parts[steps[place].part];
    if (!part.pattern) return std::move(parts.tables[steps[place].part]);
    std::optional<VariableId> preferred;
    const std::size_t neighbour = place > 0 ? place - 1 : 1;
    if (neighbour < steps.size() && !steps[neighbour].branch) {
      const VariableSet shared = both(part.variables, parts.parts[steps[neighbour].part].variables);
      if (!shared.empty()) preferred = shared.list().front();
    }
    return scan(*part.pattern, part.estimate.rows, variables_.needed, preferred);
  }

  // A table of the group, planned anew for the rows that it is joined with; nullptr: not.
  NodePtr late_plan(const GroupParts& parts, std::size_t part, const logical::Node& joined) const {
    const std::size_t number = part - group_.patterns.size();
    if (part < group_.patterns.size() || number >= group_.tables.size() || group_.is_dependent) return nullptr;
    return late_table(planning_, *group_.tables[number], *parts.tables[part], joined, variables_.table_needed, beside_);
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
  const GroupVariables& variables_;
  Conditions conditions_;  // that are not tested yet
};

}  // namespace

NodePtr order_group(Planning& planning, const JoinGroup& group, const VariableSet& wanted, const Beside& beside) {
  GroupVariables variables(group, wanted);
  GroupParts parts;
  parts.links = links_of(group.conditions);
  for (const logical::Pattern& pattern : group.patterns) parts.add(planning, pattern);
  for (const NodePtr& table : group.tables) {
    parts.add(with_merged_names(planning, ordered(planning, *table, variables.table_needed, beside), group));
  }
  GroupJoins joins(planning, group, beside, variables);
  NodePtr joined;
  if (!parts.parts.empty()) {
    const std::vector<JoinStep> steps = chosen_order(planning, group, beside, parts, variables);
    joined = joins.join_in_order(parts, steps);
  }
  return joins.finish(std::move(joined));
}

}  // namespace quadrille::query
