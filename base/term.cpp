#include "base/term.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.hpp"

namespace quadrille {

namespace {

bool is_escaped_in_strings(char character) {
  return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\' || character == 0x7f;
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
  for (auto at = text.begin();;) {
    const auto escaped = std::find_if(at, text.end(), is_escaped_in_strings);
    out.append(at, escaped);
    if (escaped == text.end()) return;
    append_escape(out, *escaped);
    at = escaped + 1;
  }
}

// Characters that an IRIREF cannot contain (N-Triples, production 8) are written as escapes.
void append_escaped_iri(std::string& out, std::string_view iri) {
  for (const char character : iri) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte <= 0x20 || std::string_view("<>\"{}|^`\\").find(character) != std::string_view::npos) {
      fmt::format_to(std::back_inserter(out), "\\u{:04X}", static_cast<unsigned>(byte));
    } else {
      out += character;
    }
  }
}

}  // namespace

void append_ntriples(std::string& out, TermView term) {
  switch (term.kind) {
    case TermKind::blank:
      out += "_:";
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
