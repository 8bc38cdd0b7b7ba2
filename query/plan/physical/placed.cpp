#include "query/plan/physical/placed.hpp"

#include <algorithm>

#include "dictionary/volatile_huri.hpp"
#include "query/joins/multiway_join.hpp"
#include "query/joins/value_keys.hpp"
#include "query/operators/bind_graph.hpp"
#include "query/operators/expand.hpp"
#include "query/operators/extend.hpp"
#include "query/operators/filter.hpp"
#include "query/operators/graph_names.hpp"
#include "query/operators/group.hpp"
#include "query/operators/project.hpp"
#include "query/operators/represent.hpp"
#include "query/operators/skip_scan.hpp"
#include "query/operators/slice.hpp"
#include "query/operators/slice_each.hpp"
#include "query/operators/sort.hpp"
#include "query/operators/spread_sort.hpp"
#include "query/operators/union.hpp"
#include "query/operators/unstated.hpp"
#include "query/operators/values_table.hpp"
#include "query/paths/path_scan.hpp"
#include "query/plan/logical/graph_size.hpp"
#include "query/plan/physical/distribution.hpp"
#include "query/plan/physical/edge_paths.hpp"
#include "query/plan/physical/verify_placed.hpp"
#include "query/procedures/invoke.hpp"
#include "query/service/service_scan.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

std::vector<parser::Expression> copies(const logical::Conditions& conditions) {
  std::vector<parser::Expression> all;
  all.reserve(conditions.size());
  for (const parser::Expression* condition : conditions) all.push_back(*condition);
  return all;
}

constexpr std::size_t kCellsBetweenLooks = 4096;  // of VALUES, at the deadline

// One function for each kind of node.
struct Placing {
  Planning& planning;
  const logical::Node& node;
  const KeptTables& tables;

  OperatorPtr below(const NodePtr& child) const { return placed(planning, *child, tables); }
  // The child, with the texts that the expression reads.
  OperatorPtr readable_for(OperatorPtr child, const logical::Conditions& expressions, KindSet asked) const {
    const auto wanted = wanted_texts(planning, expressions, asked, {child.get()});
    return readable(planning, std::move(child), wanted);
  }

  OperatorPtr operator()(const logical::Unit&) const {
    return std::make_unique<ValuesTable>(std::vector<VariableId>{}, std::vector<Huri>{}, 1, false,
                                         Distribution::first());
  }
  OperatorPtr operator()(const logical::Nothing& nothing) const {
    return std::make_unique<ValuesTable>(nothing.variables.list(), std::vector<Huri>{}, 0, false,
                                         Distribution::first());
  }
  OperatorPtr operator()(const logical::Values& values) const;
  OperatorPtr operator()(const logical::GraphNames& names) const {
    return std::make_unique<GraphNames>(names.variable, names.allowed, planning.is_apart());
  }
  OperatorPtr operator()(const logical::DependentScan& scan) const {
    const auto rows = *std::find_if(tables.dependents.begin(), tables.dependents.end(),
                                    [&](const auto& kept) { return kept->number() == scan.input->number; });
    return scan.variables ? std::make_unique<DependentScan>(rows, *scan.variables)
                          : std::make_unique<DependentScan>(rows);
  }
  OperatorPtr operator()(const logical::BindJoinValues& values) const {
    OperatorPtr all = std::make_unique<BindJoinValues>(tables.left, values.variables);
    if (values.represented) all = std::make_unique<Represent>(canonical(planning, std::move(all), values.variables));
    return distinct(planning, std::move(all));
  }
  OperatorPtr operator()(const logical::Path& path) const;
  OperatorPtr operator()(const logical::Service& service) const;
  OperatorPtr operator()(const logical::Invoke& invoke) const;
  OperatorPtr operator()(const logical::Scan& scan) const { return placed_scan(planning, scan); }
  OperatorPtr operator()(const logical::SkipScan& scan) const {
    return std::make_unique<SkipScan>(planning.data, scan.path, scan.count);
  }
  OperatorPtr operator()(const logical::Join& join) const { return placed_join(planning, join, tables); }
  OperatorPtr operator()(const logical::PatternJoin& join) const { return placed_pattern_join(planning, join, tables); }
  OperatorPtr operator()(const logical::Multiway& join) const {
    std::vector<OperatorPtr> inputs;
    for (const NodePtr& table : join.tables) {
      const bool leads = table->columns.has(join.order.front());
      const auto to = leads ? Distribution::by(join.order.front()) : Distribution::replicated();
      inputs.push_back(moved(planning, below(table), to));
    }
    return std::make_unique<MultiwayJoin>(std::move(inputs), join.order, join.outputs, planning.options.team_size > 1);
  }
  OperatorPtr operator()(const logical::Expand& expand) const {
    return std::make_unique<Expand>(below(expand.child), expand.expansion);
  }
  OperatorPtr operator()(const logical::Unstated& unstated) const {
    OperatorPtr child = below(unstated.child);
    if (planning.is_apart()) {  // the owners of the subjects know what is stated
      const VariableId subject = *unstated.triple[0].variable;
      child = canonical(planning, std::move(child), std::span(&subject, 1));
      child = moved(planning, std::move(child), Distribution::by(subject));
    }
    return std::make_unique<Unstated>(std::move(child), unstated.triple);
  }
  OperatorPtr operator()(const logical::DependentJoin& join) const {
    const DependentInput& input = *join.input;
    OperatorPtr left = canonical(planning, below(join.left), input.variables);
    const auto rows = std::make_shared<DependentRows>(left->schema(), input.variables, input.number, input.rows);
    KeptTables inside = tables;
    inside.dependents.push_back(rows);
    return std::make_unique<DependentJoin>(std::move(left), rows, placed(planning, *join.body, inside));
  }
  OperatorPtr operator()(const logical::KeyColumn& keys) const {
    OperatorPtr child = below(keys.child);
    if (keys.by != KeyBy::text) child = canonical(planning, std::move(child), std::span(&keys.expression->variable, 1));
    child = readable_for(std::move(child), {keys.expression}, ValueKeys::read_kinds(keys.by));
    return std::make_unique<ValueKeys>(std::move(child), keys.side, *keys.expression, keys.by, keys.key);
  }
  OperatorPtr operator()(const logical::Filter& filter) const {
    OperatorPtr child = readable_for(below(filter.child), filter.conditions, kBooleanKinds);
    return std::make_unique<Filter>(std::move(child), copies(filter.conditions));
  }
  OperatorPtr operator()(const logical::Extend& extend) const {
    OperatorPtr child = readable_for(below(extend.child), {extend.expression}, kNothing);
    return std::make_unique<Extend>(std::move(child), extend.variable, *extend.expression);
  }
  OperatorPtr operator()(const logical::Project& project) const {
    OperatorPtr child = below(project.child);
    auto columns = project.columns;
    if (project.in_childs_order) {
      const Schema& schema = child->schema();
      std::stable_sort(columns.begin(), columns.end(), [&](const auto& a, const auto& b) {
        return schema.column_of(a.second).value_or(0) < schema.column_of(b.second).value_or(0);
      });
    }
    return std::make_unique<Project>(std::move(child), std::move(columns));
  }
  OperatorPtr operator()(const logical::Distinct& distinct_rows) const {
    return distinct(planning, below(distinct_rows.child));
  }
  OperatorPtr operator()(const logical::Group& group) const;
  OperatorPtr operator()(const logical::Sort& sort) const;
  OperatorPtr operator()(const logical::Slice& slice) const {
    OperatorPtr child = below(slice.child);
    if (slice.keys.empty()) return std::make_unique<Slice>(std::move(child), slice.offset, slice.limit);
    if (planning.options.team_size > 1 && child->schema().distribution != Distribution::first()) {
      child = moved_by_keys(std::move(child), slice.keys);
    }
    return std::make_unique<SliceEach>(std::move(child), slice.keys, slice.offset, slice.limit);
  }
  OperatorPtr operator()(const logical::Union& either) const {
    std::vector<OperatorPtr> children;
    for (const NodePtr& child : either.children) children.push_back(below(child));
    return std::make_unique<Union>(std::move(children));
  }
  OperatorPtr operator()(const logical::BindGraph& bind) const {
    OperatorPtr child = canonical(planning, below(bind.child), std::span(&bind.variable, 1));
    return std::make_unique<BindGraph>(std::move(child), bind.hidden, bind.variable);
  }
  template <class Kind>
  OperatorPtr operator()(const Kind&) const {
    fail(ErrorKind::internal, "a node of an earlier step of planning is left");
  }
};

OperatorPtr Placing::operator()(const logical::Values& values) const {
  const parser::Values& table = *values.values;
  std::vector<Huri> cells;
  bool local = false;
  cells.reserve(table.cells.size());
  for (const auto& term : table.cells) {
    if (cells.size() % kCellsBetweenLooks == 0) planning.options.watch.look();
    Huri huri = kUnbound;
    if (term) {
      huri = planning.dictionary.find(term->view());
      if (huri.is_unbound()) huri = planning.dictionary.intern(term->view());
    }
    local = local || is_query_term(huri);
    cells.push_back(huri);
  }
  return std::make_unique<ValuesTable>(table.variables, std::move(cells), table.rows, local, Distribution::first());
}

OperatorPtr Placing::operator()(const logical::Path& path) const {
  PathStarts starts;
  if (path.starts) {
    const VariableId start = path.starts_at_object ? *path.object.variable : *path.subject.variable;
    starts.values = moved(planning, below(path.starts), Distribution::by(start));
    starts.at_object = path.starts_at_object;
    starts.may_be_elsewhere = path.starts_may_be_elsewhere;
  }
  const auto end = [&](const Slot& slot, const parser::Node& written) {
    const bool is_unknown = !slot.variable && slot.term.is_unbound();
    return is_unknown ? Slot::of(planning.dictionary.intern(std::get<Term>(written).view())) : slot;
  };
  const parser::PathPattern& pattern = *path.pattern;
  const bool spreads = planning.options.team_size > 1 && planning.options.choices.spreads_closures &&
                       PathScan::can_spread(path.subject, pattern.path, path.object);
  const PathWay way = spreads ? PathWay::spread : planning.is_apart() ? PathWay::waves : PathWay::alone;
  return std::make_unique<PathScan>(end(path.subject, pattern.subject), pattern.path, end(path.object, pattern.object),
                                    path.scope, way, std::move(starts));
}

OperatorPtr Placing::operator()(const logical::Service& service) const {
  ServicePlan plan;
  plan.silent = service.service->silent;
  plan.group = service.service->text;
  plan.columns = service.columns;
  plan.keys = service.keys;
  if (service.reads_left) plan.bind_join_rows = tables.left;
  if (const auto* variable = std::get_if<VariableId>(&service.service->endpoint)) {
    plan.endpoint = planning.variables[*variable];
    plan.endpoint_variable = *variable;
    plan.endpoint_key = service.endpoint_key;
  } else {
    plan.endpoint = std::get<Term>(service.service->endpoint).text;
  }
  return std::make_unique<ServiceScan>(std::move(plan), planning.options.callees.services, planning.options.team_size);
}

OperatorPtr Placing::operator()(const logical::Invoke& invoke) const {
  const auto found = [&](const Term& term) {
    const Huri huri = planning.dictionary.find(term.view());
    return huri.is_unbound() ? planning.dictionary.intern(term.view()) : huri;
  };
  const auto slot = [&](const parser::Node& of) {
    const auto* variable = std::get_if<VariableId>(&of);
    return variable ? Slot::of(*variable) : Slot::of(found(std::get<Term>(of)));
  };
  InvokePlan plan{invoke.call, {}, {}, invoke.call->beside(ProcedureCall::Input::From::beside_each), invoke.outputs};
  plan.memory = planning.options.callees.memory;
  plan.edges_key = invoke.edges_key;
  plan.size = [this_planning = &planning, of = &invoke] { return graph_size(*this_planning, *of, LookUps::some); };
  for (const ProcedureCall::Value& value : invoke.call->values()) {
    plan.terms.emplace_back();
    std::transform(value.vertices.begin(), value.vertices.end(), std::back_inserter(plan.terms.back()), found);
  }
  WantedTexts::Kinds weights;
  for (const parser::Invoke::Edge& edge : invoke.invoke->edges) {
    plan.columns.edges.push_back({slot(edge.source), slot(edge.target), std::nullopt, edge.in_predicate});
    if (!edge.weight || !invoke.call->procedure().takes_weights) continue;
    plan.columns.edges.back().weight = slot(*edge.weight);
    if (const auto weight = plan.columns.edges.back().weight->variable) weights[*weight] |= EdgeRows::read_kinds();
  }
  for (const parser::Node& vertex : invoke.invoke->vertices) plan.columns.vertices.push_back(slot(vertex));
  for (const parser::Node& column : invoke.invoke->edge_columns) plan.columns.kept.push_back(slot(column));
  if (plan.columns.kept.empty()) plan.scans = edge_paths(invoke, plan.columns);
  const auto comparable = [&](const NodePtr& child) {
    return canonical(planning, below(child), child->columns.list());
  };
  OperatorPtr edges = readable(planning, comparable(invoke.child), weights);
  return std::make_unique<Invoke>(std::move(plan), std::move(edges),
                                  invoke.inputs ? comparable(invoke.inputs) : nullptr,
                                  invoke.starts ? below(invoke.starts) : nullptr, planning.options.team_size);
}

OperatorPtr Placing::operator()(const logical::Group& group) const {
  std::vector<VariableId> compared = group.keys;
  std::vector<parser::Group::Output> outputs;
  for (const auto& output : group.outputs) {
    outputs.push_back({output.variable, output.aggregate, {}});
    if (output.argument) outputs.back().arguments.push_back(*output.argument);
    if (output.argument && output.aggregate.distinct) compared.push_back(output.argument->variable);
  }
  compared.insert(compared.end(), group.solution.begin(), group.solution.end());
  OperatorPtr child = canonical(planning, below(group.child), compared);
  Group::Always always;
  if (group.every) always.of = below(group.every);
  const bool merge = spread_groups(planning, child, always.of, group);
  WantedTexts::Kinds read;
  for (const auto& output : group.outputs) {
    if (!output.argument) continue;
    const KindSet asked = read_kinds(output.aggregate.kind);
    for (const auto& [variable, kinds] : wanted_texts(planning, {output.argument}, asked, {child.get()})) {
      read[variable] |= kinds;
    }
  }
  child = readable(planning, std::move(child), read);
  always.one = group.implicit && !always.of;
  return std::make_unique<Group>(std::move(child), group.keys, group.solution, std::move(outputs), std::move(always),
                                 merge, planning.options.choices.grouping);
}

// True if images can compute the keys of rows that other images send them: they can read the terms of the columns in
// `read`. Terms that the query has made stay on the image that made them, even if their ids are canonical.
bool can_move_keys(const Planning& planning, const Schema& schema, const WantedTexts::Kinds& read) {
  return !planning.dictionary.is_spread() &&
         (!planning.dictionary.is_shared() ||
          std::none_of(schema.columns.begin(), schema.columns.end(), [&](const ColumnInfo& column) {
            return column.maybe_local || (column.was_local && read.contains(column.variable));
          }));
}

OperatorPtr Placing::operator()(const logical::Sort& sort) const {
  OperatorPtr child = below(sort.child);
  SortedRows::Keys keys;
  for (const auto& key : sort.keys) keys.push_back({*key.expression, key.descending});
  WantedTexts::Kinds read;
  for (const auto& key : sort.keys) {
    const KindSet asked = SortedRows::read_kinds(*key.expression, child->schema(), planning.dictionary);
    for (const auto& [variable, kinds] : wanted_texts(planning, {key.expression}, asked, {child.get()})) {
      read[variable] |= kinds;
    }
  }
  const auto make_readable = [&] { child = readable(planning, std::move(child), read); };
  const auto add = [&] {
    make_readable();
    child = std::make_unique<Sort>(std::move(child), keys, sort.limit);
    child->estimated_rows = node.rows;
  };
  const bool spread = planning.options.team_size > 1 && child->schema().distribution != Distribution::first();
  if (spread && sort.limit) add();  // each image's first rows, before they are moved
  if (spread && sort.in_turn && can_move_keys(planning, child->schema(), read)) {
    make_readable();
    return std::make_unique<SpreadSort>(std::move(child), std::move(keys));
  }
  child = gathered(planning, std::move(child));
  add();
  return child;
}

}  // namespace

OperatorPtr placed(Planning& planning, const logical::Node& node, const KeptTables& tables) {
  OperatorPtr made = std::visit(Placing{planning, node, tables}, node.kind);
  made->estimated_rows = node.rows;
  planning.options.watch.see(*made);
  if (planning.verifies()) verify_placed(node, *made, planning.options.team_size, planning.variables);
  return made;
}

}  // namespace quadrille::query
