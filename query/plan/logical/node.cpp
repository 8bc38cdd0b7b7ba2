#include "query/plan/logical/node.hpp"

#include <algorithm>

namespace quadrille::query::logical {

namespace {

struct Derive {
  Bindings& node;

  void take(const Node& child) const { node = child; }
  void bind(VariableId variable) const {
    node.columns.add(variable);
    node.certain.add(variable);
  }

  void operator()(const Unit&) const {}
  void operator()(const Nothing& nothing) const { node.columns = node.certain = node.resources = nothing.variables; }
  void operator()(const Values& values) const {
    const auto& variables = values.values->variables;
    std::vector<bool> always(variables.size(), true);
    std::size_t column = 0;
    for (const auto& cell : values.values->cells) {
      if (!cell) always[column] = false;
      if (++column == variables.size()) column = 0;
    }
    for (column = 0; column < variables.size(); ++column) {
      node.columns.add(variables[column]);
      if (always[column]) node.certain.add(variables[column]);
    }
  }
  void operator()(const GraphNames& names) const {
    bind(names.variable);
    node.resources.add(names.variable);
  }
  void operator()(const DependentScan& scan) const {
    node.columns = scan.variables ? set_of(*scan.variables) : scan.input->columns;
    node.certain = both(node.columns, scan.input->certain);
    node.resources = both(node.columns, scan.input->resources);
    bind(scan.input->number);
  }
  void operator()(const BindJoinValues& values) const { node.columns = node.certain = set_of(values.variables); }
  void operator()(const Path& path) const {
    for (const Slot& slot : {path.subject, path.object, path.scope.graph}) {
      if (slot.variable) bind(*slot.variable);
    }
  }
  void operator()(const Service& service) const {
    for (const ServiceColumn& column : service.columns) {
      node.columns.add(column.variable);
      if (column.certain && !service.service->silent) node.certain.add(column.variable);
    }
    if (const auto* endpoint = std::get_if<VariableId>(&service.service->endpoint)) {
      node.columns.add(*endpoint);
      if (!service.service->silent) node.certain.add(*endpoint);
    }
    if (service.endpoint_key) bind(*service.endpoint_key);
  }
  void operator()(const Invoke& invoke) const {
    const auto& results = invoke.call->procedure().results;
    for (const VariableId variable : invoke.outputs) node.columns.add(variable);
    for (const ProcedureCall::Output& output : invoke.call->outputs()) {
      if (!output.variable || !node.columns.has(*output.variable)) continue;
      if (!results[output.result].maybe_unbound) node.certain.add(*output.variable);
    }
    for (const VariableId key : invoke.call->beside(ProcedureCall::Input::From::beside_each)) bind(key);
  }
  void operator()(const Scan& scan) const {
    for (const VariableId variable : scan.pattern.variables()) {
      if (scan.wanted.has(variable)) bind(variable);
    }
  }
  void operator()(const SkipScan& scan) const {
    bind(scan.key);
    if (scan.count) bind(*scan.count);
  }
  void operator()(const JoinGroup& group) const {
    for (const Pattern& pattern : group.patterns) {
      node.columns.add(pattern.variables);
      node.certain.add(pattern.variables);
      node.resources.add(pattern.resources);
    }
    for (const auto* list : {&group.tables, &group.services}) {
      for (const NodePtr& table : *list) {
        node.columns.add(group.named(table->columns));
        node.certain.add(group.named(table->certain));
        node.resources.add(group.named(table->resources));
      }
    }
    for (const auto& [gone, kept] : group.merged) {
      const VariableId stands = group.standing_for(gone);
      node.columns.add(gone);
      if (node.certain.has(stands)) node.certain.add(gone);
      if (node.resources.has(stands)) node.resources.add(gone);
    }
  }
  void operator()(const Join& join) const {
    take(*join.left);
    if (join.kind == JoinKind::mark) return bind(join.mark);
    if (join.kind != JoinKind::inner && join.kind != JoinKind::left) return;
    node.columns.add(join.right->columns);
    if (join.kind == JoinKind::left) return;
    node.certain.add(join.right->certain);
    node.resources.add(join.right->resources);
  }
  void operator()(const PatternJoin& join) const {
    take(*join.left);
    if (join.kind == JoinKind::mark) return bind(join.mark);
    if (join.kind != JoinKind::inner && join.kind != JoinKind::left) return;
    for (const VariableId variable : join.pattern.variables()) {
      if (!join.wanted.has(variable) && !join.left->columns.has(variable)) continue;
      node.columns.add(variable);
      if (join.kind == JoinKind::inner) node.certain.add(variable);
    }
  }
  void operator()(const Multiway& join) const {
    for (const VariableId variable : join.outputs) bind(variable);
  }
  void operator()(const Exists& exists) const {
    take(*exists.child);
    if (exists.kind == JoinKind::mark) bind(exists.mark);
  }
  void operator()(const DependentJoin& with) const { take(*with.body); }
  void operator()(const Unary& unary) const { take(*unary.child); }
  void operator()(const KeyColumn& keys) const {
    take(*keys.child);
    bind(keys.key);
  }
  void operator()(const Extend& extend) const {
    take(*extend.child);
    node.columns.add(extend.variable);
  }
  void operator()(const Project& project) const {
    for (const auto& [name, source] : project.columns) {
      node.columns.add(name);
      if (project.child->certain.has(source)) node.certain.add(name);
      if (project.child->resources.has(source)) node.resources.add(name);
    }
  }
  void operator()(const Group& group) const {
    const VariableSet keys = set_of(group.keys);
    node.columns = keys;
    node.certain = both(keys, group.child->certain);
    node.resources = both(keys, group.child->resources);
    for (const Group::Output& output : group.outputs) node.columns.add(output.variable);
  }
  void operator()(const Union& either) const {
    take(*either.children.front());
    for (const NodePtr& child : either.children) {
      node.columns.add(child->columns);
      node.certain = both(node.certain, child->certain);
      node.resources = both(node.resources, child->resources);
    }
  }
  void operator()(const BindGraph& bind_graph) const {
    take(*bind_graph.child);
    VariableSet hidden;
    hidden.add(bind_graph.hidden);
    node.columns = node.columns.without(hidden);
    node.certain = node.certain.without(hidden);
    node.resources = node.resources.without(hidden);
    bind(bind_graph.variable);
    node.resources.add(bind_graph.variable);
  }
};

struct ReadBy {
  VariableSet operator()(const JoinGroup& group) const { return variables_of(group.conditions); }
  VariableSet operator()(const Join& join) const { return variables_of(join.conditions); }
  VariableSet operator()(const Expand& expand) const { return set_of(expand.expansion.names()); }
  VariableSet operator()(const Unstated& unstated) const {
    VariableSet read;
    for (const Slot& slot : unstated.triple) {
      if (slot.variable) read.add(*slot.variable);
    }
    return read;
  }
  VariableSet operator()(const DependentJoin& join) const { return set_of(join.input->variables); }
  VariableSet operator()(const KeyColumn& keys) const { return query::variables_of(*keys.expression); }
  VariableSet operator()(const Filter& filter) const { return variables_of(filter.conditions); }
  VariableSet operator()(const Extend& extend) const { return query::variables_of(*extend.expression); }
  VariableSet operator()(const Project& project) const {
    VariableSet read;
    for (const auto& [name, source] : project.columns) read.add(source);
    return read;
  }
  VariableSet operator()(const Group& group) const {
    VariableSet read = set_of(group.keys);
    read.add(set_of(group.solution));
    for (const Group::Output& output : group.outputs) {
      if (output.argument) read.add(query::variables_of(*output.argument));
    }
    return read;
  }
  VariableSet operator()(const Sort& sort) const {
    VariableSet read;
    for (const Sort::Key& key : sort.keys) read.add(query::variables_of(*key.expression));
    return read;
  }
  VariableSet operator()(const Slice& slice) const { return set_of(slice.keys); }
  // If the group binds the variable, both values are compared.
  VariableSet operator()(const BindGraph& bind) const { return set_of({bind.hidden, bind.variable}); }
  template <class Kind>
  VariableSet operator()(const Kind&) const {
    return {};
  }
};

}  // namespace

const QuadPattern* JoinGroup::only_pattern() const {
  const bool is_alone = patterns.size() == 1 && tables.empty() && services.empty();
  return is_alone && conditions.empty() && merged.empty() && !is_dependent ? &patterns.front().quad : nullptr;
}

VariableId JoinGroup::standing_for(VariableId variable) const {
  for (const auto& [gone, kept] : merged) {  // in the order of replacement
    if (variable == gone) variable = kept;
  }
  return variable;
}

VariableSet JoinGroup::named(const VariableSet& variables) const {
  if (merged.empty()) return variables;
  VariableSet named;
  for (const VariableId variable : variables.list()) named.add(standing_for(variable));
  return named;
}

void derive(const Node::Kind& kind, Bindings& node) {
  std::visit(Derive{node}, kind);
}

VariableSet read_by(const Node::Kind& kind) {
  return std::visit(ReadBy(), kind);
}

void derive(Node& node) {
  Bindings given;
  derive(node.kind, given);
  static_cast<Bindings&>(node) = std::move(given);
}

NodePtr project(NodePtr child, const std::vector<VariableId>& columns) {
  Columns unchanged;
  for (const VariableId variable : columns) unchanged.emplace_back(variable, variable);
  return make(Project{std::move(child), std::move(unchanged)});
}

NodePtr without(NodePtr child, const std::vector<VariableId>& variables) {
  if (variables.empty()) return child;
  Columns rest;
  for (const VariableId variable : child->columns.without(set_of(variables)).list()) {
    rest.emplace_back(variable, variable);
  }
  return make(Project{std::move(child), std::move(rest), true});
}

NodePtr filter(NodePtr child, Conditions conditions) {
  if (conditions.empty() || child->as<Nothing>()) return child;
  if (auto* group = child->as<JoinGroup>()) {
    group->conditions.insert(group->conditions.end(), conditions.begin(), conditions.end());
    return child;
  }
  if (auto* filter = child->as<Filter>()) {
    filter->conditions.insert(filter->conditions.end(), conditions.begin(), conditions.end());
    return child;
  }
  return make(Filter{std::move(child), std::move(conditions)});
}

Few<VariableId, 4> bound_in(const Node& left, const QuadPattern& pattern) {
  Few<VariableId, 4> bound;
  for (const VariableId variable : pattern.variables()) {
    if (!left.columns.has(variable)) continue;
    if (!left.certain.has(variable)) return {};
    bound.push_back(variable);
  }
  return bound;
}

VariableSet needed_beside(const Node& node) {
  VariableSet needed;
  if (const auto* invoke = node.as<Invoke>()) {
    using From = ProcedureCall::Input::From;
    for (const From from : {From::beside_each, From::beside_together}) needed.add(set_of(invoke->call->beside(from)));
    return needed;
  }
  for_each_child(node, [&](const NodePtr& child) { needed.add(needed_beside(*child)); });
  return needed;
}

std::vector<const Node*> left_readers(const Node& right) {
  const auto* service = right.as<Service>();
  if (right.as<BindJoinValues>() || (service && service->reads_left)) return {&right};
  const auto* join = right.as<Join>();
  if (join && join->is_bind_join) return left_readers(*join->left);  // its right side reads its own left side
  std::vector<const Node*> all;
  for_each_child(right, [&](const NodePtr& child) {
    const std::vector<const Node*> below = left_readers(*child);
    all.insert(all.end(), below.begin(), below.end());
  });
  return all;
}

double work(const Node& node) {
  double rows = node.rows;
  for_each_child(node, [&](const NodePtr& child) { rows += work(*child); });
  return rows;
}

VariableSet variables_of(const Conditions& conditions) {
  VariableSet set;
  for (const parser::Expression* condition : conditions) set.add(query::variables_of(*condition));
  return set;
}

}  // namespace quadrille::query::logical
