#include "query/plan/physical/edge_paths.hpp"

#include <algorithm>
#include <array>

namespace quadrille::query {

namespace {

// The path whose rows come in order of `first`, if the indexes have one; else any that reads as few rows.
AccessPath path_by(const QuadPattern& pattern, VariableId first, VariableId other) {
  std::vector<AccessPath> paths = access_paths(pattern, {}, std::array{first, other});
  const auto found = std::find_if(paths.begin(), paths.end(), [&](const AccessPath& path) {
    return std::any_of(path.outputs.begin(), path.outputs.end(), [&](const auto& output) {
      return output.second == first && static_cast<std::size_t>(index(output.first)) == path.prefix.size();
    });
  });
  return std::move(found == paths.end() ? paths.front() : *found);
}

// Adds the paths of a node. Returns false if it is more than patterns of quads.
bool add_paths(const logical::Node& node, const EdgeColumns::Edge& edge, std::vector<EdgePaths>& paths) {
  if (const auto* both = node.as<logical::Union>()) {
    return std::all_of(both->children.begin(), both->children.end(),
                       [&](const auto& child) { return add_paths(*child, edge, paths); });
  }
  const auto* scan = node.as<logical::Scan>();
  if (!scan || !scan->pattern.has(*edge.source.variable) || !scan->pattern.has(*edge.target.variable)) return false;
  const auto& ranges = scan->pattern.ranges;
  if (std::any_of(ranges.begin(), ranges.end(), [](const auto& range) { return range != nullptr; })) return false;
  const VariableId source = *edge.source.variable, target = *edge.target.variable;
  paths.push_back({path_by(scan->pattern, source, target), path_by(scan->pattern, target, source), source, target});
  return true;
}

}  // namespace

std::vector<EdgePaths> edge_paths(const logical::Invoke& invoke, const EdgeColumns& columns) {
  const auto& inputs = invoke.call->inputs();
  const bool reads_columns = std::any_of(inputs.begin(), inputs.end(), [](const ProcedureCall::Input& input) {
    return input.from == ProcedureCall::Input::From::edges;
  });
  if (reads_columns || columns.edges.size() != 1 || !columns.vertices.empty()) return {};
  const EdgeColumns::Edge& edge = columns.edges.front();
  const bool are_columns = edge.source.variable && edge.target.variable && !edge.weight;
  if (!are_columns || edge.source.variable == edge.target.variable) return {};
  std::vector<EdgePaths> paths;
  if (!add_paths(*invoke.child, edge, paths)) paths.clear();
  return paths;
}

}  // namespace quadrille::query
