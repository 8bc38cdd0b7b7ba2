#include "query/plan/physical/rows_together.hpp"

namespace quadrille::query {

namespace {

using Keys = std::vector<std::vector<VariableId>>;

// The variables whose equal values should be adjacent: the keys of a group, and each value that DISTINCT compares in
// it.
Keys keys_of(const logical::Group& group) {
  Keys wanted;
  if (!group.keys.empty()) wanted.push_back(group.keys);
  for (const auto& output : group.outputs) {
    if (!output.aggregate.distinct || !output.argument) continue;
    if (output.argument->kind != parser::ExpressionKind::variable) continue;
    wanted.push_back(group.keys);
    wanted.back().push_back(output.argument->variable);
  }
  return wanted;
}

void visit(Planning& planning, logical::Node& node, const Keys& keys) {
  if (auto* scan = node.as<logical::Scan>(); scan && !scan->preferred && !keys.empty()) {
    planning.fired.add(Rule::rows_together);
    scan->together = keys;
  }
  const Keys* below = &keys;
  Keys own;
  if (const auto* group = node.as<logical::Group>()) {
    own = keys_of(*group);
    below = &own;
  } else if (node.as<logical::Distinct>()) {
    own.push_back(node.columns.list());
    below = &own;
  }
  for_each_child(node, [&](logical::NodePtr& child) { visit(planning, *child, *below); });
}

}  // namespace

void rows_together(Planning& planning, logical::Node& root) {
  visit(planning, root, {});
}

}  // namespace quadrille::query
