#include "parser/detail/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "parser/detail/characters.hpp"

namespace quadrille::parser {

namespace {

constexpr unsigned kWord = 8;  // bytes

// True for eight bytes that are one-byte characters, none below the space: so no line ends.
bool is_plain(const char* word) {
  constexpr std::uint64_t kEach = 0x0101010101010101, kHigh = kEach << 7;
  std::uint64_t bytes;
  std::memcpy(&bytes, word, kWord);
  return ((bytes | (bytes - kEach * ' ')) & kHigh) == 0;
}

// The bytes that end an IRI, including "\": escapes have been replaced.
constexpr std::array<bool, 256> kEndsIri = [] {
  std::array<bool, 256> ends{};
  for (std::size_t c = 0; c < 256; ++c) ends[c] = is_forbidden_in_iris(static_cast<unsigned char>(c));
  return ends;
}();

}  // namespace

Lexer::Lexer(const SourceText& source, const Token& from)
    : source_(&source), text_(source.text()), at_(from.offset), position_(from.position) {}

Token Lexer::next() {
  count_position(skip_white(at_));
  Token token{TokenKind::END, static_cast<std::uint32_t>(at_), 0, position_};
  if (at_ == text_.size()) return token;
  const Match found = match(at_);
  token.kind = found.kind;
  token.size = static_cast<std::uint32_t>(found.end - at_);
  count_position(found.end);
  return token;
}

// Moves to `to`, counting lines and characters.
void Lexer::count_position(std::size_t to) {
  for (; at_ + kWord <= to && is_plain(text_.data() + at_); at_ += kWord) position_.column += kWord;
  for (; at_ < to; ++at_) {
    if (text_[at_] == '\n') {
      position_ = {position_.line + 1, 1};
    } else if (!is_continuation(text_[at_])) {
      ++position_.column;
    }
  }
}

// White space and comments.
std::size_t Lexer::skip_white(std::size_t i) const {
  for (; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == '#') {
      i = std::min(text_.find_first_of("\r\n", i), text_.size() - 1);
    } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
      break;
    }
  }
  return i;
}

Lexer::Match Lexer::match(std::size_t i) const {
  switch (text_[i]) {
    case '<':
      return iri_or_less(i);
    case '"':
    case '\'':
      return string(i);
    case '?':
      if (const std::size_t end = variable_end(i + 1); end != i + 1) return {TokenKind::VAR1, end};
      return {TokenKind::QUESTION, i + 1};
    case '$':
      if (const std::size_t end = variable_end(i + 1); end != i + 1) return {TokenKind::VAR2, end};
      return {TokenKind::UNKNOWN, i + 1};
    case '@':
      if (const std::size_t end = language_end(i + 1); end != i + 1) return {TokenKind::LANG_DIR, end};
      return {TokenKind::UNKNOWN, i + 1};
    case ':':
      return prefixed_name(i);
    case '_':
      return blank_node_or_word(i);
    case '+':
    case '-':
      return signed_number(i);
    case '.':
      if (!is_digit(static_cast<unsigned char>(at(i + 1)))) return {TokenKind::DOT, i + 1};
      return number(i);
    default:
      if (is_digit(static_cast<unsigned char>(text_[i]))) return number(i);
      if (is_pn_chars_base(decode(text_, i).value)) return prefixed_name_or_word(i);
      return punctuation(i);
  }
}

Lexer::Match Lexer::punctuation(std::size_t i) const {
  using enum TokenKind;
  const char second = at(i + 1);
  switch (text_[i]) {
    case '{':
      return second == '|' ? Match{ANNOTATION_BEGIN, i + 2} : Match{LBRACE, i + 1};
    case '}':
      return {RBRACE, i + 1};
    case ')':
      return second == '>' && at(i + 2) == '>' ? Match{TRIPLE_END, i + 3} : Match{RPAREN, i + 1};
    case ']':
      return {RBRACKET, i + 1};
    case ',':
      return {COMMA, i + 1};
    case ';':
      return {SEMICOLON, i + 1};
    case '*':
      return {STAR, i + 1};
    case '/':
      return {SLASH, i + 1};
    case '=':
      return {EQUAL, i + 1};
    case '!':
      return second == '=' ? Match{NOT_EQUAL, i + 2} : Match{EXCLAMATION, i + 1};
    case '>':
      if (second == '>') return {REIFIED_END, i + 2};
      return second == '=' ? Match{GREATER_EQUAL, i + 2} : Match{GREATER, i + 1};
    case '|':
      if (second == '}') return {ANNOTATION_END, i + 2};
      return second == '|' ? Match{OR, i + 2} : Match{PIPE, i + 1};
    case '^':
      return second == '^' ? Match{DOUBLE_CARET, i + 2} : Match{CARET, i + 1};
    case '&':
      return second == '&' ? Match{AND, i + 2} : Match{UNKNOWN, i + 1};
    case '~':
      return {TILDE, i + 1};
    case '(': {
      const std::size_t inner = skip_white(i + 1);
      return at(inner) == ')' ? Match{NIL, inner + 1} : Match{LPAREN, i + 1};
    }
    case '[': {
      const std::size_t inner = skip_white(i + 1);
      return at(inner) == ']' ? Match{ANON, inner + 1} : Match{LBRACKET, i + 1};
    }
    default:
      return {UNKNOWN, i + decode(text_, i).size};
  }
}

Lexer::Match Lexer::iri_or_less(std::size_t i) const {
  if (at(i + 1) == '<')
    return at(i + 2) == '(' ? Match{TokenKind::TRIPLE_BEGIN, i + 3} : Match{TokenKind::REIFIED_BEGIN, i + 2};
  std::size_t end = i + 1;
  while (end < text_.size()) {
    if (!kEndsIri[static_cast<unsigned char>(text_[end])]) {
      ++end;
    } else if (const std::size_t escape = codepoint_escape_size(text_.substr(end))) {
      end += escape;
    } else {
      break;
    }
  }
  if (at(end) == '>') return {TokenKind::IRIREF, end + 1};
  return at(i + 1) == '=' ? Match{TokenKind::LESS_EQUAL, i + 2} : Match{TokenKind::LESS, i + 1};
}

// A string that is not closed, or has an invalid escape, is UNKNOWN from its first quote to the fault.
Lexer::Match Lexer::string(std::size_t i) const {
  const char quote = text_[i];
  const bool is_long = at(i + 1) == quote && at(i + 2) == quote;
  const std::size_t quotes = is_long ? 3 : 1;
  for (std::size_t end = i + quotes; end < text_.size();) {
    const char c = text_[end];
    if (c == '\\') {
      const std::size_t size = string_escape_size(text_.substr(end));
      if (size == 0) return {TokenKind::UNKNOWN, end};
      end += size;
    } else if (c == quote && (!is_long || (at(end + 1) == quote && at(end + 2) == quote))) {
      const TokenKind kind = quote == '"' ? (is_long ? TokenKind::STRING_LITERAL_LONG2 : TokenKind::STRING_LITERAL2)
                                          : (is_long ? TokenKind::STRING_LITERAL_LONG1 : TokenKind::STRING_LITERAL1);
      return {kind, end + quotes};
    } else if ((c == '\n' || c == '\r') && !is_long) {
      return {TokenKind::UNKNOWN, end};
    } else {
      ++end;
    }
  }
  return {TokenKind::UNKNOWN, text_.size()};
}

std::size_t string_escape_size(std::string_view text) {
  if (text.size() < 2 || text[0] != '\\') return 0;
  if (std::string_view("tbnrf\\\"'").find(text[1]) != std::string_view::npos) return 2;
  const auto escape = codepoint_escape(text);
  return escape ? escape->size : 0;
}

std::size_t Lexer::digits_end(std::size_t i) const {
  while (is_digit(static_cast<unsigned char>(at(i)))) ++i;
  return i;
}

// The end of the exponent that begins at `i`, or `i`.
std::size_t Lexer::exponent_end(std::size_t i) const {
  if (at(i) != 'e' && at(i) != 'E') return i;
  const std::size_t digits = at(i + 1) == '+' || at(i + 1) == '-' ? i + 2 : i + 1;
  const std::size_t end = digits_end(digits);
  return end == digits ? i : end;
}

Lexer::Match Lexer::number(std::size_t i) const {
  const std::size_t whole = digits_end(i);
  if (at(whole) == '.') {
    const std::size_t fraction = digits_end(whole + 1);
    if (const std::size_t end = exponent_end(fraction); end != fraction) return {TokenKind::DOUBLE, end};
    if (fraction != whole + 1) return {TokenKind::DECIMAL, fraction};
  } else if (const std::size_t end = exponent_end(whole); end != whole) {
    return {TokenKind::DOUBLE, end};
  }
  return {TokenKind::INTEGER, whole};
}

Lexer::Match Lexer::signed_number(std::size_t i) const {
  const bool positive = text_[i] == '+';
  const bool follows = is_digit(static_cast<unsigned char>(at(i + 1))) ||
                       (at(i + 1) == '.' && is_digit(static_cast<unsigned char>(at(i + 2))));
  if (!follows) return {positive ? TokenKind::PLUS : TokenKind::MINUS_SIGN, i + 1};
  const Match unsigned_number = number(i + 1);
  switch (unsigned_number.kind) {
    case TokenKind::INTEGER:
      return {positive ? TokenKind::INTEGER_POSITIVE : TokenKind::INTEGER_NEGATIVE, unsigned_number.end};
    case TokenKind::DECIMAL:
      return {positive ? TokenKind::DECIMAL_POSITIVE : TokenKind::DECIMAL_NEGATIVE, unsigned_number.end};
    default:
      return {positive ? TokenKind::DOUBLE_POSITIVE : TokenKind::DOUBLE_NEGATIVE, unsigned_number.end};
  }
}

}  // namespace quadrille::parser
