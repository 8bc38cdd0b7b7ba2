#include <algorithm>

#include "loader/jsonld/context/context_entries.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/expand/expander.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"

namespace quadrille::jsonld {

namespace {

[[noreturn]] void refuse_kind(ErrorCode code, std::string_view keyword, std::string_view expected, Value value) {
  refuse(code, "{} must be {}, not {}", keyword, expected, name_with_article(value.kind()));
}

Value checked_string(ErrorCode code, std::string_view keyword, std::string_view expected, Value value) {
  if (!value.is_string()) refuse_kind(code, keyword, expected, value);
  return value;
}

}  // namespace

// Step 13.4.
bool Expander::expand_keyword(Node& node, Keyword keyword, std::string_view name, Value value) {
  if (node.property == "@reverse") {
    refuse(ErrorCode::invalid_reverse_property_map, "the value of @reverse may only have properties, not {}", name);
  }
  const bool may_repeat =
      keyword == Keyword::included || (keyword == Keyword::type && contexts_.mode() != ProcessingMode::json_ld_1_0);
  if (node.result.has(name) && !may_repeat) {
    refuse(ErrorCode::colliding_keywords, "an object has several entries for {}", name);
  }
  const bool is_1_0 = contexts_.mode() == ProcessingMode::json_ld_1_0;
  Value expanded;
  switch (keyword) {
    case Keyword::id:
      expanded = expand_id(node, value);
      break;
    case Keyword::type:
      expanded = expand_type(node, value);
      break;
    case Keyword::graph:
      expanded = as_array(expand(node.active, "@graph", value), arena_);
      break;
    case Keyword::included:
      if (is_1_0) return false;
      expanded = expand_included(node, value);
      break;
    case Keyword::value:
      expand_value_entry(node, value);
      return false;
    case Keyword::language:
      expanded = checked_string(ErrorCode::invalid_language_tagged_string, name, "a language tag", value);
      break;
    case Keyword::direction:
      if (is_1_0) return false;
      if (direction_of(value) == Direction::none) {
        refuse(ErrorCode::invalid_base_direction, "@direction must be \"ltr\" or \"rtl\"");
      }
      expanded = value;
      break;
    case Keyword::index:
      expanded = checked_string(ErrorCode::invalid_index_value, name, "a string", value);
      break;
    case Keyword::list:
      if (!node.property || *node.property == "@graph") return false;
      expanded = as_array(expand(node.active, node.property, value), arena_);
      break;
    case Keyword::set:
      expanded = expand(node.active, node.property, value);
      break;
    case Keyword::reverse:
      expand_reverse(node, value);
      return false;
    case Keyword::nest:
      return true;
    default:
      return false;  // @context has been applied; the others are for contexts
  }
  node.result.set(arena_, name, expanded);
  return false;
}

// Step 13.4.3.
Value Expander::expand_id(Node& node, Value value) {
  if (!value.is_string()) refuse_kind(ErrorCode::invalid_id_value, "@id", "a string", value);
  return iri(*node.active, value.text(), IriRole::document_relative);
}

// Step 13.4.4.
Value Expander::expand_type(Node& node, Value value) {
  const Value given = as_array(value, arena_);
  const Value types = Value::array(arena_);
  for (const Value type : given.items()) {
    if (!type.is_string()) refuse_kind(ErrorCode::invalid_type_value, "@type", "a string or an array of strings", type);
    const Value expanded = iri(*node.type_scoped, type.text(), IriRole::vocab_document_relative);
    if (!expanded.is_null()) types.append(arena_, expanded);
  }
  const Value* const present = node.result.find("@type");
  if (!present) return value.is_string() && types.size() == 1 ? types.items()[0] : types;
  const Value all = shallow_copy(as_array(*present, arena_), arena_);
  for (const Value type : types.items()) all.append(arena_, type);
  return all;
}

// Step 13.4.6.
Value Expander::expand_included(Node& node, Value value) {
  const Value expanded = as_array(expand(node.active, std::nullopt, value), arena_);
  const Value* const present = node.result.find("@included");
  const Value all = present ? shallow_copy(*present, arena_) : Value::array(arena_);
  for (const Value item : expanded.items()) {
    if (!is_node_object(item)) refuse(ErrorCode::invalid_included_value, "@included may only have node objects");
    all.append(arena_, item);
  }
  return all;
}

// Step 13.4.7.
void Expander::expand_value_entry(Node& node, Value value) {
  const bool is_json = node.input_type == "@json";
  if (is_json && contexts_.mode() == ProcessingMode::json_ld_1_0) {
    refuse(ErrorCode::invalid_value_object_value, "@json is not part of JSON-LD 1.0");
  }
  if (!is_json && !value.is_null() && !value.is_scalar()) {
    refuse_kind(ErrorCode::invalid_value_object_value, "@value", "a string, a number, true, false or null", value);
  }
  node.result.set(arena_, "@value", value);
}

// Step 13.4.13.
void Expander::expand_reverse(Node& node, Value value) {
  if (!value.is_object()) refuse_kind(ErrorCode::invalid_reverse_value, "@reverse", "an object", value);
  const Value expanded = expand(node.active, "@reverse", value);
  for (const Member& twice : expanded.at("@reverse").members()) {
    add_value(arena_, node.result, twice.key, twice.value, true);
  }
  for (const Member& member : expanded.members()) {
    if (member.key != "@reverse") add_reverse(node.result, member.key, member.value);
  }
}

}  // namespace quadrille::jsonld
