#include <algorithm>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/expand/expander.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

namespace {

bool is_top(Property property) {
  return !property || *property == "@graph";
}

const ScopedContext* property_scope(const ActiveContext& active, Property property) {
  const TermDefinition* const definition = property ? active.find(*property) : nullptr;
  return definition ? definition->context.get() : nullptr;
}

ContextFlags property_flags() {
  ContextFlags flags;
  flags.override_protected = true;
  return flags;
}

bool expands_to(const ActiveContext& active, std::string_view key, std::string_view keyword) {
  return expand_iri(active, key, IriRole::vocab) == keyword;
}

// The keys that expand to @type, in the order of code points.
std::vector<Member> type_members(const ActiveContext& active, Value element) {
  std::vector<Member> found;
  for (const Member& member : element.members()) {
    if (expands_to(active, member.key, "@type")) found.push_back(member);
  }
  std::sort(found.begin(), found.end(), [](const Member& a, const Member& b) { return a.key < b.key; });
  return found;
}

}  // namespace

Value Expander::iri(const ActiveContext& active, std::string_view text, IriRole role) {
  const auto expanded = expand_iri(active, text, role);
  return expanded ? Value(arena_.copy(*expanded)) : Value();
}

Value Expander::single(std::string_view key, Value value) {
  const Value object = Value::object(arena_);
  object.set(arena_, key, value);
  return object;
}

Value Expander::expand(const ContextPtr& active, Property property, Value element, bool from_map) {
  if (element.is_null()) return element;
  if (element.is_array()) return expand_array(active, property, element, from_map);
  if (element.is_object()) return expand_object(active, property, element, from_map);
  if (is_top(property)) return Value();
  const ScopedContext* const scope = property_scope(*active, property);
  if (!scope) return expand_value(*active, *property, element);
  return expand_value(*contexts_.process_scoped(active, *scope, property_flags()), *property, element);
}

// Step 5.
Value Expander::expand_array(const ContextPtr& active, Property property, Value array, bool from_map) {
  const Value result = Value::array(arena_);
  const TermDefinition* const definition = property ? active->find(*property) : nullptr;
  const bool is_list = definition && definition->contains(kListContainer);
  for (const Value item : array.items()) {
    Value expanded = expand(active, property, item, from_map);
    if (is_list && expanded.is_array()) expanded = single("@list", expanded);
    if (expanded.is_array()) {
      for (const Value part : expanded.items()) result.append(arena_, part);
    } else if (!expanded.is_null()) {
      result.append(arena_, expanded);
    }
  }
  return result;
}

// Step 7: not {"@value": ...} and not {"@id": ...} alone.
bool Expander::starts_new_node(const ActiveContext& active, Value element) {
  if (element.size() == 1 && expands_to(active, element.members()[0].key, "@id")) return false;
  const auto members = element.members();
  return std::none_of(members.begin(), members.end(),
                      [&](const Member& member) { return expands_to(active, member.key, "@value"); });
}

// JSON-LD 1.1 Streaming, 3: @context, then @type, then other keys; objects with @value are read as a whole.
void Expander::check_key_order(const ActiveContext& active, Value element) {
  const auto members = element.members();
  bool other = false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (expands_to(active, members[i].key, "@value")) return;
    const bool is_context = members[i].key == "@context", is_type = expands_to(active, members[i].key, "@type");
    if ((is_context && i > 0) || (is_type && other)) {
      refuse(ErrorCode::invalid_streaming_key_order, "'{}' must come before '{}'", members[i].key, members[i - 1].key);
    }
    other |= !is_context && !is_type;
  }
}

ContextPtr Expander::enter(ContextPtr active, Property property, Value element, bool from_map,
                           ContextPtr& type_scoped) {
  const ContextPtr with_property = active;
  const ScopedContext* const scope = property_scope(*with_property, property);
  if (active->previous && !from_map && starts_new_node(*active, element)) active = active->previous;
  if (scope) active = contexts_.process_scoped(active, *scope, property_flags());
  if (const Value* const local = element.find("@context")) active = contexts_.process(active, *local, base_url_);
  if (streaming_profile_) check_key_order(*active, element);
  type_scoped = active;
  return apply_type_scoped(active, element);
}

// Steps 7 to 20.
Value Expander::expand_object(ContextPtr active, Property property, Value element, bool from_map) {
  Node node;
  node.active = enter(std::move(active), property, element, from_map, node.type_scoped);
  node.property = property;
  node.input_type = input_type_of(*node.active, element);
  node.result = Value::object(arena_);
  expand_entries(node, element);
  return finish(node.result, property);
}

// Step 11.
ContextPtr Expander::apply_type_scoped(const ContextPtr& type_scoped, Value element) {
  ContextPtr active = type_scoped;
  for (const Member& member : type_members(*type_scoped, element)) {
    std::vector<std::string_view> types;
    for (const Value type : as_array(member.value, arena_).items()) {
      if (type.is_string()) types.push_back(type.text());
    }
    std::sort(types.begin(), types.end());
    for (const std::string_view type : types) {
      const TermDefinition* const definition = type_scoped->find(type);
      if (!definition || !definition->context) continue;
      ContextFlags flags;
      flags.propagate = false;
      active = contexts_.process_scoped(active, *definition->context, flags);
    }
  }
  return active;
}

// Step 12.
std::string Expander::input_type_of(const ActiveContext& active, Value element) {
  const std::vector<Member> types = type_members(active, element);
  if (types.empty()) return {};
  Value last = types.front().value;
  if (last.is_array()) last = last.size() == 0 ? Value() : last.items().back();
  if (!last.is_string()) return {};
  return expand_iri(active, last.text(), IriRole::vocab).value_or("");
}

// Step 15.
void Expander::check_value_object(Value result) {
  for (const Member& member : result.members()) {
    const Keyword keyword = keyword_of(member.key);
    if (keyword != Keyword::value && keyword != Keyword::type && keyword != Keyword::language &&
        keyword != Keyword::direction && keyword != Keyword::index) {
      refuse(ErrorCode::invalid_value_object, "an object with @value may not have an entry '{}'", member.key);
    }
  }
  if (result.has("@type") && (result.has("@language") || result.has("@direction"))) {
    refuse(ErrorCode::invalid_value_object, "an object with @value has both @type and @language or @direction");
  }
}

// Steps 15 to 20.
Value Expander::finish(Value result, Property property) {
  const Value type = result.at("@type");
  if (const Value* const value = result.find("@value")) {
    check_value_object(result);
    const bool is_json = type.is_text("@json");
    if (!is_json && (value->is_null() || (value->is_array() && value->size() == 0))) return Value();
    if (!is_json && !value->is_string() && result.has("@language")) {
      refuse(ErrorCode::invalid_language_tagged_value, "only a string can have @language, not {}",
             name_with_article(value->kind()));
    }
    if (!is_json && !type.is_null() && !(type.is_string() && is_well_formed_iri(type.text()))) {
      refuse(ErrorCode::invalid_typed_value, "@type of an object with @value must be one IRI");
    }
  } else if (!type.is_null() && !type.is_array()) {
    result.set(arena_, "@type", as_array(type, arena_));
  } else if (result.has("@set") || result.has("@list")) {
    if (result.size() > (result.has("@index") ? 2u : 1u)) {
      refuse(ErrorCode::invalid_set_or_list_object, "an object with @set or @list may only have @index besides");
    }
    if (const Value* const set = result.find("@set")) result = *set;
  }
  if (result.is_object() && result.size() == 1 && result.has("@language")) return Value();
  if (!is_top(property) || !result.is_object()) return result;
  const bool is_free = result.size() == 0 || result.has("@value") || result.has("@list");
  return is_free || (result.size() == 1 && result.has("@id")) ? Value() : result;
}

}  // namespace quadrille::jsonld
