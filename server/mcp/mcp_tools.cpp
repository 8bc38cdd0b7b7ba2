#include "server/mcp/mcp_tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

namespace quadrille::server {

namespace {

using Json = nlohmann::ordered_json;

// All arguments are strings.
struct Argument {
  std::string_view name, description;
  bool is_required = false;
};

constexpr Argument kGraph{"graph", "IRI of a named graph to look at instead of the default graph"};

constexpr std::array kOfSchema{
    Argument{"class", "IRI of a class: only what its things have, with more detail"},
    kGraph,
};
constexpr std::array kOfFind{
    Argument{"text",
             "the beginning of a name (a label, a title), or of an IRI such as http://example.org/Pers; words "
             "of the data's language work best",
             true},
    kGraph,
};
constexpr std::array kOfQuery{
    Argument{"query", "SPARQL 1.1: SELECT, ASK, CONSTRUCT or DESCRIBE, with PREFIX declarations or whole IRIs", true},
};
constexpr std::array kOfDescribe{
    Argument{"iri", "the IRI of the thing, without brackets; or the label of a blank node, such as _:b12", true},
};
constexpr std::array kOfExplain{
    Argument{"query", "the query in SPARQL", true},
};

struct Definition {
  std::string_view name, title, description;
  std::span<const Argument> arguments;
};

// In the order of Tool.
constexpr std::array kTools{
    Definition{"schema", "What is in the data",
               "Lists the classes and predicates of the data with their counts, and which classes the predicates "
               "connect. Call it first: queries need the IRIs as they are in the data.",
               kOfSchema},
    Definition{"find", "Find by name",
               "Finds classes, predicates and things by the beginning of a label, a title, another name, or an IRI. "
               "Use it to get the IRI of something that is known by name.",
               kOfFind},
    Definition{"query", "Query",
               "Runs a SPARQL query and returns its rows as tab-separated values with terms in N-Triples form, or its "
               "triples. At most 100 rows: aggregate in the query (COUNT, GROUP BY) instead of reading many rows. It "
               "cannot change the data.",
               kOfQuery},
    Definition{"describe", "Describe a thing",
               "Shows the triples that have one thing as subject or object, at most 100. Use it to see which "
               "predicates a thing has.",
               kOfDescribe},
    Definition{"explain", "Explain a query",
               "Shows how a query would be run, without running it: its steps with the expected numbers of rows. Use "
               "it for a query that takes too long.",
               kOfExplain},
};

Json schema_of(std::span<const Argument> arguments) {
  Json properties = Json::object(), required = Json::array();
  for (const Argument& one : arguments) {
    properties[std::string(one.name)] = {{"type", "string"}, {"description", one.description}};
    if (one.is_required) required.push_back(one.name);
  }
  return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

}  // namespace

Json tool_definitions() {
  Json tools = Json::array();
  for (const Definition& one : kTools) {
    tools.push_back({{"name", one.name},
                     {"title", one.title},
                     {"description", one.description},
                     {"inputSchema", schema_of(one.arguments)},
                     {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
  }
  return tools;
}

std::optional<Tool> find_tool(std::string_view name) {
  const auto found =
      std::find_if(kTools.begin(), kTools.end(), [&](const Definition& one) { return one.name == name; });
  if (found == kTools.end()) return std::nullopt;
  return static_cast<Tool>(found - kTools.begin());
}

std::string wrong_arguments(Tool tool, const nlohmann::json& arguments) {
  const Definition& definition = kTools[static_cast<std::size_t>(tool)];
  if (!arguments.is_object()) return "the arguments must be a JSON object";
  for (const Argument& one : definition.arguments) {
    const auto found = arguments.find(one.name);
    const bool is_there = found != arguments.end() && !found->is_null();
    if (one.is_required && !is_there)
      return fmt::format("the tool {} needs the argument '{}': {}", definition.name, one.name, one.description);
    if (is_there && !found->is_string()) return fmt::format("the argument '{}' must be a string", one.name);
  }
  for (const auto& [name, value] : arguments.items()) {
    const auto is_it = [&name = name](const Argument& one) { return one.name == name; };
    if (std::none_of(definition.arguments.begin(), definition.arguments.end(), is_it))
      return fmt::format("the tool {} has no argument '{}'", definition.name, name);
  }
  return {};
}

std::string_view tool_instructions() {
  return "An RDF database that is queried in SPARQL. Begin with schema to learn the classes and predicates, use find "
         "to get the IRIs of things that are known by name, then query. describe shows what one thing has. Nothing "
         "can be changed. Answers have at most 100 rows and say when they are cut.";
}

}  // namespace quadrille::server
