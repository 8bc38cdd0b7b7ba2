#include "loader/jsonld/rdf/literal.hpp"

#include "base/text.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/json/number_text.hpp"
#include "loader/jsonld/json/write_json.hpp"

namespace quadrille::jsonld {

namespace {

// Steps 8 to 12 for a number: its text, and its datatype if none is given.
TermView number_literal(Value number, std::string_view type, LiteralBytes& bytes) {
  auto integer = type == iri::kXsdDouble ? std::nullopt : xsd_integer(number);
  const std::string_view usual = integer ? iri::kXsdInteger : iri::kXsdDouble;
  bytes.text = integer ? std::move(*integer) : xsd_double(number.number());
  return TermView::literal(bytes.text, type.empty() ? usual : type);
}

}  // namespace

TypedValue typed_value(Value value_object) {
  TypedValue result;
  for (const Member& member : value_object.members()) {
    if (member.key == "@value") result.value = member.value;
    if (!member.value.is_string()) continue;
    if (member.key == "@type") result.type = member.value.text();
    if (member.key == "@language") result.language = member.value.text();
    if (member.key == "@direction") {
      result.direction = direction_named(member.value.text()).value_or(Direction::none);
    }
  }
  return result;
}

bool is_well_formed(const TypedValue& value) {
  if (!value.type.empty() && value.type != "@json" && !is_well_formed_iri(value.type)) return false;
  return value.language.empty() || is_well_formed_language(value.language);
}

TermView literal_of(const TypedValue& value, RdfDirection rdf_direction, LiteralBytes& bytes) {
  if (value.type == "@json") {
    bytes.text.clear();
    write_canonical_json(bytes.text, value.value);
    return TermView::literal(bytes.text, kRdfJson);
  }
  if (value.value.is_boolean()) {
    return TermView::literal(value.value.boolean() ? "true" : "false",
                             value.type.empty() ? iri::kXsdBoolean : value.type);
  }
  if (value.value.is_number()) return number_literal(value.value, value.type, bytes);
  const std::string_view text = value.value.text();
  if (!value.type.empty()) return TermView::literal(text, value.type);
  bytes.language = to_lower(value.language);
  if (value.direction != Direction::none && rdf_direction == RdfDirection::i18n_datatype) {
    bytes.datatype = std::string(kI18n) + bytes.language + "_" + std::string(name_of(value.direction));
    return TermView::literal(text, bytes.datatype);
  }
  if (bytes.language.empty()) return TermView::string(text);
  if (value.direction != Direction::none && rdf_direction == RdfDirection::native) {
    bytes.language.append("--").append(name_of(value.direction));
    return TermView::direction_string(text, bytes.language);
  }
  return TermView::language_string(text, bytes.language);
}

}  // namespace quadrille::jsonld
