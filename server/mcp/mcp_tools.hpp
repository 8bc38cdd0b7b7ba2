#pragma once

// The tools that a language model can call.
//
//   schema     classes, predicates, and what they connect
//   find       things, classes and predicates by their names
//   query      a query in SPARQL, which changes nothing
//   describe   the triples of one thing
//   explain    the plan of a query

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

enum class Tool : std::uint8_t { schema, find, query, describe, explain };

struct ToolResult {
  std::string text;
  bool is_error = false;  // the text says what to change
};

// The definitions, as tools/list has them.
nlohmann::ordered_json tool_definitions();

std::optional<Tool> find_tool(std::string_view name);

// Why the arguments do not suit the tool, for the model; empty: they do.
std::string wrong_arguments(Tool tool, const nlohmann::json& arguments);

// How to use the tools together, for the model.
std::string_view tool_instructions();

}  // namespace quadrille::server
