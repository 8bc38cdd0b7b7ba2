#include "base/term.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/byte_set.hpp"

namespace quadrille {

namespace {

// The bytes with which a character begins that may need an escape in a string.
constexpr ByteSet kStringStops("\"\\\x7f\xef", 0x00, 0x1f);

// The bytes that an IRIREF cannot contain (N-Triples, production 8).
constexpr ByteSet kIriStops("<>\"{}|^`\\", 0x00, 0x20);

// U+FFFE and U+FFFF, of all characters beyond ASCII, are written as escapes.
std::string_view escape_of_noncharacter(std::string_view text) {
  if (text.starts_with("\xEF\xBF\xBE")) return "\\uFFFE";
  if (text.starts_with("\xEF\xBF\xBF")) return "\\uFFFF";
  return {};
}

void append_escape(std::string& out, char character) {
  constexpr std::string_view kNames = "\"\\nrtbf", kValues = "\"\\\n\r\t\b\f";
  if (const std::size_t found = kValues.find(character); found != kValues.npos) {
    out += '\\';
    out += kNames[found];
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04X}", static_cast<unsigned>(character));
  }
}

// The text between two escapes is appended at once, so a long text without escapes takes no more memory than its bytes.
void append_escaped_string(std::string& out, std::string_view text) {
  std::size_t plain = 0;  // the start of the text not appended yet
  for (std::size_t at = kStringStops.find(text); at < text.size(); at = kStringStops.find(text, at + 1)) {
    const bool is_ascii = text[at] != '\xEF';
    const std::string_view escape = is_ascii ? std::string_view() : escape_of_noncharacter(text.substr(at));
    if (!is_ascii && escape.empty()) continue;
    out.append(text, plain, at - plain);
    if (is_ascii) {
      append_escape(out, text[at]);
    } else {
      out += escape;
      at += 2;
    }
    plain = at + 1;
  }
  out.append(text, plain);
}

void append_escaped_iri(std::string& out, std::string_view iri) {
  append_escaped(out, iri, kIriStops, [](std::string& to, std::string_view rest) {
    fmt::format_to(std::back_inserter(to), "\\u{:04X}", static_cast<unsigned>(rest[0]));
    return std::size_t{1};
  });
}

}  // namespace

bool needs_rdf12(TermView term) {
  return term.kind == TermKind::triple || !direction_of(term.language).empty();
}

void append_ntriples(std::string& out, TermView term) {
  switch (term.kind) {
    case TermKind::blank:
      if (!is_stored_blank(term)) out += "_:";
      out += term.text;
      return;
    case TermKind::iri:
      out += '<';
      append_escaped_iri(out, term.text);
      out += '>';
      return;
    case TermKind::literal:
      out += '"';
      append_escaped_string(out, term.text);
      out += '"';
      if (!term.language.empty()) {
        out += '@';
        out += term.language;
      } else if (term.datatype != iri::kXsdString) {
        out += "^^<";
        append_escaped_iri(out, term.datatype);
        out += '>';
      }
      return;
    case TermKind::triple:
      out += term.text;
      return;
  }
}

std::string to_ntriples(TermView term) {
  std::string out;
  append_ntriples(out, term);
  return out;
}

}  // namespace quadrille
