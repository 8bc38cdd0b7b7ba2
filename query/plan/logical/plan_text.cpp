#include "query/plan/logical/plan_text.hpp"

#include <fmt/format.h>

namespace quadrille::query::logical {

namespace {

std::string text_of(const Conditions& conditions, const PlanWords& words) {
  std::string text;
  for (const parser::Expression* condition : conditions) {
    text += (text.empty() ? "  where " : " && ") + words.expression(*condition);
  }
  return text;
}

// The name of a node and its details.
struct Line {
  const PlanWords& words;

  std::string names(const std::vector<VariableId>& variables) const { return words.variables(variables); }
  std::string pattern(const QuadPattern& quad) const {
    std::string text =
        fmt::format("{} {} {}", words.slot(quad.slots[0]), words.slot(quad.slots[1]), words.slot(quad.slots[2]));
    if (const std::string graph = words.graph(quad.scope); !graph.empty()) text = fmt::format("{} in {}", text, graph);
    for (std::size_t place = 0; place < quad.slots.size(); ++place) {
      if (quad.ranges[place]) text += fmt::format("  ranges of {}", words.slot(quad.slots[place]));
    }
    return text;
  }

  std::string operator()(const Unit&) const { return "Unit"; }
  std::string operator()(const Nothing& nothing) const { return "Nothing  " + names(nothing.variables.list()); }
  std::string operator()(const Values& values) const {
    return fmt::format("Values  {}  rows {}", names(values.values->variables), values.values->rows);
  }
  std::string operator()(const GraphNames& graphs) const { return "GraphNames  " + words.variable(graphs.variable); }
  std::string operator()(const DependentScan& scan) const {
    return "DependentScan  " + (scan.variables ? names(*scan.variables) : "all");
  }
  std::string operator()(const BindJoinValues& values) const {
    return "BindJoinValues  " + names(values.variables) + (values.represented ? "  represented" : "");
  }
  std::string operator()(const Path& path) const {
    return fmt::format("Path  {} {} {}", words.node(path.pattern->subject), words.path(path.pattern->path),
                       words.node(path.pattern->object));
  }
  std::string operator()(const Service& service) const { return "Service  " + words.node(service.service->endpoint); }
  std::string operator()(const Invoke& invoke) const {
    return fmt::format("Invoke  {}  {}", invoke.call->procedure().name, names(invoke.outputs));
  }
  std::string operator()(const Scan& scan) const {
    std::string text = "Scan  " + pattern(scan.pattern);
    for (const auto& variables : scan.together) text += "  together " + names(variables);
    return text;
  }
  std::string operator()(const SkipScan& scan) const {
    return "SkipScan  " + words.variable(scan.key) + (scan.count ? "  counts" : "");
  }
  std::string operator()(const JoinGroup& group) const {
    std::string text = "Group" + text_of(group.conditions, words);
    for (const auto& [gone, kept] : group.merged) {
      text += fmt::format("  {} is {}", words.variable(gone), words.variable(kept));
    }
    return text;
  }
  std::string operator()(const Join& join) const {
    return fmt::format("{} {}{}", join.is_bind_join ? "BindJoin" : "Join", name(join.kind),
                       text_of(join.conditions, words));
  }
  std::string operator()(const PatternJoin& join) const {
    const JoinKind kind = join.semi_join && join.kind == JoinKind::inner ? JoinKind::semi : join.kind;
    return fmt::format("{} {}  {}", join.semi_join ? "SemiJoin" : "IndexJoin", name(kind), pattern(join.pattern));
  }
  std::string operator()(const Multiway& join) const { return "MultiwayJoin  " + names(join.order); }
  std::string operator()(const Expand& expand) const {
    return "Expand  owl:sameAs of " + names(expand.expansion.names());
  }
  std::string operator()(const Unstated& unstated) const { return "Unstated  " + pattern({unstated.triple, {}}); }
  std::string operator()(const Exists& exists) const { return fmt::format("Exists {}", name(exists.kind)); }
  std::string operator()(const DependentJoin& with) const { return "DependentJoin  " + names(with.input->variables); }
  std::string operator()(const KeyColumn& keys) const { return "KeyColumn  " + words.expression(*keys.expression); }
  std::string operator()(const Filter& filter) const { return "Filter" + text_of(filter.conditions, words); }
  std::string operator()(const Extend& extend) const {
    return fmt::format("Extend  {} = {}", words.variable(extend.variable), words.expression(*extend.expression));
  }
  std::string operator()(const Project& project) const {
    std::string text = "Project ";
    for (const auto& [name, source] : project.columns) {
      text += name == source ? fmt::format(" {}", words.variable(name))
                             : fmt::format(" {} AS {}", words.variable(source), words.variable(name));
    }
    return text;
  }
  std::string operator()(const Distinct&) const { return "Distinct"; }
  std::string operator()(const logical::Group& group) const {
    std::string text = "Aggregate";
    if (!group.keys.empty()) text += "  by " + names(group.keys);
    for (const auto& output : group.outputs) {
      std::vector<parser::Expression> arguments;
      if (output.argument) arguments.push_back(*output.argument);
      text += fmt::format("  {} AS {}", words.aggregate(output.aggregate, arguments), words.variable(output.variable));
    }
    return text;
  }
  std::string operator()(const Sort& sort) const {
    std::string text = "Sort  by";
    for (const auto& key : sort.keys) {
      const std::string of = words.expression(*key.expression);
      text += key.descending ? fmt::format(" DESC({})", of) : " " + of;
    }
    return sort.limit ? text + fmt::format("  first {}", *sort.limit) : text;
  }
  std::string operator()(const Slice& slice) const {
    std::string text = "Slice";
    if (slice.offset > 0) text += fmt::format("  offset {}", slice.offset);
    if (slice.limit) text += fmt::format("  limit {}", *slice.limit);
    return slice.keys.empty() ? text : text + "  for each " + names(slice.keys);
  }
  std::string operator()(const Union&) const { return "Union"; }
  std::string operator()(const BindGraph& bind) const { return "BindGraph  " + words.variable(bind.variable); }
};

void add(const Node& node, const PlanWords& words, std::size_t depth, std::string& out) {
  const Line line{words};
  const auto append = [&](std::size_t level, const std::string& text) {
    out.append(2 * level, ' ').append(text).push_back('\n');
  };
  append(depth, std::visit(line, node.kind));
  if (const auto* group = node.as<JoinGroup>()) {
    for (const Pattern& pattern : group->patterns) append(depth + 1, "pattern  " + line.pattern(pattern.quad));
  }
  for_each_child(node, [&](const NodePtr& child) { add(*child, words, depth + 1, out); });
}

}  // namespace

std::string to_text(const Node& root, const PlanWords& words) {
  std::string text;
  add(root, words, 0, text);
  return text;
}

void record(const Planning& planning, std::string_view step, std::size_t times, const Node& root) {
  PlanTrace* const trace = planning.options.trace;
  if (!trace) return;
  const PlanWords words(planning.variables, trace->prefixes, planning.dictionary);
  trace->steps.push_back({std::string(step), times, to_text(root, words)});
}

}  // namespace quadrille::query::logical
