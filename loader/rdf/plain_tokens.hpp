#pragma once

// PlainTokens rewrites tokens so that Serd 0.30 reads them correctly. Serd is the loader's grammar for Turtle, TriG and
// unusual lines of N-Triples, but its handling of single tokens has faults that would change the data:
//
//   document        to Serd          because Serd
//   <a>             <x:a>            takes <base>, <prefix>, <graph> as subjects for the keywords, and requires schemes
//                                    in N-Quads
//   p:a, :a         xp:a, x:a        takes the prefixes true: and false: for the booleans
//   _:b1            _:xb1            renames b1 to B1, since its own labels are b1, b2; then B1 clashes
//   1. , _:a.       1 . , _:xa .     reads "1." as a plain literal, and "_:a." in N-Quads as the label "a."
//   "a" ^^ t:b      "a"^^xt:b        does not accept white space there, which the grammar allows
//   a raw NUL       \u0000           takes it for the end
//   """x"\n"""      """x\"\n"""      keeps an escape after a quote in a long string unchanged
//
// Comments are removed, white space becomes one space. A term from Serd without a mark is Serd's own (rdf:type, list
// cells).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/turtle_lexer.hpp"

namespace quadrille {

inline constexpr std::string_view kIriMark = "x:";
inline constexpr char kNameMark = 'x';

// A statement has at least one quad, or it is malformed: Serd takes some malformed ones for the end of the document,
// and reports nothing. Directives, the end of a graph and empty lines have none.
enum class StatementContent : std::uint8_t { quads, no_quads };

class PlainTokens {
 public:
  void clear();
  void append(const Token& token, std::string_view text);
  // Appends text that is not in the document; faults in it belong to the token after it.
  void append_own(std::string_view text);

  const std::string& text() const { return text_; }
  // Maps Serd's `offset` to the offset in the document's text, and to the start of the token there.
  std::size_t original_offset(std::size_t offset) const;
  std::size_t original_token(std::size_t offset) const;

 private:
  struct Place {
    std::size_t here, original, end;
  };
  const Place& place_at(std::size_t offset) const;

  std::string text_;
  std::vector<Place> places_;
  TokenKind last_ = TokenKind::end;
};

}  // namespace quadrille
