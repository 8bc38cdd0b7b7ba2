#include <algorithm>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/expand/expander.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

// Step 13.7.
Value Expander::expand_language_map(const ActiveContext& active, const TermDefinition& definition, Value map) {
  const Value result = Value::array(arena_);
  const Direction direction = definition.direction.value_or(active.default_direction);
  for (const Member& member : members_in_order(map, ordered_)) {
    const bool is_none = expand_iri(active, member.key, IriRole::vocab) == "@none";
    for (const Value item : as_array(member.value, arena_).items()) {
      if (item.is_null()) continue;
      if (!item.is_string()) {
        refuse(ErrorCode::invalid_language_map_value, "the values of a language map are strings, not {}",
               name_with_article(item.kind()));
      }
      const Value value = single("@value", item);
      if (!is_none) value.set(arena_, "@language", Value(member.key));
      if (direction != Direction::none) value.set(arena_, "@direction", Value(name_of(direction)));
      result.append(arena_, value);
    }
  }
  return result;
}

// Steps 13.8.3.1 to 13.8.3.3.
ContextPtr Expander::map_context(const ContextPtr& active, const TermDefinition& definition, std::string_view index) {
  if (!(definition.containers & (kIdContainer | kTypeContainer))) return active;
  const ContextPtr context = active->previous ? active->previous : active;
  const TermDefinition* const type = definition.contains(kTypeContainer) ? context->find(index) : nullptr;
  if (!type || !type->context) return definition.contains(kTypeContainer) ? context : active;
  ContextFlags flags;
  flags.propagate = false;
  return contexts_.process_scoped(context, *type->context, flags);
}

// Step 13.8.
Value Expander::expand_index_map(const ContextPtr& active, std::string_view key, const TermDefinition& definition,
                                 Value map) {
  const Value result = Value::array(arena_);
  for (const Member& member : members_in_order(map, ordered_)) {
    const ContextPtr context = map_context(active, definition, member.key);
    const std::string index = expand_iri(*active, member.key, IriRole::vocab).value_or("");
    const Value items = expand(context, key, as_array(member.value, arena_), true);
    for (const Value item : items.items()) {
      result.append(arena_, indexed(*active, definition, member.key, index, item));
    }
  }
  return result;
}

// Step 13.8.3.7: the item with what its key says.
Value Expander::indexed(const ActiveContext& active, const TermDefinition& definition, std::string_view index,
                        const std::string& expanded_index, Value item) {
  const bool is_none = expanded_index == "@none";
  // The item may be a part of the input that is also used elsewhere.
  item = definition.contains(kGraphContainer) && !is_graph_object(item) ? single("@graph", as_array(item, arena_))
                                                                        : shallow_copy(item, arena_);
  if (definition.contains(kIndexContainer) && !definition.index.empty()) {
    if (!is_none) add_index_property(active, definition, index, item);
  } else if (definition.contains(kIndexContainer)) {
    if (!is_none && !item.has("@index")) item.set(arena_, "@index", Value(index));
  } else if (definition.contains(kIdContainer)) {
    if (!is_none && !item.has("@id")) item.set(arena_, "@id", iri(active, index, IriRole::document_relative));
  } else if (definition.contains(kTypeContainer) && !is_none) {
    const Value types = Value::array(arena_);
    types.append(arena_, Value(arena_.copy(expanded_index)));
    const Value present = item.at("@type");
    for (const Value type : as_array(present, arena_).items()) {
      if (!type.is_null()) types.append(arena_, type);
    }
    item.set(arena_, "@type", types);
  }
  return item;
}

// Step 13.8.3.7.2: the index becomes a value of a property.
void Expander::add_index_property(const ActiveContext& active, const TermDefinition& definition, std::string_view index,
                                  Value item) {
  const Value property = iri(active, definition.index, IriRole::vocab);
  const Value values = Value::array(arena_);
  values.append(arena_, expand_value(active, definition.index, Value(index)));
  for (const Value value : as_array(item.at(property.text()), arena_).items()) {
    if (!value.is_null()) values.append(arena_, value);
  }
  if (is_value_object(item)) {
    refuse(ErrorCode::invalid_value_object,
           "the index of '{}' is the property <{}>, which only nodes can have, no values", index, property.text());
  }
  item.set(arena_, property.text(), values);
}

}  // namespace quadrille::jsonld
