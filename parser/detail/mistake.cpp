#include "parser/detail/mistake.hpp"

#include "parser/detail/lexer.hpp"
#include "parser/detail/token_names.hpp"

namespace quadrille::parser {

namespace {
constexpr std::size_t kLongestText = 60;
}  // namespace

std::string_view Mistake::text() const {
  return head(token_.text(source_.text()), kLongestText);
}

bool Mistake::begins(std::string_view text) const {
  return source_.text().substr(token_.offset).starts_with(text);
}

bool Mistake::follows_at_once() const {
  return !before_.empty() && before_.back().offset + before_.back().size == token_.offset;
}

bool Mistake::is_word(std::string_view upper) const {
  if (token_.kind != TokenKind::WORD) return false;
  const std::string_view word = text();
  return std::equal(word.begin(), word.end(), upper.begin(), upper.end(),
                    [](char c, char u) { return (c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c) == u; });
}

std::string_view Mistake::text_before(std::size_t back) const {
  if (back > before_.size()) return {};
  return head(before_[before_.size() - back].text(source_.text()), kLongestText);
}

bool Mistake::has_before(TokenKind kind) const {
  return std::any_of(before_.begin(), before_.end(), [kind](const Token& token) { return token.kind == kind; });
}

TokenKind Mistake::next() const {
  Lexer lexer(source_, token_);
  lexer.next();
  return lexer.next().kind;
}

std::size_t Mistake::open_bracket() const {
  std::size_t closed = 0;
  for (std::size_t back = 1; back <= before_.size(); ++back) {
    if (is_closing(before(back))) ++closed;
    if (is_opening(before(back)) && closed-- == 0) return back;
  }
  return 0;
}

}  // namespace quadrille::parser
