#pragma once

// A SourceText is the text of a request, prepared for the lexer: checked to be UTF-8, a byte order mark skipped.
//
// Codepoint escapes stay: SPARQL 1.2 allows them in strings and IRIs, and they are replaced where these are read
// (SPARQL 1.2 Query, 19.2).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::parser {

class SourceText {
 public:
  // `written` must outlive this. Throws Error(syntax) if it is not UTF-8, or is 4 GiB or longer.
  explicit SourceText(std::string_view written);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// The character of the escape at the start of `text` (\uXXXX or \UXXXXXXXX), with the escape's size in bytes; nullopt
// if there is no escape, or if it is of no character (a surrogate, or beyond U+10FFFF).
struct EscapedCharacter {
  char32_t value;
  std::size_t size;
};
std::optional<EscapedCharacter> codepoint_escape(std::string_view text);
// The size of such an escape, also of one of no character; 0 if there is none.
std::size_t codepoint_escape_size(std::string_view text);

// `text` with its codepoint escapes replaced; nullopt if one is of no character.
std::optional<std::string> without_escapes(std::string_view text);

}  // namespace quadrille::parser
