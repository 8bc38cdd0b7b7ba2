#include "parser/detail/gas_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "parser/detail/invoke_reader.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

// An analytic of Blazegraph, and the names here of its outputs.
struct GasClass {
  std::string_view name, procedure;
  std::array<std::string_view, 3> outputs;  // gas:out, gas:out1, gas:out2; empty: none
  std::string_view iterations;              // the parameter for gas:maxIterations; empty: none
  bool has_starts;
};

constexpr GasClass kGasClasses[] = {
    {"BFS", "bfs", {"vertex", "depth", "parent"}, "depth", true},
    {"SSSP", "sssp", {"vertex", "distance", "parent"}, "", true},
    {"CC", "wcc", {"vertex", "component", ""}, "", false},
    {"PR", "pagerank", {"vertex", "score", ""}, "iterations", false},
};

// Settings of its scheduler and threads, which change no answer.
constexpr std::string_view kIgnored[] = {"nthreads", "schedulerClass", "frontierClass", "sampleSize"};

class GasReader {
 public:
  GasReader(Request& request, Invoke& invoke, Position position)
      : request_(request), invoke_(invoke), position_(position) {}

  void read(TriplePattern setting) {
    const std::string name = std::get<Term>(setting.predicate).text.substr(kGas.size());
    Node value = std::move(setting.object);
    if (name == "gasClass") return set_class(text(name, value));
    if (name == "in") return starts_.push_back(std::move(value));
    if (name == "linkType") return links_.push_back(std::move(value));
    if (name == "traversalDirection") return set_direction(text(name, value));
    if (name == "maxIterations") return iterations_.push_back(std::move(value));
    if (name == "out" || name == "out1" || name == "out2") {
      const std::size_t place = name == "out" ? 0 : name == "out1" ? 1 : 2;
      outputs_[place] = std::move(value);
      return;
    }
    if (std::find(std::begin(kIgnored), std::end(kIgnored), name) != std::end(kIgnored)) return;
    fail(ErrorKind::unsupported,
         "line {}, column {}: gas:{} is not supported; the settings are gasClass, in, out, out1, out2, linkType, "
         "traversalDirection and maxIterations",
         position_.line, position_.column, name);
  }

  std::vector<Pattern> finish() {
    if (!class_) fail_at(position_, "gas:service needs gas:gasClass, such as \"com.bigdata.rdf.graph.analytics.BFS\"");
    invoke_.procedure = fmt::format("{}{}", kAlgorithms, class_->procedure);
    if (class_->has_starts) add_all("start", starts_);
    if (!iterations_.empty() && class_->iterations.empty())
      fail(ErrorKind::unsupported, "line {}, column {}: gas:maxIterations is not supported for {}", position_.line,
           position_.column, class_->name);
    add_all(class_->iterations, iterations_);
    for (std::size_t place = 0; place < outputs_.size(); ++place) {
      if (!outputs_[place]) continue;
      if (class_->outputs[place].empty())
        fail_at(position_, "{} has no gas:out{}", class_->name, place == 0 ? "" : std::to_string(place));
      invoke_.arguments.push_back({std::string(class_->outputs[place]), std::move(*outputs_[place])});
    }
    return edges();
  }

 private:
  std::string text(std::string_view name, const Node& value) const {
    const auto* term = std::get_if<Term>(&value);
    if (!term) fail_at(position_, "gas:{} needs a string", name);
    return term->text;
  }
  void set_class(const std::string& text) {
    const std::string name = text.substr(text.find_last_of("./#") + 1);
    const auto found = std::find_if(std::begin(kGasClasses), std::end(kGasClasses),
                                    [&](const GasClass& one) { return one.name == name; });
    if (found == std::end(kGasClasses))
      fail_at(position_, "gas:gasClass {} is unknown; write BFS, SSSP, CC or PR of com.bigdata.rdf.graph.analytics",
              name);
    class_ = &*found;
  }
  void set_direction(const std::string& text) {
    const std::string_view direction = text == "Forward"      ? "out"
                                       : text == "Reverse"    ? "in"
                                       : text == "Undirected" ? "both"
                                                              : "";
    if (direction.empty())
      fail_at(position_, "gas:traversalDirection must be \"Forward\", \"Reverse\" or \"Undirected\", not \"{}\"", text);
    invoke_.arguments.push_back({"direction", Term(TermView::string(direction))});
  }
  void add_all(std::string_view name, std::vector<Node>& values) {
    for (Node& value : values) invoke_.arguments.push_back({std::string(name), std::move(value)});
  }

  std::vector<Pattern> edges() {
    const VariableId source = request_.variables.fresh(), target = request_.variables.fresh();
    invoke_.edges.push_back({source, target, std::nullopt, false});
    std::vector<Pattern> patterns;
    for (Node& link : links_) patterns.push_back(leaf(Bgp{{{source, std::move(link), target}}}, position_));
    if (patterns.empty()) patterns.push_back(all_links(source, target));
    return patterns;
  }
  Pattern all_links(VariableId source, VariableId target) {
    Pattern all = leaf(Bgp{{{source, request_.variables.fresh(), target}}}, position_);
    Expression object, is_literal, condition;
    object.kind = ExpressionKind::variable;
    object.variable = target;
    is_literal.kind = ExpressionKind::function;
    is_literal.builtin = Builtin::is_literal;
    is_literal.arguments.push_back(std::move(object));
    condition.kind = ExpressionKind::logical_not;
    condition.arguments.push_back(std::move(is_literal));
    Filter filter{std::move(all.algebra), {}};
    filter.conditions.push_back(std::move(condition));
    return above(1, std::move(filter), position_);
  }

  Request& request_;
  Invoke& invoke_;
  const Position position_;
  const GasClass* class_ = nullptr;
  std::vector<Node> starts_, links_, iterations_;
  std::array<std::optional<Node>, 3> outputs_;
};

}  // namespace

std::vector<Pattern> read_gas_settings(Request& request, std::vector<TriplePattern> settings, Invoke& invoke,
                                       Position position) {
  GasReader reader(request, invoke, position);
  for (TriplePattern& setting : settings) reader.read(std::move(setting));
  return reader.finish();
}

}  // namespace quadrille::parser
