#pragma once

// A Mistake is the place of a syntax error as the hints need it (hints.hpp): the wrong token, the tokens around it, and
// the possible tokens in its place.

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

class Mistake {
 public:
  Mistake(const SourceText& source, std::span<const Token> before, const Token& token,
          const std::vector<TokenKind>& expected)
      : source_(source), before_(before), token_(token), expected_(expected) {}

  TokenKind kind() const { return token_.kind; }
  // The start of its text; all of it unless it is very long.
  std::string_view text() const;
  bool is(std::initializer_list<TokenKind> kinds) const { return is_one_of(token_.kind, kinds); }
  // True if the text from here on starts with `text`.
  bool begins(std::string_view text) const;
  // True if nothing is between it and the previous token.
  bool follows_at_once() const;
  // A word that is no keyword, in any case.
  bool is_word(std::string_view upper) const;

  bool can_be(TokenKind kind) const { return std::find(expected_.begin(), expected_.end(), kind) != expected_.end(); }
  bool can_only_be(TokenKind kind) const { return expected_.size() == 1 && expected_.front() == kind; }

  // The token `back` places before it, from 1 on; END if there is none.
  TokenKind before(std::size_t back = 1) const {
    return back <= before_.size() ? before_[before_.size() - back].kind : TokenKind::END;
  }
  bool is_after(std::initializer_list<TokenKind> kinds) const { return is_one_of(before(), kinds); }
  std::string_view text_before(std::size_t back = 1) const;  // likewise
  bool has_before(TokenKind kind) const;
  // The token that follows it.
  TokenKind next() const;

  // The distance, as in before(), to the innermost bracket that is still open; 0 if there is none.
  std::size_t open_bracket() const;

 private:
  static bool is_one_of(TokenKind kind, std::initializer_list<TokenKind> kinds) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  }

  const SourceText& source_;
  std::span<const Token> before_;
  const Token& token_;
  const std::vector<TokenKind>& expected_;
};

// A row of a table of hints: advice about the mistake, or nothing if it is another mistake.
using Hint = std::optional<std::string>;

}  // namespace quadrille::parser
