#include "parser/detail/token_names.hpp"

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "parser/detail/characters.hpp"
#include "parser/detail/keywords.hpp"
#include "parser/detail/token_families.hpp"

namespace quadrille::parser {

std::string_view head(std::string_view text, std::size_t size) {
  if (size >= text.size()) return text;
  while (size > 0 && is_continuation(text[size])) --size;
  return text.substr(0, size);
}

namespace {

// The fault of a string that the lexer could not read; `rest` is the text after its good part.
std::string string_fault(std::string_view rest) {
  if (!rest.starts_with('\\')) return "the string that begins here is not closed";
  if (rest.starts_with("\\u")) return fmt::format("this string has '{}', which names no character", head(rest, 6));
  if (rest.starts_with("\\U")) return fmt::format("this string has '{}', which names no character", head(rest, 10));
  const std::size_t next = rest.size() > 1 ? decode(rest, 1).size : 0;
  return fmt::format("this string has '{}', which is no escape of SPARQL; a backslash is written '\\\\'",
                     rest.substr(0, 1 + next));
}

}  // namespace

std::string found_text(const SourceText& source, const Token& token) {
  constexpr std::size_t kLongestQuote = 40;
  const std::string_view text = token.text(source.text());
  if (token.kind == TokenKind::END) return "unexpected end of the text";
  if (token.kind == TokenKind::DATA_BLOCK) return "unexpected '{'";
  if (is_broken_string(source, token)) return string_fault(source.text().substr(token.offset + token.size));
  if (text.size() <= kLongestQuote) return fmt::format("unexpected '{}'", text);
  return fmt::format("unexpected '{}...'", head(text, kLongestQuote - 3));
}

bool is_broken_string(const SourceText& source, const Token& token) {
  const std::string_view text = token.text(source.text());
  return token.kind == TokenKind::UNKNOWN && (text.starts_with('"') || text.starts_with('\''));
}

std::string expected_text(const std::vector<TokenKind>& kinds) {
  constexpr std::size_t kMaxNames = 8;
  std::vector<std::string> names = names_of(kinds);
  const bool more = names.size() > kMaxNames;
  if (more) names.resize(kMaxNames);
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    text += i + 1 == names.size() && !more ? " or " : ", ";
    text += names[i];
  }
  return more ? text + " ..." : text;
}

std::string suggestion_text(const SourceText& source, const Token& word, const std::vector<TokenKind>& expected) {
  std::vector<std::string> names;
  for (const TokenKind kind : expected)
    if (is_keyword(kind)) names.emplace_back(kind == TokenKind::A ? "a" : grammar_name(kind));
  const auto name = nearest(word.text(source.text()), names);
  return name ? fmt::format("; did you mean {}?", *name) : std::string();
}

}  // namespace quadrille::parser
