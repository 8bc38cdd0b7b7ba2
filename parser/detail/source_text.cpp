#include "parser/detail/source_text.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/text.hpp"
#include "parser/detail/characters.hpp"

namespace quadrille::parser {

namespace {

void check_utf8(std::string_view text) {
  std::size_t line = 1, column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_size(text.substr(at));
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

}  // namespace

std::size_t codepoint_escape_size(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || (text[1] != 'u' && text[1] != 'U')) return 0;
  const std::size_t size = text[1] == 'u' ? 6 : 10;
  const std::string_view digits = text.substr(2, size - 2);
  const auto is_digit = [](char c) { return is_hex(static_cast<unsigned char>(c)); };
  return digits.size() == size - 2 && std::all_of(digits.begin(), digits.end(), is_digit) ? size : 0;
}

std::optional<EscapedCharacter> codepoint_escape(std::string_view text) {
  const std::size_t size = codepoint_escape_size(text);
  if (size == 0) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text.substr(2, size - 2)) value = value << 4 | static_cast<std::uint32_t>(hex_value(c));
  if (value > kLastCodePoint || is_surrogate(value)) return std::nullopt;
  return EscapedCharacter{value, size};
}

SourceText::SourceText(std::string_view written) {
  if (written.size() >= std::numeric_limits<std::uint32_t>::max())
    fail(ErrorKind::syntax, "the text has {} bytes; a request can have 4 GiB at most", written.size());
  if (!is_all_ascii(written)) check_utf8(written);
  if (written.starts_with("\xEF\xBB\xBF")) written.remove_prefix(3);
  text_ = written;
}

std::optional<std::string> without_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t backslash = std::min(text.find('\\', i), text.size());
    out += text.substr(i, backslash - i);
    if (backslash == text.size()) break;
    const auto escape = codepoint_escape(text.substr(backslash));
    if (!escape) return std::nullopt;
    append_utf8(out, escape->value);
    i = backslash + escape->size;
  }
  return out;
}

}  // namespace quadrille::parser
