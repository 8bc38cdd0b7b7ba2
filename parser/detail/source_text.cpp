#include "parser/detail/source_text.hpp"

#include <limits>

#include "base/error.hpp"
#include "parser/detail/characters.hpp"

namespace quadrille::parser {

namespace {

// The size of the valid UTF-8 sequence at text[at] (Unicode, table 3-7), or 0.
std::size_t utf8_size(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : static_cast<unsigned char>(0);
  };
  const auto in = [&](std::size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return in(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool second = in(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && in(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool second = in(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

void check_utf8(std::string_view text) {
  std::size_t line = 1, column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_size(text, at);
    if (size == 0) fail(ErrorKind::syntax, "line {}, column {}: the text is not UTF-8", line, column);
    line += text[at] == '\n';
    column = text[at] == '\n' ? 1 : column + 1;
    at += size;
  }
}

bool is_all_ascii(std::string_view text) {
  unsigned char bits = 0;
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return bits < 0x80;
}

bool means_something_to_the_lexer(char32_t c) {
  return c <= 0x20 || c == '"' || c == '\'' || c == '\\' || c == '<' || c == '>' || c == 0x7F;
}

}  // namespace

std::optional<EscapedCharacter> codepoint_escape(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || (text[1] != 'u' && text[1] != 'U')) return std::nullopt;
  const std::size_t size = text[1] == 'u' ? 6 : 10;
  if (text.size() < size) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text.substr(2, size - 2)) {
    if (!is_hex(static_cast<unsigned char>(c))) return std::nullopt;
    value = value << 4 | static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return EscapedCharacter{value, size};
}

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  }
}

SourceText::SourceText(std::string_view written) {
  if (written.size() >= std::numeric_limits<std::uint32_t>::max())
    fail(ErrorKind::syntax, "the text has {} bytes; a request can have 4 GiB at most", written.size());
  if (!is_all_ascii(written)) check_utf8(written);
  if (written.starts_with("\xEF\xBB\xBF")) written.remove_prefix(3);
  text_ = written;
  if (written.find("\\u") != std::string_view::npos || written.find("\\U") != std::string_view::npos)
    replace_escapes(written);
}

void SourceText::replace_escapes(std::string_view written) {
  owned_.reserve(written.size());
  for (std::size_t at = 0; at < written.size();) {
    if (written[at] != '\\') {
      owned_ += written[at++];
      continue;
    }
    const auto escape = codepoint_escape(written.substr(at));
    if (escape && !means_something_to_the_lexer(escape->value)) {
      replacements_.push_back(
          {static_cast<std::uint32_t>(owned_.size()), static_cast<std::uint32_t>(escape->size - 1)});
      append_utf8(owned_, escape->value);
      at += escape->size;
    } else {  // with the character after it, so that the second "\" of "\\u0041" begins no escape
      owned_ += written.substr(at, escape ? escape->size : 2);
      at += escape ? escape->size : 2;
    }
  }
  text_ = owned_;
}

}  // namespace quadrille::parser
