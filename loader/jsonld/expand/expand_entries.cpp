#include <algorithm>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/expand/expander.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

// Steps 13 and 14.
void Expander::expand_entries(Node& node, Value element) {
  std::vector<std::string_view> nests;
  for (const Member& member : members_in_order(element, ordered_)) {
    if (member.key == "@context") continue;
    const Value expanded = iri(*node.active, member.key, IriRole::vocab);
    if (expanded.is_null()) continue;
    const std::string_view name = expanded.text();
    if (const Keyword keyword = keyword_of(name); keyword != Keyword::none) {
      if (expand_keyword(node, keyword, name, member.value)) nests.push_back(member.key);
    } else if (name.find(':') != std::string_view::npos) {
      expand_property(node, member.key, name, member.value);
    }
  }
  expand_nests(node, element, nests);
}

// Steps 13.5 to 13.14.
void Expander::expand_property(Node& node, std::string_view key, std::string_view iri, Value value) {
  static const TermDefinition kUndefined;
  const TermDefinition* const found = node.active->find(key);
  const TermDefinition& definition = found ? *found : kUndefined;
  Value expanded;
  if (definition.type == "@json") {
    expanded = single("@value", value);
    expanded.set(arena_, "@type", Value(std::string_view("@json")));
  } else if (definition.contains(kLanguageContainer) && value.is_object()) {
    expanded = expand_language_map(*node.active, definition, value);
  } else if ((definition.containers & (kIndexContainer | kTypeContainer | kIdContainer)) && value.is_object()) {
    expanded = expand_index_map(node.active, key, definition, value);
  } else {
    expanded = expand(node.active, key, value);
  }
  if (expanded.is_null()) return;
  if (definition.contains(kListContainer) && !is_list_object(expanded)) {
    expanded = single("@list", as_array(expanded, arena_));
  }
  if (definition.contains(kGraphContainer) && !(definition.containers & (kIdContainer | kIndexContainer))) {
    const Value graphs = Value::array(arena_);
    for (const Value graph : as_array(expanded, arena_).items()) {
      graphs.append(arena_, single("@graph", as_array(graph, arena_)));
    }
    expanded = graphs;
  }
  if (definition.reverse) {
    add_reverse(node.result, iri, expanded);
  } else {
    add_value(arena_, node.result, iri, expanded, true);
  }
}

// Step 13.13.
void Expander::add_reverse(Value result, std::string_view iri, Value expanded) {
  const Value* const present = result.find("@reverse");
  const Value reverse = present ? *present : result.set(arena_, "@reverse", Value::object(arena_));
  for (const Value item : as_array(expanded, arena_).items()) {
    if (is_value_object(item) || is_list_object(item)) {
      refuse(ErrorCode::invalid_reverse_property_value,
             "the reverse property <{}> has a value that is no node; only nodes can be subjects", iri);
    }
    add_value(arena_, reverse, iri, item, true);
  }
}

// Step 14.
void Expander::expand_nests(Node& node, Value element, const std::vector<std::string_view>& nests) {
  std::vector<std::string_view> keys = nests;
  if (ordered_) std::sort(keys.begin(), keys.end());
  for (const std::string_view key : keys) {
    Node inner = node;
    const TermDefinition* const definition = node.active->find(key);
    if (definition && definition->context) {
      ContextFlags flags;
      flags.override_protected = true;
      inner.active = contexts_.process_scoped(node.active, *definition->context, flags);
    }
    for (const Value nested : as_array(element.at(key), arena_).items()) {
      bool is_allowed = nested.is_object();
      for (const Member& member : nested.members()) {
        is_allowed &= expand_iri(*inner.active, member.key, IriRole::vocab) != "@value";
      }
      if (!is_allowed) {
        refuse(ErrorCode::invalid_nest_value, "the value of '{}', which is @nest, must be objects without @value", key);
      }
      inner.property = key;
      expand_entries(inner, nested);
    }
  }
}

}  // namespace quadrille::jsonld
