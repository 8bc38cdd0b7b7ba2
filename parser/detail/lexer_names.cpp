// The part of the lexer that reads names: prefixed names, blank node labels, variables, language tags, words.

#include <array>

#include "parser/detail/characters.hpp"
#include "parser/detail/keywords.hpp"
#include "parser/detail/lexer.hpp"

namespace quadrille::parser {

namespace {

// A class of characters as a table, for one-byte characters.
template <class IsPart>
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (char32_t c = 0; c < 0x80; ++c) plain[c] = IsPart()(c);
  return plain;
}();

template <class IsPart>
std::size_t plain_run_end(std::string_view text, std::size_t i) {
  while (i < text.size() && kPlain<IsPart>[static_cast<unsigned char>(text[i])]) ++i;
  return i;
}

// The end of the characters from `i` on that belong to a class. `is_part` decides by code point.
template <class IsPart>
std::size_t run_end(std::string_view text, std::size_t i, IsPart is_part) {
  while (true) {
    i = plain_run_end<IsPart>(text, i);
    if (i == text.size() || static_cast<unsigned char>(text[i]) < 0x80) break;
    const CodePoint c = decode(text, i);
    if (!is_part(c.value)) break;
    i += c.size;
  }
  return i;
}

}  // namespace

// The end of (PN_CHARS | '.')* from `i` on, without the dots at its end.
std::size_t Lexer::name_end(std::size_t i) const {
  std::size_t end = run_end(text_, i, [](char32_t c) { return is_pn_chars(c) || c == '.'; });
  while (end > i && text_[end - 1] == '.') --end;
  return end;
}

std::size_t Lexer::word_end(std::size_t i) const {
  return run_end(text_, i, [](char32_t c) { return is_pn_chars_u(c) || is_digit(c); });
}

std::size_t Lexer::variable_end(std::size_t i) const {
  if (i >= text_.size()) return i;
  const CodePoint first = decode(text_, i);
  if (!is_pn_chars_u(first.value) && !is_digit(first.value)) return i;
  return run_end(text_, i + first.size, [](char32_t c) { return is_varname_part(c); });
}

std::size_t Lexer::language_end(std::size_t i) const {
  std::size_t end = run_end(text_, i, [](char32_t c) { return is_letter(c); });
  while (end != i && at(end) == '-') {
    const std::size_t part = run_end(text_, end + 1, [](char32_t c) { return is_letter(c) || is_digit(c); });
    if (part == end + 1) break;
    end = part;
  }
  if (end == i || at(end) != '-' || at(end + 1) != '-') return end;
  const std::size_t direction = run_end(text_, end + 2, [](char32_t c) { return is_letter(c); });
  return direction == end + 2 ? end : direction;
}

Lexer::Match Lexer::prefixed_name_or_word(std::size_t i) const {
  const std::size_t prefix = name_end(i);
  if (at(prefix) == ':') return prefixed_name(prefix);
  const std::size_t end = word_end(i);
  return {keyword(text_.substr(i, end - i)), end};
}

// The size of the character of a PN_LOCAL at `i`, or of its %-escape or \-escape; 0 if there is none.
std::size_t Lexer::local_character_size(std::size_t i) const {
  if (i >= text_.size()) return 0;
  const char first = text_[i];
  if (first == '%') {
    const auto hex = [&](std::size_t k) { return is_hex(static_cast<unsigned char>(at(k))); };
    return hex(i + 1) && hex(i + 2) ? 3 : 0;
  }
  if (first == '\\') return i + 1 < text_.size() && is_local_escape(text_[i + 1]) ? 2 : 0;
  const CodePoint c = decode(text_, i);
  return is_pn_chars(c.value) || c.value == ':' || c.value == '.' ? c.size : 0;
}

// PNAME_NS or PNAME_LN, whose ":" is at `colon`.
Lexer::Match Lexer::prefixed_name(std::size_t colon) const {
  const std::size_t start = colon + 1;
  if (start >= text_.size()) return {TokenKind::PNAME_NS, start};
  const CodePoint first = decode(text_, start);
  const bool begins = is_pn_chars_u(first.value) || is_digit(first.value) || first.value == ':' || first.value == '%' ||
                      first.value == '\\';
  std::size_t end = start;  // after the last character that is no plain dot
  if (begins) {
    const auto is_plain = [](char32_t c) { return is_pn_chars(c) || c == ':'; };
    for (std::size_t i = end = plain_run_end<decltype(is_plain)>(text_, start);
         const std::size_t size = local_character_size(i);) {
      i += size;
      if (text_[i - size] != '.') end = i;
    }
  }
  return {end == start ? TokenKind::PNAME_NS : TokenKind::PNAME_LN, end};
}

Lexer::Match Lexer::blank_node_or_word(std::size_t i) const {
  if (at(i + 1) == ':' && i + 2 < text_.size()) {
    const CodePoint first = decode(text_, i + 2);
    if (is_pn_chars_u(first.value) || is_digit(first.value)) return {TokenKind::BLANK_NODE_LABEL, name_end(i + 2)};
  }
  return {TokenKind::WORD, word_end(i)};
}

}  // namespace quadrille::parser
