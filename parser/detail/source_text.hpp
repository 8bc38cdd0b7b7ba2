#pragma once

// The text of a request, made ready for the lexer: checked to be UTF-8, codepoint escapes replaced (SPARQL 1.1
// Query, 19.2), a byte order mark skipped.
//
//   as written    SELECT ?\u0078 { ?\u0078 :p "a\u0022" }
//   text()        SELECT ?x { ?x :p "a\u0022" }
//
// Escapes of quotes, "\", "<", ">", space and controls stay: 19.2 allows an escape only where its character would be
// legal, which for these is inside strings, and there the lexer knows them as escapes. (SPARQL 1.2 says the same by
// allowing escapes in strings only.) Escapes of what is no character, as surrogates, stay too, and are legal nowhere.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::parser {

class SourceText {
 public:
  // `written` must outlive this. Throws Error(syntax) where it is not UTF-8, or 4 GiB or longer.
  explicit SourceText(std::string_view written);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  std::string_view text() const { return text_; }

  // A replaced escape: the character at text()[offset] was written with `extra` characters more.
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

// The character that an escape at the start of `text` (\uXXXX or \UXXXXXXXX) names, with the escape's size in bytes;
// nullopt if there is no such escape, or if it names no character (a surrogate, or beyond U+10FFFF).
struct EscapedCharacter {
  char32_t value;
  std::size_t size;
};
std::optional<EscapedCharacter> codepoint_escape(std::string_view text);

}  // namespace quadrille::parser
