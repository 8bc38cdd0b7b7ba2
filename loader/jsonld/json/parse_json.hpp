#pragma once

// Reads a JSON text (RFC 8259, UTF-8) as a Value.
//
// A key that occurs twice in an object has its last value. Nesting beyond a limit is an error, so that no text uses up
// the stack. Integers beyond 64 bits become the nearest double. Local. Cost: one pass; the README compares it with that
// of nlohmann/json, which tests use as a judge.

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

// JsonSyntaxError if the text is not JSON or is nested deeper than `deepest`. The value lies in `arena`.
Value parse_json(std::string_view text, Arena& arena, std::size_t deepest = kDeepestNesting);

// The same without a copy of the text, which outlives the value.
Value parse_json_in_place(std::string_view text, Arena& arena, std::size_t deepest = kDeepestNesting);

}  // namespace quadrille::jsonld
