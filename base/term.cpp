#include "base/term.hpp"

#include <fmt/format.h>

#include <iterator>

namespace quadrille {

namespace {

void append_escaped_string(std::string& out, std::string_view text) {
  for (const char character : text) {
    switch (character) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f) {
          fmt::format_to(std::back_inserter(out), "\\u{:04X}", static_cast<unsigned>(character));
        } else {
          out += character;
        }
    }
  }
}

// What an IRIREF may not hold as it stands (N-Triples, production 8) is written as an escape.
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
  }
}

std::string to_ntriples(TermView term) {
  std::string out;
  append_ntriples(out, term);
  return out;
}

std::string to_lower_language(std::string_view tag) {
  std::string lower(tag);
  for (char& character : lower) {
    if (character >= 'A' && character <= 'Z') character = static_cast<char>(character - 'A' + 'a');
  }
  return lower;
}

}  // namespace quadrille
