#include "query/plan/logical/verify.hpp"

#include "base/error.hpp"

namespace quadrille::query {

namespace {

[[noreturn]] void fail_invariant(std::string_view step, std::string_view invariant) {
  fail(ErrorKind::internal, "the plan after {} breaks {}", step, invariant);
}

struct Check {
  const logical::Node& node;
  std::string_view step;

  void expect(bool holds, std::string_view invariant) const {
    if (!holds) fail_invariant(step, invariant);
  }
  void operator()(const logical::Join& join) const {
    if (join.kind == JoinKind::mark) expect(!join.left->columns.has(join.mark), "L2");
  }
  void operator()(const logical::Exists& exists) const {
    if (exists.kind == JoinKind::mark) expect(!exists.child->columns.has(exists.mark), "L2");
  }
  void operator()(const logical::KeyColumn& keys) const { expect(!keys.child->columns.has(keys.key), "L2"); }
  void operator()(const logical::BindGraph& bind) const { expect(bind.child->columns.has(bind.hidden), "L3"); }
  void operator()(const logical::DependentJoin& with) const {
    for (const VariableId variable : with.input->variables) expect(with.left->columns.has(variable), "L3");
  }
  void operator()(const logical::JoinGroup& group) const {
    expect(!group.patterns.empty() || !group.tables.empty() || !group.services.empty(), "L1");
  }
  template <class Kind>
  void operator()(const Kind&) const {}
};

void visit(const logical::Node& node, std::string_view step) {
  if (!node.columns.includes(node.certain)) fail_invariant(step, "L1");
  std::visit(Check{node, step}, node.kind);
  for_each_child(node, [&](const logical::NodePtr& child) {
    if (!child) fail_invariant(step, "L1");
    visit(*child, step);
  });
}

}  // namespace

void verify(const logical::Node& root, std::string_view step) {
  visit(root, step);
}

}  // namespace quadrille::query
