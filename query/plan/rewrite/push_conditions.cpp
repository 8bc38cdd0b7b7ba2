// Pushes conditions down to the part of the plan that binds their variables in every row. There they drop rows early,
// and scans read only the ranges that they allow (ranges_from_conditions.cpp).
//
//   condition on        goes to
//   a group             every table of it that binds its variables; patterns: stays in the group
//   OPTIONAL, MINUS     the left side; OPTIONAL's own, on the right side alone: the right side
//   UNION               every branch
//   a subquery          its projected pattern; below DISTINCT, ORDER BY; below GROUP BY if it reads only keys
//   BIND, GRAPH         the pattern inside
//   Expand              the patterns inside, if it holds for literals alone, and no literal is owl:sameAs a term
//   LIMIT, paths        stays above

#include <algorithm>

#include "query/index/term_ranges.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

using logical::Conditions;
using logical::NodePtr;

namespace {

bool may_push(const logical::Node& to, const parser::Expression& condition) {
  const VariableSet looked_at = variables_of(condition);
  return !looked_at.empty() && is_stable(condition) && to.certain.includes(looked_at);
}

// True if the condition holds for literals alone.
bool needs_literal(const parser::Expression& condition, QueryDictionary& dictionary) {
  const std::vector<VariableId> variables = variables_of(condition).list();
  if (variables.size() != 1) return false;
  const auto ranges = ranges_of(condition, variables.front(), dictionary);
  return ranges && std::all_of(ranges->begin(), ranges->end(), [](const HuriRange& range) {
           return range.first.is_literal() && range.last.is_literal();
         });
}

NodePtr* below_order(NodePtr& node) {
  NodePtr* below = &node;
  while (auto* sort = (*below)->as<logical::Sort>()) below = &sort->child;
  return below;
}

// The parts whose solutions, restricted to their columns, are those of the whole.
struct PartsBelow {
  using Parts = std::vector<NodePtr*>;

  Parts operator()(logical::Join& node) const {
    if (node.kind == JoinKind::inner) return {};
    return {&node.left};
  }
  Parts operator()(logical::Distinct& node) const { return {below_order(node.child)}; }
  Parts operator()(logical::Project& node) const {
    const bool renames = std::any_of(node.columns.begin(), node.columns.end(),
                                     [](const auto& column) { return column.first != column.second; });
    return renames ? Parts() : Parts{below_order(node.child)};
  }
  Parts operator()(logical::Extend& node) const { return {&node.child}; }
  Parts operator()(logical::Filter& node) const { return {&node.child}; }
  Parts operator()(logical::Group& node) const { return {&node.child}; }
  Parts operator()(logical::BindGraph& node) const { return {&node.child}; }
  Parts operator()(logical::Union& node) const {
    Parts branches;
    for (NodePtr& child : node.children) branches.push_back(&child);
    return branches;
  }
  template <class Kind>
  Parts operator()(Kind&) const {
    return {};
  }
};

class Pushing {
 public:
  explicit Pushing(Planning& planning) : planning_(planning) {}

  // `dependent`: the node has outer rows.
  void visit(NodePtr& node, bool dependent) {
    planning_.options.watch.look();
    if (auto* group = node->as<logical::JoinGroup>()) {
      dependent = group->is_dependent;
      if (!dependent) push_to_tables(*group);
    } else if (auto* filter = node->as<logical::Filter>(); filter && !dependent) {
      if (push_filter(*filter)) {
        NodePtr child = std::move(filter->child);
        node = std::move(child);
        return visit(node, dependent);
      }
    } else if (auto* join = node->as<logical::Join>(); join && join->kind != JoinKind::inner) {
      push({&join->right}, join->conditions);
    }
    const auto* with_rows = node->as<logical::DependentJoin>();
    for_each_child(*node,
                   [&](NodePtr& child) { visit(child, dependent || (with_rows && &child == &with_rows->body)); });
  }

 private:
  void give(NodePtr& to, const Conditions& conditions) {
    if (conditions.empty()) return;
    planning_.fired.add(Rule::push_conditions);
    to = logical::filter(std::move(to), conditions);
  }

  // A condition that goes to at least one of the parts leaves `conditions`.
  void push(const std::vector<NodePtr*>& parts, Conditions& conditions) {
    Conditions stay;
    std::vector<Conditions> theirs(parts.size());
    for (const auto* condition : conditions) {
      bool goes = false;
      for (std::size_t part = 0; part < parts.size(); ++part) {
        if (!may_push(**parts[part], *condition)) continue;
        theirs[part].push_back(condition);
        goes = true;
      }
      if (!goes) stay.push_back(condition);
    }
    for (std::size_t part = 0; part < parts.size(); ++part) give(*parts[part], theirs[part]);
    conditions = std::move(stay);
  }

  void push_to_tables(logical::JoinGroup& group) {
    if (group.conditions.empty()) return;
    std::vector<NodePtr*> tables;
    for (NodePtr& table : group.tables) tables.push_back(&table);
    push(tables, group.conditions);
  }

  // Returns true if the filter keeps no condition.
  bool push_filter(logical::Filter& filter) {
    const auto cannot_go = [&](const parser::Expression* condition) { return !may_push(*filter.child, *condition); };
    const auto stay = std::stable_partition(filter.conditions.begin(), filter.conditions.end(), cannot_go);
    Conditions going(stay, filter.conditions.end());
    filter.conditions.erase(stay, filter.conditions.end());
    if (auto* expand = filter.child->as<logical::Expand>()) push_below(*expand, going);
    push(std::visit(PartsBelow(), filter.child->kind), going);
    filter.conditions.insert(filter.conditions.end(), going.begin(), going.end());
    return filter.conditions.empty();
  }

  // Values that pass have no class, and mean themselves.
  void push_below(logical::Expand& expand, Conditions& conditions) {
    if (planning_.equal->has_literals()) return;
    Conditions inside, above;
    for (const auto* condition : conditions) {
      (needs_literal(*condition, planning_.dictionary) ? inside : above).push_back(condition);
    }
    give(expand.child, inside);
    conditions = std::move(above);
  }

  Planning& planning_;
};

}  // namespace

void push_conditions(Planning& planning, NodePtr& root) {
  Pushing(planning).visit(root, false);
}

}  // namespace quadrille::query
