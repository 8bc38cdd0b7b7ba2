#include "query/plan/order/ordered.hpp"

#include <algorithm>
#include <concepts>

#include "query/plan/order/bind_join.hpp"
#include "query/plan/order/estimate.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

template <class Kind, class... Kinds>
concept OneOf = (std::same_as<Kind, Kinds> || ...);

struct Ordering {
  Planning& planning;
  const logical::Node& node;
  const VariableSet& wanted;
  const Beside& beside;

  NodePtr below(const NodePtr& child, const VariableSet& columns) const {
    return ordered(planning, *child, columns, beside);
  }
  // What is wanted, and what the node itself reads.
  VariableSet needed() const {
    VariableSet all = wanted;
    all.add(read_by(node.kind));
    return all;
  }
  template <class Kind>
  NodePtr made(Kind kind) const {
    return estimated(planning, std::move(kind));
  }

  NodePtr operator()(const logical::Path& path) const;
  NodePtr operator()(const logical::Service& service) const;
  NodePtr operator()(const logical::Invoke& invoke) const;
  NodePtr operator()(const logical::JoinGroup& group) const { return order_group(planning, group, wanted, beside); }
  NodePtr operator()(const logical::Join& join) const;
  NodePtr operator()(const logical::DependentScan& scan) const {
    const Dependents* join = beside.dependents;
    while (join->input->number != scan.input->number) join = join->around;
    return made(logical::DependentScan{join->input, scan.variables});
  }
  NodePtr operator()(const logical::DependentJoin& join) const {
    NodePtr rows = below(join.left, needed());
    const auto input = std::make_shared<const DependentInput>(
        DependentInput{*rows, join.input->variables, join.input->number, rows->rows});
    const Dependents inside{input, beside.dependents};
    // A join above has other variables.
    NodePtr body = ordered(planning, *join.body, wanted, {nullptr, beside.is_late, &inside});
    return made(logical::DependentJoin{std::move(rows), input, std::move(body)});
  }
  NodePtr operator()(const logical::Expand& expand) const {
    Beside stored = beside;
    stored.is_stored = true;
    NodePtr child = ordered(planning, *expand.child, expand.child->columns, stored);
    NodePtr all = made(logical::Expand{std::move(child), expand.expansion});
    logical::Columns read;
    for (const VariableId variable : both(all->columns, wanted).list()) read.emplace_back(variable, variable);
    if (read.size() == all->columns.list().size()) return all;
    return made(logical::Project{std::move(all), std::move(read), true});
  }
  NodePtr operator()(const logical::Unstated& unstated) const {
    return made(logical::Unstated{below(unstated.child, needed()), unstated.triple});
  }
  NodePtr operator()(const logical::Filter& filter) const {
    return made(logical::Filter{below(filter.child, needed()), filter.conditions});
  }
  NodePtr operator()(const logical::Extend& extend) const {
    if (!wanted.has(extend.variable)) return below(extend.child, wanted);
    return made(logical::Extend{below(extend.child, needed()), extend.variable, extend.expression});
  }
  NodePtr operator()(const logical::Project& project) const {
    VariableSet inside;
    logical::Columns columns;
    for (const auto& [name, source] : project.columns) {
      if (project.in_childs_order && !wanted.has(name)) continue;
      inside.add(source);
      columns.emplace_back(name, source);
    }
    NodePtr child = below(project.child, inside);
    if (project.in_childs_order) {
      std::erase_if(columns, [&](const auto& column) { return !child->columns.has(column.second); });
    }
    return made(logical::Project{std::move(child), std::move(columns), project.in_childs_order});
  }
  NodePtr operator()(const logical::Distinct& distinct) const {
    return made(logical::Distinct{below(distinct.child, distinct.child->columns)});  // all columns count
  }
  NodePtr operator()(const logical::Group& group) const {
    const VariableSet read = read_by(node.kind);
    logical::Group to{below(group.child, read), nullptr, group.keys, group.solution, group.outputs, group.implicit};
    if (group.every) to.every = ordered(planning, *group.every, set_of(group.keys), beside.with_left(nullptr));
    return made(std::move(to));
  }
  NodePtr operator()(const logical::Sort& sort) const {
    return made(logical::Sort{below(sort.child, needed()), sort.keys, sort.limit});
  }
  NodePtr operator()(const logical::Slice& slice) const {
    return made(logical::Slice{below(slice.child, needed()), slice.offset, slice.limit, slice.keys});
  }
  NodePtr operator()(const logical::Union& either) const {
    std::vector<NodePtr> children;
    for (const NodePtr& child : either.children) children.push_back(below(child, wanted));
    return made(logical::Union{std::move(children)});
  }
  NodePtr operator()(const logical::BindGraph& bind) const {
    return made(logical::BindGraph{below(bind.child, needed()), bind.hidden, bind.variable});
  }
  template <OneOf<logical::Unit, logical::Nothing, logical::Values, logical::GraphNames, logical::SkipScan> Leaf>
  NodePtr operator()(const Leaf& leaf) const {
    NodePtr copy = make(leaf);
    copy->rows = node.rows;
    estimate(planning, *copy);
    return copy;
  }
  template <class Kind>
  NodePtr operator()(const Kind&) const {
    fail(ErrorKind::internal, "a node of a later step of planning came too early");
  }
};

NodePtr Ordering::operator()(const logical::Path& path) const {
  logical::Path to{path.pattern, path.subject, path.object, path.scope, nullptr, false, false};
  if (beside.left) start_from_left(planning, to, *beside.left);
  return made(std::move(to));
}

NodePtr Ordering::operator()(const logical::Service& service) const {
  logical::Service to{service.service, {}, service.is_cut, {}, false, std::nullopt};
  for (const ServiceColumn& column : service.columns) {
    if (wanted.has(column.variable)) to.columns.push_back(column);
  }
  if (to.columns.empty() && !service.columns.empty()) to.columns.push_back(service.columns.back());
  if (beside.left) ask_for_left(planning, to, *beside.left);
  return made(std::move(to));
}

NodePtr Ordering::operator()(const logical::Invoke& invoke) const {
  // The columns of the edges and inputs; nothing above reads them.
  const VariableSet read = query::variables_of(parser::Algebra{parser::Invoke{{},
                                                                              nullptr,
                                                                              nullptr,
                                                                              invoke.invoke->edges,
                                                                              invoke.invoke->vertices,
                                                                              invoke.invoke->arguments,
                                                                              {},
                                                                              invoke.invoke->edge_columns},
                                                               {}});
  const auto alone = [&](const logical::Node& child) {
    return ordered(planning, child, both(read, child.columns), beside.with_left(nullptr));
  };
  logical::Invoke to{invoke.invoke, invoke.call, alone(*invoke.child), nullptr, nullptr, {}, invoke.edges_key};
  if (invoke.inputs) to.inputs = alone(*invoke.inputs);
  for (const VariableId variable : invoke.outputs) {
    if (wanted.has(variable)) to.outputs.push_back(variable);
  }
  start_from_left(to, planning.variables, beside.left);
  return made(std::move(to));
}

NodePtr Ordering::operator()(const logical::Join& join) const {
  const VariableSet needed = this->needed();
  VariableSet left_wanted = needed;
  left_wanted.add(join.right->columns);
  left_wanted.add(logical::needed_beside(*join.right));
  logical::Join to{join.kind, below(join.left, left_wanted), nullptr, join.conditions, join.mark, join.shared};
  if (join.kind == JoinKind::mark && !wanted.has(join.mark)) return std::move(to.left);
  VariableSet right_wanted = join.kind == JoinKind::inner || join.kind == JoinKind::left ? needed : to.left->columns;
  right_wanted.add(to.left->columns);
  right_wanted.add(logical::variables_of(join.conditions));
  if (NodePtr with_pattern = joined_with_pattern(planning, to, *join.right, right_wanted)) return with_pattern;
  if (join.kind == JoinKind::inner) {
    to.right = below(join.right, right_wanted);
  } else {
    to.right = ordered_beside(planning, *to.left, *join.right, right_wanted, beside);
    to.is_bind_join = !left_readers(*to.right).empty();
  }
  // The side with fewer rows is built.
  if (join.kind == JoinKind::inner && to.left->rows < to.right->rows) std::swap(to.left, to.right);
  const std::vector<VariableId> keys = add_value_keys(planning, to.left, to.right, to.conditions);
  return logical::without(made(std::move(to)), keys);
}

}  // namespace

bool passes_left(const logical::Node& node) {
  return node.as<logical::JoinGroup>() || node.as<logical::Join>() || node.as<logical::Service>() ||
         node.as<logical::Path>() || node.as<logical::Invoke>() || node.as<logical::Union>() ||
         node.as<logical::Filter>() || node.as<logical::Extend>() || node.as<logical::BindGraph>() ||
         node.as<logical::Expand>() || node.as<logical::Unstated>() || node.as<logical::DependentJoin>();
}

NodePtr ordered(Planning& planning, const logical::Node& node, const VariableSet& wanted, const Beside& beside) {
  planning.options.watch.look();
  if (!beside.left || passes_left(node)) return std::visit(Ordering{planning, node, wanted, beside}, node.kind);
  const Beside alone = beside.with_left(nullptr);
  return std::visit(Ordering{planning, node, wanted, alone}, node.kind);
}

}  // namespace quadrille::query
