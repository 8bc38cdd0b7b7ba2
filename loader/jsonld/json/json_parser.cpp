#include "loader/jsonld/json/json_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/json/plain_bytes.hpp"

namespace quadrille::jsonld {

void JsonParser::refuse(std::size_t at, std::string reason) const {
  const std::string_view before = text_.substr(0, std::min(at, text_.size()));
  const auto newline = before.rfind('\n');
  const std::size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
  throw JsonSyntaxError(1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
                        static_cast<std::uint32_t>(1 + count_characters(before.substr(line_begin))),
                        "this is not JSON: " + std::move(reason));
}

void JsonParser::refuse_here(std::string_view expected) const {
  if (at_ >= text_.size()) refuse(at_, fmt::format("expected {}, not the end of the text", expected));
  const std::size_t size = std::max<std::size_t>(1, utf8_size(text_.substr(at_)));
  refuse(at_, fmt::format("expected {}, not '{}'", expected, text_.substr(at_, size)));
}

void JsonParser::skip_space() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') break;
    ++at_;
  }
}

bool JsonParser::take(char c) {
  if (peek() != c || at_ >= text_.size()) return false;
  ++at_;
  return true;
}

void JsonParser::expect(char c, const char* expected) {
  if (!take(c)) refuse_here(expected);
}

Value JsonParser::parse() {
  if (text_.size() > std::numeric_limits<std::uint32_t>::max()) refuse(0, "the text has more than 4 GB");
  if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  skip_space();
  const Value result = value(0);
  skip_space();
  if (at_ < text_.size()) refuse_here("the end of the text");
  return result;
}

Value JsonParser::value(std::size_t depth) {
  if (depth > deepest_) {
    refuse(at_ - 1, fmt::format("arrays and objects are nested deeper than {}, the limit", deepest_));
  }
  switch (peek()) {
    case '"':
      return Value(string());
    case '{':
      return object(depth);
    case '[':
      return array(depth);
    case 't':
      return word("true", Value(true));
    case 'f':
      return word("false", Value(false));
    case 'n':
      return word("null", Value());
    default:
      return number();
  }
}

Value JsonParser::word(std::string_view word, Value value) {
  if (!text_.substr(at_).starts_with(word)) refuse_here("a value");
  at_ += word.size();
  return value;
}

Value JsonParser::object(std::size_t depth) {
  const Value result = Value::object(arena_);
  ++at_;
  skip_space();
  if (take('}')) return result;
  while (true) {
    if (peek() != '"') refuse_here("a key in quotation marks");
    const std::string_view key = string();
    skip_space();
    expect(':', "':' after a key");
    skip_space();
    result.set(arena_, key, value(depth + 1));
    skip_space();
    if (take('}')) return result;
    expect(',', "',' or '}'");
    skip_space();
  }
}

Value JsonParser::array(std::size_t depth) {
  const Value result = Value::array(arena_);
  ++at_;
  skip_space();
  if (take(']')) return result;
  while (true) {
    result.append(arena_, value(depth + 1));
    skip_space();
    if (take(']')) return result;
    expect(',', "',' or ']'");
    skip_space();
  }
}

// At least one.
std::size_t JsonParser::digits() {
  const std::size_t begin = at_;
  while (peek() >= '0' && peek() <= '9') ++at_;
  if (at_ == begin) refuse_here("a digit");
  return at_ - begin;
}

Value JsonParser::number() {
  const std::size_t begin = at_;
  const bool is_negative = take('-');
  if (!is_negative && !(peek() >= '0' && peek() <= '9')) refuse_here("a value");
  if (!take('0')) digits();
  bool is_integer = true;
  if (take('.')) {
    is_integer = false;
    digits();
  }
  if (take('e') || take('E')) {
    is_integer = false;
    if (!take('+')) take('-');
    digits();
  }
  const char* const first = text_.data() + begin;
  const char* const last = text_.data() + at_;
  if (std::int64_t integer = 0; is_integer && std::from_chars(first, last, integer).ec == std::errc()) {
    return Value(integer);
  }
  double real = 0;
  if (std::from_chars(first, last, real).ec == std::errc()) return Value(real);
  // Too small is 0, too large cannot be a number of JSON-LD.
  if (const auto e = text_.substr(begin, at_ - begin).find_first_of("eE");
      e != std::string_view::npos && text_[begin + e + 1] == '-') {
    return Value(0.0);
  }
  refuse(begin, "a number is too large");
}

std::string_view JsonParser::string() {
  const std::size_t begin = ++at_;
  bool has_high_bytes = false;
  at_ += plain_prefix(text_.substr(at_), has_high_bytes);
  if (peek() == '\\') return string_with_escapes(begin, has_high_bytes);
  if (at_ >= text_.size()) refuse(begin - 1, "a string has no closing quotation mark");
  if (peek() != '"') refuse(at_, "a string has a control character; write it as an escape, such as \\n");
  const std::string_view result = text_.substr(begin, at_ - begin);
  if (has_high_bytes && !is_valid_utf8(result)) refuse(begin + valid_utf8_prefix(result), "a string is not UTF-8");
  ++at_;
  return result;
}

std::string_view JsonParser::string_with_escapes(std::size_t begin, bool has_high_bytes) {
  std::string result(text_.substr(begin, at_ - begin));
  while (take('\\')) {
    append_escape(result);
    const std::size_t size = plain_prefix(text_.substr(at_), has_high_bytes);
    result += text_.substr(at_, size);
    at_ += size;
  }
  if (at_ >= text_.size()) refuse(begin - 1, "a string has no closing quotation mark");
  if (peek() != '"') refuse(at_, "a string has a control character; write it as an escape, such as \\n");
  if (has_high_bytes) {
    const std::string_view raw = text_.substr(begin, at_ - begin);
    if (!is_valid_utf8(raw)) refuse(begin + valid_utf8_prefix(raw), "a string is not UTF-8");
  }
  ++at_;
  return arena_.copy(result);
}

std::uint32_t JsonParser::hexadecimal() {
  std::uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hex_value(peek());
    if (digit < 0) refuse_here("four hexadecimal digits after \\u");
    result = 16 * result + static_cast<std::uint32_t>(digit);
    ++at_;
  }
  return result;
}

// Behind the backslash.
void JsonParser::append_escape(std::string& out) {
  const std::size_t begin = at_ - 1;
  const char letter = peek();
  if (letter == '/' || (letter != '\'' && unescaped(letter) != 0)) {
    out += letter == '/' ? '/' : unescaped(letter);
    ++at_;
    return;
  }
  if (!take('u')) refuse(begin, "an escape is none of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
  std::uint32_t code_point = hexadecimal();
  if (is_surrogate(code_point)) {
    constexpr const char* kLone =
        "an escape is half of a surrogate pair; \\uD800 to \\uDBFF and \\uDC00 to \\uDFFF only "
        "occur together, in this order";
    if (code_point >= 0xDC00 || !take('\\') || !take('u')) refuse(begin, kLone);
    const std::uint32_t low = hexadecimal();
    if (low < 0xDC00 || low > 0xDFFF) refuse(begin, kLone);
    code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
  }
  append_utf8(out, code_point);
}

}  // namespace quadrille::jsonld
