#pragma once

// A SourceText is the text of a request, prepared for the lexer: checked to be UTF-8, codepoint escapes replaced
// (SPARQL 1.1 Query, 19.2), a byte order mark skipped.
//
//   as written    SELECT ?\u0078 { ?\u0078 :p "a\u0022" }
//   text()        SELECT ?x { ?x :p "a\u0022" }
//
// Escapes of quotes, "\", "<", ">", space and control characters stay. 19.2 allows an escape only where its character
// would be legal; for these that is inside strings, where the lexer recognises them as escapes. (SPARQL 1.2 reaches the
// same by allowing escapes only in strings.) Escapes of code points that are no characters, such as surrogates, also
// stay, and are legal nowhere.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::parser {

class SourceText {
 public:
  // `written` must outlive this. Throws Error(syntax) if it is not UTF-8, or is 4 GiB or longer.
  explicit SourceText(std::string_view written);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  std::string_view text() const { return text_; }

  // A replaced escape: the character at text()[offset] was written with `extra` additional characters.
  struct Replacement {
    std::uint32_t offset;
    std::uint32_t extra;
  };
  const std::vector<Replacement>& replacements() const { return replacements_; }

 private:
  void replace_escapes(std::string_view written);

  std::string_view text_;
  std::string owned_;  // the text, if escapes were replaced
  std::vector<Replacement> replacements_;
};

// The character of the escape at the start of `text` (\uXXXX or \UXXXXXXXX), with the escape's size in bytes; nullopt
// if there is no escape, or if it is of no character (a surrogate, or beyond U+10FFFF).
struct EscapedCharacter {
  char32_t value;
  std::size_t size;
};
std::optional<EscapedCharacter> codepoint_escape(std::string_view text);

}  // namespace quadrille::parser
