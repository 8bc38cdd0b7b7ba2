#include "query/results/turtle_terms.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/byte_set.hpp"

namespace quadrille::results {

namespace {

constexpr ByteSet kNotInIris("<>\"{}|^`\\", 0x00, 0x20);
constexpr ByteSet kNotInStrings("\"\\\x7f\xef", 0x00, 0x1f);  // 0xEF begins U+FFFE and U+FFFF, and many others

std::size_t append_code_point(std::string& out, std::string_view rest) {
  fmt::format_to(std::back_inserter(out), "\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(rest[0])));
  return 1;
}

// U+FFFE and U+FFFF are written as escapes, other characters that begin with 0xEF as they are.
std::size_t append_high(std::string& out, std::string_view rest) {
  const bool is_fffe = rest.starts_with("\xef\xbf\xbe"), is_ffff = rest.starts_with("\xef\xbf\xbf");
  if (is_fffe || is_ffff) {
    out += is_fffe ? "\\uFFFE" : "\\uFFFF";
    return 3;
  }
  out += rest[0];
  return 1;
}

std::size_t append_string_escape(std::string& out, std::string_view rest) {
  if (rest[0] == '\xef') return append_high(out, rest);
  constexpr std::string_view kEscaped = "\"\\\n\r\t\b\f", kLetters = "\"\\nrtbf";
  const std::size_t place = kEscaped.find(rest[0]);
  if (place == kEscaped.npos) return append_code_point(out, rest);
  out += {'\\', kLetters[place]};
  return 1;
}

// Removes leading digits and returns their number.
std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
  text.remove_prefix(count);
  return count;
}

bool take_one_of(std::string_view& text, std::string_view characters) {
  if (text.empty() || characters.find(text[0]) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

bool is_integer(std::string_view text) {
  take_one_of(text, "+-");
  return take_digits(text) > 0 && text.empty();
}

bool is_decimal(std::string_view text) {
  take_one_of(text, "+-");
  take_digits(text);
  return take_one_of(text, ".") && take_digits(text) > 0 && text.empty();
}

bool is_double(std::string_view text) {
  take_one_of(text, "+-");
  std::size_t digits = take_digits(text);
  if (take_one_of(text, ".")) digits += take_digits(text);
  if (digits == 0 || !take_one_of(text, "eE")) return false;
  take_one_of(text, "+-");
  return take_digits(text) > 0 && text.empty();
}

}  // namespace

void append_iri(std::string& out, std::string_view iri) {
  out += '<';
  append_escaped(out, iri, kNotInIris, append_code_point);
  out += '>';
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text, kNotInStrings, append_string_escape);
  out += '"';
}

// A quote that another one or the end follows is escaped: three quotes end the text.
void append_long_quoted(std::string& out, std::string_view text) {
  out += "\"\"\"";
  append_escaped(out, text, kNotInStrings, [](std::string& to, std::string_view rest) -> std::size_t {
    const bool is_plain = rest[0] == '\n' || (rest[0] == '"' && rest.size() > 1 && rest[1] != '"');
    if (!is_plain) return append_string_escape(to, rest);
    to += rest[0];
    return 1;
  });
  out += "\"\"\"";
}

void append_long_form(std::string& out, TermView term) {
  switch (term.kind) {
    case TermKind::iri:
      return append_iri(out, term.text);
    case TermKind::blank:
      out += "_:";
      out += term.text;
      return;
    case TermKind::literal:
      append_quoted(out, term.text);
      if (!term.language.empty()) {
        out += '@';
        out += term.language;
      } else if (term.datatype != iri::kXsdString) {
        out += "^^";
        append_iri(out, term.datatype);
      }
      return;
    case TermKind::triple:
      out += term.text;
      return;
  }
}

TermSyntax::Plain plain_iri() {
  return {"<", ">", kNotInIris};
}

TermSyntax::Plain plain_string() {
  return {"\"", "\"", kNotInStrings};
}

bool is_bare_number(TermView literal) {
  if (literal.kind != TermKind::literal) return false;
  if (literal.datatype == iri::kXsdInteger) return is_integer(literal.text);
  if (literal.datatype == iri::kXsdDecimal) return is_decimal(literal.text);
  if (literal.datatype == iri::kXsdDouble) return is_double(literal.text);
  return false;
}

}  // namespace quadrille::results
