#include "loader/jsonld/json/parse_json.hpp"

#include <fmt/format.h>

#include <utility>

#include "loader/jsonld/json/json_parser.hpp"

namespace quadrille::jsonld {

JsonSyntaxError::JsonSyntaxError(std::uint64_t line, std::uint32_t column, std::string reason)
    : Error(ErrorKind::syntax, fmt::format("line {}, column {}: {}", line, column, reason)),
      line_(line),
      column_(column),
      reason_(std::move(reason)) {}

Value parse_json(std::string_view text, Arena& arena, std::size_t deepest) {
  return JsonParser(arena.copy(text), arena, deepest).parse();
}

Value parse_json_in_place(std::string_view text, Arena& arena, std::size_t deepest) {
  return JsonParser(text, arena, deepest).parse();
}

}  // namespace quadrille::jsonld
