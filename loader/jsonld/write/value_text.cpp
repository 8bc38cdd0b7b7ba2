#include "loader/jsonld/write/value_text.hpp"

#include <algorithm>

#include "loader/jsonld/json/number_text.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/json/write_json.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::size_t kMostDigits = 15;           // of integers: a double has them all
constexpr std::size_t kDeepestJsonLiteral = 100;  // far below what readers of documents allow

// The canonical form, of few digits: "0", "-12".
bool is_plain_integer(std::string_view text) {
  if (text == "0") return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && text.size() <= kMostDigits && text[0] != '0' &&
         std::all_of(text.begin(), text.end(), is_digit);
}

// JSON-LD reads a number without a fraction as an integer.
bool append_double(std::string& out, std::string_view text) {
  const auto number = number_of_xsd(text, false);
  if (!number || xsd_integer(*number) || xsd_double(number->number()) != text) return false;
  append_json_number(out, number->number());
  return true;
}

bool append_native(std::string& out, TermView literal) {
  if (literal.datatype == iri::kXsdString) {
    write_json_string(out, literal.text);
    return true;
  }
  if (literal.datatype == iri::kXsdDouble) return append_double(out, literal.text);
  const bool is_integer = literal.datatype == iri::kXsdInteger && is_plain_integer(literal.text);
  const bool is_boolean = literal.datatype == iri::kXsdBoolean && (literal.text == "true" || literal.text == "false");
  if (is_integer || is_boolean) out += literal.text;
  return is_integer || is_boolean;
}

// Whether a reader, which writes JSON literals in canonical form, has the same text again.
bool is_canonical_json(std::string_view text, Arena& scratch) {
  scratch.reset();
  try {
    std::string canonical;
    write_canonical_json(canonical, parse_json_in_place(text, scratch, kDeepestJsonLiteral));
    return canonical == text;
  } catch (const JsonSyntaxError&) {
    return false;
  }
}

void append_tagged(std::string& out, TermView literal) {
  out += "{\"@value\":";
  write_json_string(out, literal.text);
  out.append(",\"@language\":\"").append(language_tag(literal.language));
  if (const auto direction = quadrille::direction_of(literal.language); !direction.empty()) {
    out.append("\",\"@direction\":\"").append(direction);
  }
  out += "\"}";
}

void append_typed(std::string& out, TermView literal, const IriTexts& iris) {
  std::string type;
  if (iris.append(type, literal.datatype)) {
    out += "{\"@value\":";
  } else {
    out += "{\"@context\":null,\"@value\":";
    type.append("\"").append(literal.datatype).append("\"");
  }
  write_json_string(out, literal.text);
  out.append(",\"@type\":").append(type) += '}';
}

void append_reference(std::string& out, TermView node, const IriTexts& iris) {
  const std::size_t begin = out.size();
  out += "{\"@id\":";
  if (append_identifier(out, node, iris)) {
    out += '}';
    return;
  }
  out.resize(begin);
  out.append("{\"@context\":null,\"@id\":\"").append(node.text) += "\"}";
}

}  // namespace

bool append_identifier(std::string& out, TermView node, const IriTexts& iris) {
  if (node.kind == TermKind::iri) return iris.append(out, node.text);
  const std::size_t begin = out.size();
  write_json_string(out, node.text);
  out.insert(begin + 1, "_:");
  return true;
}

void append_value(std::string& out, TermView term, const IriTexts& iris, Arena& scratch) {
  if (term.kind != TermKind::literal) return append_reference(out, term, iris);
  if (!term.language.empty()) return append_tagged(out, term);
  if (append_native(out, term)) return;
  if (term.datatype != kRdfJson || !is_canonical_json(term.text, scratch)) return append_typed(out, term, iris);
  out.append("{\"@value\":").append(term.text).append(",\"@type\":\"@json\"}");
}

}  // namespace quadrille::jsonld
