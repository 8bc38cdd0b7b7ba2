#pragma once

// A place where a text goes wrong, as the hints look at it (hints.hpp): the token that cannot stand there, what stands
// around it, and what could have stood there instead.

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
  // The beginning of its text, which is all of it unless that is very long.
  std::string_view text() const;
  bool is(std::initializer_list<TokenKind> kinds) const { return is_one_of(token_.kind, kinds); }
  // Whether the text goes on so from here.
  bool begins(std::string_view text) const;
  // Whether nothing stands between it and the token in front of it.
  bool follows_at_once() const;
  // A word that is no keyword, in any case.
  bool is_word(std::string_view upper) const;

  bool can_be(TokenKind kind) const { return std::find(expected_.begin(), expected_.end(), kind) != expected_.end(); }
  bool can_only_be(TokenKind kind) const { return expected_.size() == 1 && expected_.front() == kind; }

  // The token `back` places in front of it, from 1 on; END where there is none.
  TokenKind before(std::size_t back = 1) const {
    return back <= before_.size() ? before_[before_.size() - back].kind : TokenKind::END;
  }
  bool is_after(std::initializer_list<TokenKind> kinds) const { return is_one_of(before(), kinds); }
  std::string_view text_before(std::size_t back = 1) const;  // likewise
  bool has_before(TokenKind kind) const;
  // The token that follows it.
  TokenKind next() const;

  // The place in front of it of the innermost bracket that is still open, counted as by before(); 0 if there is none.
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

// What stands in a row of a table of hints: what to do about the mistake, or nothing if it is another one.
using Hint = std::optional<std::string>;

}  // namespace quadrille::parser
