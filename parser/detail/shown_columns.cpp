#include "parser/detail/shown_columns.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "parser/detail/build.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

constexpr const char *kSourceResult = "source", *kTargetResult = "target";

bool is_column_result(const Invoke::Argument& argument) {
  return argument.name == kSourceResult || argument.name == kTargetResult || argument.name == Invoke::kEdgeColumn;
}

// New names for columns of the pattern.
class ColumnNames {
 public:
  explicit ColumnNames(Request& request) : request_(request) {}

  VariableId rename(VariableId variable) {
    const auto found = names_.find(variable);
    if (found != names_.end()) return found->second;
    return names_[variable] = request_.variables.fresh();
  }
  void replace(Node& node) const {
    auto* variable = std::get_if<VariableId>(&node);
    if (variable && names_.contains(*variable)) *variable = names_.at(*variable);
  }
  // The pattern with the new names: a basic graph pattern, also below SELECT *, or a subquery.
  AlgebraPtr select(AlgebraPtr pattern, std::uint32_t& depth, Position position) const {
    if (selects_all(*pattern)) pattern = std::move(std::get<Project>(pattern->node).child);
    if (auto* bgp = std::get_if<Bgp>(&pattern->node)) {
      for (TriplePattern& triple : bgp->patterns) {
        replace(triple.subject), replace(triple.predicate), replace(triple.object);
      }
      return pattern;
    }
    Project project;
    for (const VariableId variable : variables_in_scope(*pattern)) {
      if (!names_.contains(variable)) project.variables.push_back(variable);
    }
    Pattern renamed{std::move(pattern), depth};
    for (const auto& [from, to] : names_) {
      Expression value;
      value.kind = ExpressionKind::variable;
      value.variable = from;
      project.variables.push_back(to);
      renamed = above(renamed.depth, Extend{std::move(renamed.algebra), to, std::move(value)}, position);
    }
    project.child = std::move(renamed.algebra);
    renamed = above(renamed.depth, std::move(project), position);
    depth = renamed.depth;
    return std::move(renamed.algebra);
  }
  bool empty() const { return names_.empty(); }

 private:
  static bool selects_all(const Algebra& pattern) {
    const auto* project = std::get_if<Project>(&pattern.node);
    if (!project || !std::holds_alternative<Bgp>(project->child->node)) return false;
    const std::vector<VariableId> all = variables_in_scope(*project->child);
    return std::is_permutation(all.begin(), all.end(), project->variables.begin(), project->variables.end());
  }

  Request& request_;
  std::map<VariableId, VariableId> names_;
};

}  // namespace

void add_end_results(Invoke& invoke) {
  for (const Invoke::Edge& edge : invoke.edges) {
    const auto add = [&](const char* name, const Node& node) {
      const bool has_result = std::any_of(invoke.arguments.begin(), invoke.arguments.end(),
                                          [&](const Invoke::Argument& one) { return one.name == name; });
      if (std::holds_alternative<VariableId>(node) && !has_result) invoke.arguments.push_back({name, node});
    };
    add(kSourceResult, edge.source), add(kTargetResult, edge.target);
  }
}

void name_column_results(Invoke& invoke) {
  for (Invoke::Argument& result : invoke.results) {
    const VariableId variable = std::get<VariableId>(result.value);
    if (!is_in_scope(*invoke.child, variable)) continue;
    const Invoke::Edge& first = invoke.edges.front();
    const bool is_only = invoke.edges.size() == 1;
    result.name = is_only && first.source == result.value   ? kSourceResult
                  : is_only && first.target == result.value ? kTargetResult
                                                            : Invoke::kEdgeColumn;
  }
}

void show_columns(Request& request, Invoke& invoke, std::uint32_t& depth, Position position) {
  ColumnNames names(request);
  for (auto* list : {&invoke.arguments, &invoke.results}) {
    for (const Invoke::Argument& argument : *list) {
      const auto* variable = std::get_if<VariableId>(&argument.value);
      const bool is_edge = argument.name == Invoke::kEdgeColumn;
      if (is_edge && (!variable || !is_in_scope(*invoke.child, *variable))) {
        fail_at(position, "algo:edge needs a variable that the pattern of the edges binds{}",
                variable ? ", which ?" + request.variables.name(*variable) + " is not" : std::string());
      }
      if (!variable || !is_column_result(argument) || !is_in_scope(*invoke.child, *variable)) continue;
      const VariableId name = names.rename(*variable);
      if (is_edge) invoke.edge_columns.emplace_back(name);
    }
  }
  if (names.empty()) return;
  invoke.child = names.select(std::move(invoke.child), depth, position);
  for (Invoke::Edge& edge : invoke.edges) {
    names.replace(edge.source), names.replace(edge.target);
    if (edge.weight) names.replace(*edge.weight);
  }
  for (Node& vertex : invoke.vertices) names.replace(vertex);
  for (Invoke::Argument& argument : invoke.arguments) {
    if (!is_column_result(argument)) names.replace(argument.value);
  }
}

}  // namespace quadrille::parser
