#include "parser/detail/source_text.hpp"

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
    value = value << 4 | static_cast<std::uint32_t>(hex_value(c));
  }
  if (value > kLastCodePoint || is_surrogate(value)) return std::nullopt;
  return EscapedCharacter{value, size};
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
    } else {  // skips the next character too: the second "\" of "\\u0041" begins no escape
      owned_ += written.substr(at, escape ? escape->size : 2);
      at += escape ? escape->size : 2;
    }
  }
  text_ = owned_;
}

}  // namespace quadrille::parser
