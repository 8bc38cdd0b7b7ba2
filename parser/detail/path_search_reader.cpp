#include "parser/detail/path_search_reader.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/nearest.hpp"
#include "parser/detail/invoke_reader.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

// A setting of QLever, and the name here of the parameter or result.
struct PathSetting {
  std::string_view name, here;
  bool is_column = false;  // its value is a variable
};

constexpr PathSetting kPathSettings[] = {
    {"source", "start"},          {"target", "end"},          {"pathColumn", "path", true},
    {"edgeColumn", "step", true}, {"cartesian", "cartesian"}, {"edgeProperty", Invoke::kEdgeColumn, true},
    {"numPathsPerTarget", "k"},   {"maxDepth", "longest"},
};

void expect_variable(const Node& value, std::string_view name, Position position) {
  if (!std::holds_alternative<VariableId>(value)) fail_at(position, "pathSearch:{} needs a variable", name);
}

void set_edge_end(std::optional<Node>& place, std::string_view name, Node value, Position position) {
  expect_variable(value, name, position);
  if (place) fail_at(position, "pathSearch:{} has two values; it can have one", name);
  place = std::move(value);
}

std::string mode_of(const Node& value, Position position) {
  const auto* term = std::get_if<Term>(&value);
  const std::string_view text = term ? std::string_view(term->text) : std::string_view();
  if (text.starts_with(kPathSearch)) {
    const std::string_view name = text.substr(kPathSearch.size());
    if (name == "allPaths") return "simple";
    if (name == "shortestPaths") return "allShortest";
  }
  fail_at(position, "pathSearch:algorithm must be pathSearch:allPaths or pathSearch:shortestPaths");
}

[[noreturn]] void fail_unknown(const std::string& name, Position position) {
  std::vector<std::string> names{"algorithm", "start", "end"};
  for (const PathSetting& setting : kPathSettings) names.emplace_back(setting.name);
  std::string all;
  for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
  const auto near = nearest(name, names);
  fail_at(position, "pathSearch:{} is unknown: {}the settings are {}", name,
          near ? "did you mean " + std::string(*near) + "? " : std::string(), all);
}

}  // namespace

void read_path_search_settings(std::vector<TriplePattern> settings, Invoke& invoke, Position position) {
  std::optional<Node> source, target;
  std::string mode = "simple";
  for (TriplePattern& setting : settings) {
    const std::string name = std::get<Term>(setting.predicate).text.substr(kPathSearch.size());
    if (name == "start") {
      set_edge_end(source, name, std::move(setting.object), position);
    } else if (name == "end") {
      set_edge_end(target, name, std::move(setting.object), position);
    } else if (name == "algorithm") {
      mode = mode_of(setting.object, position);
    } else {
      const auto found = std::find_if(std::begin(kPathSettings), std::end(kPathSettings),
                                      [&](const PathSetting& one) { return one.name == name; });
      if (found == std::end(kPathSettings)) fail_unknown(name, position);
      if (found->is_column) expect_variable(setting.object, name, position);
      invoke.arguments.push_back({std::string(found->here), std::move(setting.object)});
    }
  }
  if (!source || !target) fail_at(position, "pathSearch: needs pathSearch:{}", source ? "end" : "start");
  invoke.procedure = kPathsProcedure;
  invoke.edges.push_back({*source, *target, std::nullopt, false});
  invoke.arguments.push_back({"mode", Term(TermView::string(mode))});
  invoke.arguments.push_back({"parallel", Term(TermView::string("separate"))});
}

}  // namespace quadrille::parser
