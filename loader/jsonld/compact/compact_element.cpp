#include <algorithm>

#include "loader/jsonld/compact/compactor.hpp"
#include "loader/jsonld/compact/iri_compaction.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

namespace {

const TermDefinition& definition_of(const ActiveContext& active, Property property) {
  static const TermDefinition kUndefined;
  const TermDefinition* const found = property ? active.find(*property) : nullptr;
  return found ? *found : kUndefined;
}

}  // namespace

std::string_view Compactor::keyword(const ActiveContext& active, std::string_view name) {
  return arena_.copy(compact_iri(active, name));
}

Value Compactor::compact(const ContextPtr& active, Property property, Value element) {
  if (element.is_array()) return compact_array(active, property, element);
  if (element.is_object()) return compact_object(active, property, element);
  return element;
}

// Step 3.
Value Compactor::compact_array(const ContextPtr& active, Property property, Value array) {
  const Value result = Value::array(arena_);
  for (const Value item : array.items()) {
    const Value compacted = compact(active, property, item);
    if (!compacted.is_null()) result.append(arena_, compacted);
  }
  const bool is_set = property == "@graph" || property == "@set" ||
                      (definition_of(*active, property).containers & (kListContainer | kSetContainer));
  return result.size() != 1 || !compact_arrays_ || is_set ? result : result.items()[0];
}

// Steps 4 to 13.
Value Compactor::compact_object(ContextPtr active, Property property, Value element) {
  const ContextPtr type_scoped = active;
  const bool is_reference = element.size() == 1 && element.has("@id");
  const auto scope = definition_of(*active, property).context;
  if (active->previous && !is_value_object(element) && !is_reference) active = active->previous;
  if (scope) {
    ContextFlags flags;
    flags.override_protected = true;
    active = contexts_.process_scoped(active, *scope, flags);
  }
  const TermDefinition& definition = definition_of(*active, property);
  if (is_value_object(element) || element.has("@id")) {
    const Value value = compact_value(*active, property, element);
    if (value.is_scalar() || definition.type == "@json") return value;
  }
  if (is_list_object(element) && definition.contains(kListContainer)) {
    return compact(active, property, element.at("@list"));
  }
  active = apply_type_scoped(active, type_scoped, element);
  const Value result = Value::object(arena_);
  for (const Member& entry : members_in_order(element, ordered_)) {
    add_entry(active, type_scoped, property, entry, result);
  }
  return result;
}

// Step 11.
ContextPtr Compactor::apply_type_scoped(const ContextPtr& active, const ContextPtr& type_scoped, Value element) {
  const Value* const types = element.find("@type");
  if (!types) return active;
  std::vector<std::string> terms;
  for (const Value type : as_array(*types, arena_).items()) {
    if (type.is_string()) terms.push_back(compact_iri(*active, type.text()));
  }
  std::sort(terms.begin(), terms.end());
  ContextPtr result = active;
  for (const std::string& term : terms) {
    const TermDefinition* const definition = type_scoped->find(term);
    if (!definition || !definition->context) continue;
    ContextFlags flags;
    flags.propagate = false;
    result = contexts_.process_scoped(result, *definition->context, flags);
  }
  return result;
}

}  // namespace quadrille::jsonld
