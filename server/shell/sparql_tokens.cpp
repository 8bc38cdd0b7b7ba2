#include "server/shell/sparql_tokens.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kTokenBlanks = " \t\r\n";

bool is_letter_or_digit(char letter) {
  const char lower = to_lower(letter);
  return (lower >= 'a' && lower <= 'z') || (letter >= '0' && letter <= '9') || (letter & 0x80) != 0;
}

bool is_name_part(char letter) {
  return is_letter_or_digit(letter) || std::string_view("_-.:%\\").find(letter) != std::string_view::npos;
}

std::size_t end_of_line(std::string_view text, std::size_t from) {
  return std::min(text.find('\n', from), text.size());
}

Token string_at(std::string_view text, std::size_t begin) {
  const std::string_view quote = text.substr(begin, 1);
  const bool is_long = begin + 2 < text.size() && text[begin + 1] == quote[0] && text[begin + 2] == quote[0];
  const std::string_view end = is_long ? text.substr(begin, 3) : quote;
  for (std::size_t at = begin + end.size(); at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text.substr(at).starts_with(end)) {
      return {TokenKind::literal, begin, at + end.size()};
    } else if (text[at] == '\n' && !is_long) {
      return {TokenKind::literal, begin, at};
    }
  }
  return {TokenKind::literal, begin, text.size(), is_long};
}

// "<" is an operator unless an IRI follows.
Token iri_or_mark_at(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find_first_of("<>\"{}|^`\\ \t\r\n", begin + 1);
  if (end != std::string_view::npos && text[end] == '>') return {TokenKind::iri, begin, end + 1};
  const bool is_begun = end == std::string_view::npos && begin + 1 < text.size() && is_letter_or_digit(text[begin + 1]);
  if (is_begun) return {TokenKind::iri, begin, text.size(), true};
  return {TokenKind::mark, begin, begin + 1};
}

Token name_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_name_part(text[end])) end += text[end] == '\\' ? 2 : 1;
  end = std::min(end, text.size());
  while (end > begin + 1 && text[end - 1] == '.') --end;  // the end of a triple
  const bool has_prefix = text.substr(begin, end - begin).find(':') != std::string_view::npos;
  return {has_prefix ? TokenKind::name : TokenKind::word, begin, end};
}

Token token_at(std::string_view text, std::size_t begin) {
  const char letter = text[begin];
  if (letter == '#') return {TokenKind::comment, begin, end_of_line(text, begin)};
  if (letter == '"' || letter == '\'') return string_at(text, begin);
  if (letter == '<') return iri_or_mark_at(text, begin);
  if (letter == '?' || letter == '$') {
    std::size_t end = begin + 1;
    while (end < text.size() && (is_letter_or_digit(text[end]) || text[end] == '_')) ++end;
    return {end > begin + 1 ? TokenKind::variable : TokenKind::mark, begin, end};
  }
  if (is_letter_or_digit(letter) || letter == '_' || letter == ':') return name_at(text, begin);
  return {TokenKind::mark, begin, begin + 1};
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = text.find_first_not_of(kTokenBlanks); at != std::string_view::npos;
       at = text.find_first_not_of(kTokenBlanks, tokens.back().end)) {
    tokens.push_back(token_at(text, at));
  }
  return tokens;
}

}  // namespace quadrille::server
