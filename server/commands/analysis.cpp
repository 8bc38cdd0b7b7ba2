#include "server/commands/analysis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"

namespace quadrille::server {

namespace {

using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::Result;
using query::ResultType;

constexpr std::string_view kAlgorithmPrefix = "PREFIX algo: <quadrille:algorithm/>\n";

template <class Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.emplace_back(item.name);
  return names;
}

// The item of this name; `what` is "algorithm", "parameter of bfs".
template <class Items>
const auto& find_named(const Items& items, std::string_view name, const std::string& what) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
  if (found != items.end()) return *found;
  const std::vector<std::string> names = names_of(items);
  const auto near = nearest(name, names);
  if (near) fail(ErrorKind::user, "{} is no {}; did you mean {}?", name, what, *near);
  fail(ErrorKind::user, "{} is no {}; there are: {}", name, what, fmt::join(names, ", "));
}

// A term as users write it: <IRI>, prefixed name, number, literal; a bare IRI gets its brackets.
std::string term_text(const std::string& word) {
  const std::size_t scheme = word.find(':');
  if (word.empty() || word.front() == '<' || word.front() == '"' || word.front() == '\'') return word;
  if (scheme == std::string::npos) return word;
  const bool is_iri = word.compare(scheme, 3, "://") == 0 || word.starts_with("urn:") || word.starts_with("mailto:");
  return is_iri ? '<' + word + '>' : word;
}

std::string value_text(const Parameter& parameter, const std::string& value) {
  switch (parameter.type) {
    case ParameterType::word:
      return '"' + value + '"';
    case ParameterType::vertices:
      return term_text(value);
    case ParameterType::boolean:
    case ParameterType::integer:
    case ParameterType::number:
      return value;
  }
  return value;
}

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isdigit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  });
}

// Moves the PREFIX declarations at the beginning of a pattern to `declarations`.
std::string_view without_prefixes(std::string_view pattern, std::string& declarations) {
  const auto skip_blanks = [&] {
    while (!pattern.empty() && std::isspace(static_cast<unsigned char>(pattern.front()))) pattern.remove_prefix(1);
  };
  skip_blanks();
  while (to_lower(pattern.substr(0, 6)) == "prefix") {
    const std::size_t end = pattern.find('>');
    if (end == std::string_view::npos) break;
    declarations += fmt::format("{}\n", pattern.substr(0, end + 1));
    pattern.remove_prefix(end + 1);
    skip_blanks();
  }
  return pattern;
}

bool has_variable(std::string_view pattern, std::string_view name) {
  for (std::size_t at = pattern.find(name); at != std::string_view::npos; at = pattern.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at > 0 && (pattern[at - 1] == '?' || pattern[at - 1] == '$');
    const bool ends =
        end == pattern.size() || !(std::isalnum(static_cast<unsigned char>(pattern[end])) || pattern[end] == '_');
    if (begins && ends) return true;
  }
  return false;
}

// The call of the algorithm: prologue, and the SERVICE block that binds a variable of its name to each of `results`.
class AnalysisText {
 public:
  AnalysisText(const Analysis& analysis, query::Procedures algorithms)
      : analysis_(analysis), procedure_(find_algorithm(algorithms, analysis.algorithm)) {}

  const Procedure& procedure() const { return procedure_; }
  const Result& result(const std::string& name) const {
    return find_named(procedure_.results, name, fmt::format("result of {}", procedure_.name));
  }

  // The variable of a result in the block. The names of edge columns are taken there.
  static std::string variable_of(const std::string& result) {
    const bool is_taken = result == "source" || result == "target" || result == "weight" || result == "node";
    return (is_taken ? "?result_" : "?") + result;
  }
  // The same as a column of a SELECT.
  static std::string column_of(const std::string& result) {
    const std::string variable = variable_of(result);
    return variable == "?" + result ? variable : fmt::format("({} AS ?{})", variable, result);
  }

  // `prologue` gets the declarations.
  std::string service(const std::vector<std::string>& results, std::string& prologue) const {
    prologue += kAlgorithmPrefix;
    std::string settings, patterns;
    add_edges(settings, patterns, prologue);
    if (!analysis_.nodes.empty()) {
      const std::string_view nodes = without_prefixes(analysis_.nodes, prologue);
      expect_variable(nodes, "node", "--nodes");
      settings += " ; algo:node ?node";
      patterns += fmt::format("{} {{ {} }}", patterns.empty() ? "" : " UNION", nodes);
    }
    for (const auto& [name, value] : analysis_.parameters) add_parameter(settings, name, value);
    for (const std::string& name : results) settings += fmt::format(" ; algo:{} {}", name, variable_of(name));
    return fmt::format("SERVICE algo:{} {{\n  []{}\n  {}\n}}", procedure_.name, settings.substr(2), patterns);
  }

 private:
  static void expect_variable(std::string_view pattern, const char* name, const char* option) {
    if (has_variable(pattern, name)) return;
    fail(ErrorKind::user, "{} needs a pattern with the variable ?{}; it is: {}", option, name, pattern);
  }

  void add_edges(std::string& settings, std::string& patterns, std::string& prologue) const {
    if (analysis_.edges.empty() == analysis_.predicates.empty()) {
      fail(ErrorKind::user,
           "give the edges either by --edges PATTERN, such as '?source ex:knows ?target', or by --predicate IRI");
    }
    for (const std::string& predicate : analysis_.predicates) {
      settings += fmt::format(" ; algo:predicate {}", term_text(predicate));
    }
    if (analysis_.edges.empty()) return;
    const std::string_view edges = without_prefixes(analysis_.edges, prologue);
    for (const char* const name : {"source", "target"}) {
      expect_variable(edges, name, "--edges");
      settings += fmt::format(" ; algo:{} ?{}", name, name);
    }
    if (has_variable(edges, "weight")) settings += " ; algo:weight ?weight";
    patterns += fmt::format("{{ {} }}", edges);
  }

  void add_parameter(std::string& settings, const std::string& name, const std::string& value) const {
    const auto& parameters = procedure_.parameters;
    const auto is_it = [&](const Parameter& parameter) {
      return parameter.name == name || (!parameter.together.empty() && parameter.together == name);
    };
    const auto found = std::find_if(parameters.begin(), parameters.end(), is_it);
    const Parameter& parameter = found != parameters.end()
                                     ? *found
                                     : find_named(parameters, name, fmt::format("parameter of {}", procedure_.name));
    const bool is_numeric = parameter.type == ParameterType::integer || parameter.type == ParameterType::number;
    if (is_numeric && !is_number(value)) {
      fail(ErrorKind::user, "--{} of {} must be a number, not '{}'", name, procedure_.name, value);
    }
    if (parameter.type == ParameterType::boolean && value != "true" && value != "false") {
      fail(ErrorKind::user, "--{} of {} must be true or false, not '{}'", name, procedure_.name, value);
    }
    settings += fmt::format(" ; algo:{} {}", name, value_text(parameter, value));
  }

  const Analysis& analysis_;
  const Procedure& procedure_;
};

}  // namespace

const Procedure& find_algorithm(query::Procedures algorithms, const std::string& name) {
  return find_named(algorithms, name, "algorithm");
}

std::string analysis_query(const Analysis& analysis, query::Procedures algorithms) {
  const AnalysisText text(analysis, algorithms);
  std::vector<std::string> columns = analysis.columns;
  for (const std::string& name : columns) text.result(name);
  if (columns.empty()) {
    for (const Result& result : text.procedure().results) {
      const bool is_edge_column = result.name == "edge";  // a variable of the pattern
      const bool is_there = !is_edge_column || has_variable(analysis.edges, result.name);
      if (!result.of_run && is_there) columns.emplace_back(result.name);
    }
  }
  std::string prologue;
  const std::string service = text.service(columns, prologue);
  for (std::string& column : columns) column = AnalysisText::column_of(column);
  return fmt::format("{}SELECT {} {{ {} }}\n", prologue, fmt::join(columns, " "), service);
}

std::string analysis_update(const Analysis& analysis, query::Procedures algorithms) {
  const AnalysisText text(analysis, algorithms);
  const auto& results = text.procedure().results;
  if (results.size() < 2 || results[0].type != ResultType::vertex) {
    fail(ErrorKind::user, "the results of {} are no values of vertices; --into cannot store them", analysis.algorithm);
  }
  const std::string vertex(results[0].name);
  const std::string value(analysis.value.empty() ? std::string(results[1].name) : analysis.value);
  if (text.result(value).of_run) {
    fail(ErrorKind::user, "{} is one value of the run, not of each {}; --into cannot store it", value, vertex);
  }
  std::string prologue;
  const std::string service = text.service({vertex, value}, prologue);
  const std::string quad = fmt::format("?{} {} ?{}", vertex, term_text(analysis.property), value);
  const std::string head =
      analysis.into == "default" ? quad : fmt::format("GRAPH {} {{ {} }}", term_text(analysis.into), quad);
  return fmt::format("{}INSERT {{ {} }} WHERE {{ {} }}\n", prologue, head, service);
}

}  // namespace quadrille::server
