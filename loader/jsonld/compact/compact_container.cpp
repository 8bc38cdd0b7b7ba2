#include "loader/jsonld/compact/compactor.hpp"
#include "loader/jsonld/compact/iri_compaction.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

// Step 12.8.7.
void Compactor::add_list(const ActiveContext& active, Item& item) {
  const Value list = as_array(item.compacted, arena_);
  if (item.definition.contains(kListContainer)) {
    item.nest_result.set(arena_, item.property, list);
    return;
  }
  const Value object = Value::object(arena_);
  object.set(arena_, keyword(active, "@list"), list);
  if (const Value* const index = item.expanded.find("@index")) object.set(arena_, keyword(active, "@index"), *index);
  add_value(arena_, item.nest_result, item.property, object, item.as_array);
}

// The object of the map that a container is.
Value Compactor::map_object(const Item& item) {
  const Value* const present = item.nest_result.find(item.property);
  return present && present->is_object() ? *present
                                         : item.nest_result.set(arena_, item.property, Value::object(arena_));
}

// Step 12.8.8.
void Compactor::add_graph(const ActiveContext& active, Item& item) {
  const Value id = item.expanded.at("@id"), index = item.expanded.at("@index");
  if (!item.definition.contains(kGraphContainer)) return add_wrapped_graph(active, item);
  const bool is_simple = id.is_null();
  if (item.definition.contains(kIdContainer)) {
    const std::string key = is_simple ? compact_iri(active, "@none") : compact_document_iri(active, id.text());
    add_value(arena_, map_object(item), arena_.copy(key), item.compacted, item.as_array);
  } else if (item.definition.contains(kIndexContainer) && is_simple) {
    const std::string_view key = index.is_null() ? keyword(active, "@none") : index.text();
    add_value(arena_, map_object(item), key, item.compacted, item.as_array);
  } else if (is_simple) {
    if (item.compacted.is_array() && item.compacted.size() > 1) {
      const Value included = Value::object(arena_);
      included.set(arena_, keyword(active, "@included"), item.compacted);
      item.compacted = included;
    }
    add_value(arena_, item.nest_result, item.property, item.compacted, item.as_array);
  } else {
    add_wrapped_graph(active, item);
  }
}

// Step 12.8.8.4.
void Compactor::add_wrapped_graph(const ActiveContext& active, Item& item) {
  const Value object = Value::object(arena_);
  object.set(arena_, keyword(active, "@graph"), item.compacted);
  if (const Value* const id = item.expanded.find("@id")) {
    object.set(arena_, keyword(active, "@id"), text(compact_document_iri(active, id->text())));
  }
  if (const Value* const index = item.expanded.find("@index")) object.set(arena_, keyword(active, "@index"), *index);
  add_value(arena_, item.nest_result, item.property, object, item.as_array);
}

// Step 12.8.9.
void Compactor::add_to_map(const ContextPtr& active, Item& item) {
  const Value map = map_object(item);
  const Value key = map_key(active, item);
  const std::string_view name = key.is_string() ? key.text() : keyword(*active, "@none");
  add_value(arena_, map, name, item.compacted, item.as_array);
}

// Steps 12.8.9.4 to 12.8.9.8: the key, which is removed from the compacted item.
Value Compactor::map_key(const ContextPtr& active, Item& item) {
  if (item.definition.contains(kLanguageContainer)) {
    if (const Value* const value = item.expanded.find("@value")) item.compacted = *value;
    return item.expanded.at("@language");
  }
  if (item.definition.contains(kIndexContainer)) {
    return item.definition.index.empty() ? item.expanded.at("@index") : property_index_key(*active, item);
  }
  if (item.compacted.is_object()) item.compacted = shallow_copy(item.compacted, arena_);
  if (item.definition.contains(kIdContainer)) {
    const std::string_view id = keyword(*active, "@id");
    const Value key = item.compacted.at(id);
    if (item.compacted.is_object()) item.compacted.erase(id);
    return key;
  }
  return type_key(active, item);
}

// Step 12.8.9.6.
Value Compactor::property_index_key(const ActiveContext& active, Item& item) {
  if (!item.compacted.is_object()) return Value();
  item.compacted = shallow_copy(item.compacted, arena_);
  if (item.compacted.has(item.definition.index)) return take_first(item, item.definition.index);
  const std::string iri = expand_iri(active, item.definition.index, IriRole::vocab).value_or("");
  return take_first(item, arena_.copy(compact_iri(active, iri)));
}

// Takes the first value of an entry, if it is a string; null otherwise.
Value Compactor::take_first(Item& item, std::string_view key) {
  const Value values = as_array(item.compacted.at(key), arena_);
  if (values.size() == 0 || !values.items()[0].is_string()) return Value();
  const Value first = values.items()[0];
  const Value rest = Value::array(arena_);
  for (const Value value : values.items().subspan(1)) rest.append(arena_, value);
  item.compacted.erase(key);
  if (rest.size() > 0) add_value(arena_, item.compacted, key, rest, false);
  return first;
}

// Step 12.8.9.8.
Value Compactor::type_key(const ContextPtr& active, Item& item) {
  if (!item.compacted.is_object()) return Value();
  const Value key = take_first(item, keyword(*active, "@type"));
  if (item.compacted.size() == 1 && expand_iri(*active, item.compacted.members()[0].key, IriRole::vocab) == "@id") {
    const Value reference = Value::object(arena_);
    reference.set(arena_, "@id", item.expanded.at("@id"));
    item.compacted = compact(active, item.property, reference);
  }
  return key;
}

}  // namespace quadrille::jsonld
