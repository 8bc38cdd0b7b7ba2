#include "query/plan/logical/verify.hpp"

#include "base/error.hpp"

namespace quadrille::query {

namespace {

using logical::Node;
using logical::NodePtr;

// The joins around a node.
struct Around {
  const Node* left = nullptr;                 // of the innermost bind join on whose right side the node is
  const DependentInput* dependent = nullptr;  // of the innermost dependent join in whose body it is
  const Around* outer = nullptr;              // around that one
};

struct Verified {
  PlanStage stage;
  std::string_view step;
  std::span<const std::string> names;
};

struct Check {
  const Verified& plan;
  const Node& node;
  const Around& around;

  void expect(bool holds, std::string_view rule) const {
    if (!holds)
      fail(ErrorKind::internal, "the plan after {} breaks {} (query/plan/logical/verify.hpp)", plan.step, rule);
  }
  void expect_new(VariableId variable, const Node& child) const { expect(!child.columns.has(variable), "L2"); }
  void expect_ordered(bool ordered = true) const { expect(ordered == (plan.stage == PlanStage::ordered), "L5"); }

  void columns() const {
    Bindings given;
    VariableSet below = node.as<logical::JoinGroup>() ? node.columns : VariableSet();
    for_each_child(node, [&](const NodePtr& child) { below.add(child->columns); });
    for (const VariableId variable : read_by(node.kind).list()) {
      expect(!plan.names[variable].starts_with('.') || below.has(variable), "L3");
    }
    derive(node.kind, given);
    expect(node.columns.includes(given.columns) && given.columns.includes(node.columns), "L1");
    expect(given.certain.includes(node.certain) && given.resources.includes(node.resources), "L1");
    expect(node.columns.includes(node.certain), "L1");
  }

  void operator()(const logical::Join& join) const {
    if (join.kind == JoinKind::mark) expect_new(join.mark, *join.left);
    if (!join.is_bind_join) return;
    expect_ordered();
    expect(!left_readers(*join.right).empty(), "L4");
  }
  void operator()(const logical::BindJoinValues& values) const {
    expect_ordered();
    expect(around.left && around.left->certain.includes(set_of(values.variables)), "L4");
  }
  void operator()(const logical::Service& service) const {
    expect(service.reads_left || (service.keys.empty() && !service.endpoint_key), "L4");
    if (!service.reads_left) return;
    expect_ordered();
    expect(around.left, "L4");
    for (const ServiceColumn& key : service.keys) expect(around.left->columns.has(key.variable), "L4");
    if (service.endpoint_key) expect_new(*service.endpoint_key, *around.left);
  }
  void operator()(const logical::Invoke& invoke) const {
    if (plan.stage == PlanStage::ordered) expect(!!invoke.starts == !logical::needed_beside(node).empty(), "L4");
  }
  void operator()(const logical::DependentScan& scan) const {
    const Around* join = &around;
    while (join && join->dependent != scan.input.get()) join = join->outer;
    expect(join, "L4");
    if (scan.variables) expect(set_of(scan.input->variables).includes(set_of(*scan.variables)), "L4");
  }
  void operator()(const logical::DependentJoin& join) const {
    expect_new(join.input->number, *join.left);
    expect(join.left->columns.includes(set_of(join.input->variables)), "L3");
    expect(join.left->columns.includes(join.input->columns) && join.left->certain.includes(join.input->certain), "L1");
  }
  void operator()(const logical::JoinGroup& group) const {
    expect_ordered(false);
    expect(!group.patterns.empty() || !group.tables.empty() || !group.services.empty(), "L1");
  }
  void operator()(const logical::Exists& exists) const {
    expect(plan.stage == PlanStage::translated, "L5");
    if (exists.kind == JoinKind::mark) expect_new(exists.mark, *exists.child);
  }
  void operator()(const logical::Scan&) const { expect_ordered(); }
  void operator()(const logical::PatternJoin& join) const {
    expect_ordered();
    if (join.kind == JoinKind::mark) expect_new(join.mark, *join.left);
    expect(!bound_in(*join.left, join.pattern).empty(), "L3");
  }
  void operator()(const logical::Multiway& join) const {
    expect_ordered();
    VariableSet columns;
    for (const NodePtr& table : join.tables) columns.add(table->columns);
    expect(columns.includes(set_of(join.order)) && set_of(join.order).includes(set_of(join.outputs)), "L3");
  }
  void operator()(const logical::Expand& expand) const {
    expect(expand.child->certain.includes(set_of(expand.expansion.names())), "L3");
  }
  void operator()(const logical::KeyColumn& keys) const {
    expect_ordered();
    expect_new(keys.key, *keys.child);
  }
  void operator()(const logical::Extend& extend) const { expect_new(extend.variable, *extend.child); }
  void operator()(const logical::Group& group) const {
    for (const auto& output : group.outputs) expect(!set_of(group.keys).has(output.variable), "L2");
  }
  void operator()(const logical::Slice& slice) const {
    expect(slice.child->certain.includes(set_of(slice.keys)), "L3");
  }
  void operator()(const logical::BindGraph& bind) const { expect(bind.child->certain.has(bind.hidden), "L3"); }
  template <class Kind>
  void operator()(const Kind&) const {}
};

void visit(const Verified& plan, const Node& node, const Around& around) {
  const Check check{plan, node, around};
  for_each_child(node, [&](const NodePtr& child) { check.expect(child != nullptr, "L1"); });
  check.columns();
  std::visit(check, node.kind);
  const auto* join = node.as<logical::Join>();
  const auto* dependent = node.as<logical::DependentJoin>();
  for_each_child(node, [&](const NodePtr& child) {
    Around inside = around;
    if (join && join->is_bind_join && &child == &join->right) inside.left = join->left.get();
    if (dependent && &child == &dependent->body) inside = {around.left, dependent->input.get(), &around};
    visit(plan, *child, inside);
  });
}

}  // namespace

void verify(const Node& root, PlanStage stage, std::string_view step, std::span<const std::string> variables) {
  visit({stage, step, variables}, root, {});
}

}  // namespace quadrille::query
