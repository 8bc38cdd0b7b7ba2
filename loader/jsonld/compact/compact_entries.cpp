#include "loader/jsonld/compact/compactor.hpp"
#include "loader/jsonld/compact/iri_compaction.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

// Step 12.
void Compactor::add_entry(const ContextPtr& active, const ContextPtr& type_scoped, Property property,
                          const Member& entry, Value result) {
  switch (keyword_of(entry.key)) {
    case Keyword::id:
      result.set(arena_, keyword(*active, "@id"),
                 entry.value.is_string() ? text(compact_document_iri(*active, entry.value.text())) : entry.value);
      break;
    case Keyword::type:
      add_type(*active, *type_scoped, entry.value, result);
      break;
    case Keyword::reverse:
      add_reverse(active, entry.value, result);
      break;
    case Keyword::index: {
      const TermDefinition* const definition = property ? active->find(*property) : nullptr;
      if (definition && definition->contains(kIndexContainer)) break;
      result.set(arena_, keyword(*active, "@index"), entry.value);
      break;
    }
    case Keyword::direction:
    case Keyword::language:
    case Keyword::value:
      result.set(arena_, keyword(*active, entry.key), entry.value);
      break;
    default:
      add_values(active, property, entry, result);
  }
}

// Step 12.2.
void Compactor::add_type(const ActiveContext& active, const ActiveContext& type_scoped, Value types, Value result) {
  Value compacted;
  if (types.is_string()) {
    compacted = text(compact_iri(type_scoped, types.text()));
  } else {
    compacted = Value::array(arena_);
    for (const Value type : types.items()) compacted.append(arena_, text(compact_iri(type_scoped, type.text())));
  }
  const std::string_view alias = keyword(active, "@type");
  const TermDefinition* const definition = active.find(alias);
  const bool is_set =
      contexts_.mode() != ProcessingMode::json_ld_1_0 && definition && definition->contains(kSetContainer);
  add_value(arena_, result, alias, compacted, is_set || !compact_arrays_);
}

// Step 12.3.
void Compactor::add_reverse(const ContextPtr& active, Value reverse, Value result) {
  const Value compacted = compact(active, "@reverse", reverse);
  const Value rest = Value::object(arena_);
  for (const Member& member : compacted.members()) {
    const TermDefinition* const definition = active->find(member.key);
    if (definition && definition->reverse) {
      add_value(arena_, result, member.key, member.value, definition->contains(kSetContainer) || !compact_arrays_);
    } else {
      rest.set(arena_, member.key, member.value);
    }
  }
  if (rest.size() > 0) result.set(arena_, keyword(*active, "@reverse"), rest);
}

// The object that a term's values are put in: the node, or that of its nest value.
Value Compactor::nest_result_of(const ActiveContext& active, const TermDefinition& definition, Value result) {
  if (definition.nest.empty()) return result;
  if (expand_iri(active, definition.nest, IriRole::vocab) != "@nest") {
    refuse(ErrorCode::invalid_nest_value, "the nest value '{}' is neither @nest nor a term for it", definition.nest);
  }
  const Value* const present = result.find(definition.nest);
  return present ? *present : result.set(arena_, arena_.copy(definition.nest), Value::object(arena_));
}

// Steps 12.7 and 12.8.
void Compactor::add_values(const ContextPtr& active, Property property, const Member& entry, Value result) {
  const bool inside_reverse = property == "@reverse";
  if (entry.value.is_array() && entry.value.size() == 0) {
    const Value term = text(compact_iri(*active, entry.key, entry.value, inside_reverse));
    const TermDefinition* const definition = active->find(term.text());
    const Value target = definition ? nest_result_of(*active, *definition, result) : result;
    return add_value(arena_, target, term.text(), Value::array(arena_), true);
  }
  for (const Value item : as_array(entry.value, arena_).items()) {
    add_item(active, entry.key, item, inside_reverse, result);
  }
}

void Compactor::add_item(const ContextPtr& active, std::string_view iri, Value expanded, bool inside_reverse,
                         Value result) {
  static const TermDefinition kUndefined;
  const std::string_view term = arena_.copy(compact_iri(*active, iri, expanded, inside_reverse));
  const TermDefinition* const found = active->find(term);
  const TermDefinition& definition = found ? *found : kUndefined;
  Item item{term, definition, expanded, {}, nest_result_of(*active, definition, result), false};
  item.as_array = definition.contains(kSetContainer) || term == "@graph" || term == "@list" || !compact_arrays_;
  const bool is_list = is_list_object(expanded), is_graph = is_graph_object(expanded);
  const Value inner = is_list ? expanded.at("@list") : is_graph ? expanded.at("@graph") : expanded;
  item.compacted = compact(active, term, inner);
  constexpr Containers kMaps = kLanguageContainer | kIndexContainer | kIdContainer | kTypeContainer;
  if (is_list) {
    add_list(*active, item);
  } else if (is_graph) {
    add_graph(*active, item);
  } else if ((definition.containers & kMaps) && !definition.contains(kGraphContainer)) {
    add_to_map(active, item);
  } else {
    add_value(arena_, item.nest_result, term, item.compacted, item.as_array);
  }
}

}  // namespace quadrille::jsonld
