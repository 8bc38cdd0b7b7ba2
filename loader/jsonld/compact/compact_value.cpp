#include "base/text.hpp"
#include "loader/jsonld/compact/compactor.hpp"
#include "loader/jsonld/compact/iri_compaction.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"
#include "loader/jsonld/rdf/literal.hpp"

namespace quadrille::jsonld {

namespace {

// Step 10: language and direction are those that the term gives to a string.
bool has_usual_language(const ActiveContext& active, const TermDefinition& definition, const TypedValue& value) {
  const std::string& language = definition.language ? *definition.language : active.default_language;
  const Direction direction = definition.direction.value_or(active.default_direction);
  return same_in_lower(language, value.language) && direction == value.direction;
}

}  // namespace

// JSON-LD 1.1 API, 6.3.
Value Compactor::compact_value(const ActiveContext& active, Property property, Value value) {
  static const TermDefinition kUndefined;
  const TermDefinition* const found = property ? active.find(*property) : nullptr;
  const TermDefinition& definition = found ? *found : kUndefined;
  const bool loses_index = value.has("@index") && !definition.contains(kIndexContainer);
  const Value type = value.at("@type");
  if (has_only(value, "@id")) {
    const std::string_view id = value.at("@id").text();
    if (definition.type == "@id" && !loses_index) return text(compact_document_iri(active, id));
    if (definition.type == "@vocab" && !loses_index) return text(compact_iri(active, id));
  } else if (type.is_string() && type.is_text(definition.type)) {
    if (!loses_index) return value.at("@value");
  } else if (is_value_object(value) && definition.type != "@none" && type.is_null() && !loses_index) {
    const Value content = value.at("@value");
    if (!content.is_string() || has_usual_language(active, definition, typed_value(value))) return content;
  }
  const Value result = Value::object(arena_);
  for (const Member& member : value.members()) {
    const bool is_type = member.key == "@type" && member.value.is_string();
    result.set(arena_, keyword(active, member.key),
               is_type ? text(compact_iri(active, member.value.text())) : member.value);
  }
  return result;
}

}  // namespace quadrille::jsonld
