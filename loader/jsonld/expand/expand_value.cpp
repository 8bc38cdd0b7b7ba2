#include "loader/jsonld/expand/expander.hpp"

namespace quadrille::jsonld {

// JSON-LD 1.1 API, 5.3.
Value Expander::expand_value(const ActiveContext& active, std::string_view property, Value value) {
  static const TermDefinition kUndefined;
  const TermDefinition* const found = active.find(property);
  const TermDefinition& definition = found ? *found : kUndefined;
  if (value.is_string() && definition.type == "@id") {
    return single("@id", iri(active, value.text(), IriRole::document_relative));
  }
  if (value.is_string() && definition.type == "@vocab") {
    return single("@id", iri(active, value.text(), IriRole::vocab_document_relative));
  }
  const Value result = single("@value", value);
  if (!definition.type.empty() && definition.type != "@id" && definition.type != "@vocab" &&
      definition.type != "@none") {
    result.set(arena_, "@type", Value(arena_.copy(definition.type)));
  } else if (value.is_string()) {
    const std::string& language = definition.language ? *definition.language : active.default_language;
    const Direction direction = definition.direction.value_or(active.default_direction);
    if (!language.empty()) result.set(arena_, "@language", Value(arena_.copy(language)));
    if (direction != Direction::none) result.set(arena_, "@direction", Value(name_of(direction)));
  }
  return result;
}

}  // namespace quadrille::jsonld
