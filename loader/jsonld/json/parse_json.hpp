#pragma once

// Reads a JSON text (RFC 8259, UTF-8) as a Value, over the SAX interface of nlohmann/json, which checks the grammar.
//
// A key that occurs twice in an object has its last value. Nesting beyond a limit is an error; reading is iterative, so
// no depth uses up the stack. Local. Cost: one pass; all parts lie in `arena`.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

// The algorithms recurse into values: some hundred bytes of stack for each level.
inline constexpr std::size_t kDeepestNesting = 500;

// "line 2, column 5: reason"
class JsonSyntaxError : public Error {
 public:
  JsonSyntaxError(std::uint64_t line, std::uint32_t column, std::string reason);

  std::uint64_t line() const { return line_; }      // from 1
  std::uint32_t column() const { return column_; }  // from 1, in characters
  const std::string& reason() const { return reason_; }

 private:
  std::uint64_t line_;
  std::uint32_t column_;
  std::string reason_;
};

// JsonSyntaxError if the text is not JSON or is nested deeper than `deepest`.
Value parse_json(std::string_view text, Arena& arena, std::size_t deepest = kDeepestNesting);

}  // namespace quadrille::jsonld
