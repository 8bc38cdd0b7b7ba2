#pragma once

// A JsonParser reads one JSON text (RFC 8259) by recursive descent; nesting is limited, so the stack is, too.
//
// Strings without escapes are not copied: they point into the text. Local.

#include <cstddef>
#include <string>
#include <string_view>

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

class JsonParser {
 public:
  JsonParser(std::string_view text, Arena& arena, std::size_t deepest)
      : text_(text), arena_(arena), deepest_(deepest) {}

  // The value of the whole text. JsonSyntaxError.
  Value parse();

 private:
  Value value(std::size_t depth);
  Value object(std::size_t depth);
  Value array(std::size_t depth);
  Value number();
  Value word(std::string_view word, Value value);
  std::string_view string();
  std::string_view string_with_escapes(std::size_t begin, bool has_high_bytes);
  void append_escape(std::string& out);
  std::uint32_t hexadecimal();
  std::size_t digits();

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space();
  bool take(char c);
  void expect(char c, const char* expected);
  [[noreturn]] void refuse(std::size_t at, std::string reason) const;
  [[noreturn]] void refuse_here(std::string_view expected) const;

  std::string_view text_;
  Arena& arena_;
  std::size_t deepest_;
  std::size_t at_ = 0;
};

}  // namespace quadrille::jsonld
