#include "parser/detail/jena_text.hpp"

#include <algorithm>

#include "parser/detail/keywords.hpp"

namespace quadrille::parser {

namespace {

// The end of the string that begins at `i`: behind its quote, or the end of the line.
std::size_t string_end(std::string_view text, std::size_t i) {
  const char quote = text[i];
  for (++i; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return std::min(i, text.size());
}

// Behind the IRI that begins at `i`, or i + 1 if there is none.
std::size_t iri_end(std::string_view text, std::size_t i) {
  const std::size_t end = text.find_first_of("<> \t\r\n\"", i + 1);
  return end != std::string_view::npos && text[end] == '>' ? end + 1 : i + 1;
}

// Finds the ends of rules. A rule has a body, an arrow and a head.
class RuleEnds {
 public:
  explicit RuleEnds(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::vector<Token> add() {
    find_next_arrows();
    ended_.reserve(tokens_.size());
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (ends_before(i)) {
        Token dot = tokens_[i];
        dot.kind = TokenKind::DOT;
        dot.size = 0;
        ended_.push_back(dot);
        in_head_ = false;
      }
      see(i);
      ended_.push_back(tokens_[i]);
    }
    return std::move(ended_);
  }

 private:
  bool is_arrow(std::size_t i) const {
    using enum TokenKind;
    if (i + 1 >= tokens_.size()) return false;
    const TokenKind first = tokens_[i].kind, second = tokens_[i + 1].kind;
    return (first == MINUS_SIGN && second == GREATER) || (first == LESS && second == MINUS_SIGN);
  }

  // arrow_follows_[i]: from the token i on, an arrow comes before a "." or the end.
  void find_next_arrows() {
    arrow_follows_.resize(tokens_.size());
    bool follows = false;
    for (std::size_t i = tokens_.size(); i-- > 0;) {
      const TokenKind kind = tokens_[i].kind;
      if (kind == TokenKind::DOT || kind == TokenKind::END || kind == TokenKind::LANG_DIR) follows = false;
      if (is_arrow(i)) follows = true;
      arrow_follows_[i] = follows;
    }
  }

  // True for the first token behind the head of a rule outside of brackets that has no "." of its own.
  bool ends_before(std::size_t i) const {
    using enum TokenKind;
    if (!in_head_ || depth_ > 0 || conclusions_ == 0) return false;
    const Token& token = tokens_[i];
    if (token.kind == END || token.kind == LANG_DIR || token.kind == PNAME_NS) return true;
    const bool on_new_line = token.position.line != tokens_[i - 1].position.line;
    if (!on_new_line || tokens_[i - 1].kind == COMMA) return false;
    return (token.kind == LPAREN || token.kind == WORD || token.kind == LBRACKET || token.kind == MINUS_SIGN) &&
           arrow_follows_[i];
  }

  void see(std::size_t i) {
    using enum TokenKind;
    const TokenKind kind = tokens_[i].kind;
    if (depth_ == 0 && is_arrow(i)) {
      in_head_ = true;
      conclusions_ = 0;
    }
    if (depth_ == 0 && kind == DOT) in_head_ = false;
    if (is_opening(kind)) ++depth_;
    if (is_closing(kind) && depth_ > 0 && --depth_ == 0) ++conclusions_;
    if (kind == NIL && depth_ == 0) ++conclusions_;
  }

  std::vector<Token> tokens_;
  std::vector<Token> ended_;
  std::vector<bool> arrow_follows_;
  std::size_t depth_ = 0;        // of open brackets of all kinds
  std::size_t conclusions_ = 0;  // of the head so far
  bool in_head_ = false;         // of a rule outside of brackets
};

}  // namespace

std::string with_sharp_comments(std::string_view text) {
  std::string changed(text);
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\'' || c == '"') {
      i = string_end(text, i);
    } else if (c == '<') {
      i = iri_end(text, i);
    } else if (c == '#' || (c == '/' && text.substr(i).starts_with("//") && (i == 0 || text[i - 1] != ':'))) {
      changed[i] = '#';
      i = std::min(text.find('\n', i), text.size());
    } else {
      ++i;
    }
  }
  return changed;
}

std::vector<Token> with_rule_ends(std::vector<Token> tokens) {
  for (Token& token : tokens) {
    if (is_keyword(token.kind)) token.kind = TokenKind::WORD;
  }
  return RuleEnds(std::move(tokens)).add();
}

}  // namespace quadrille::parser
