#include "loader/jsonld/compact/term_preference.hpp"

#include "loader/jsonld/compact/iri_compaction.hpp"
#include "loader/jsonld/expand/object_kinds.hpp"
#include "loader/jsonld/rdf/literal.hpp"

namespace quadrille::jsonld {

namespace {

// The type or the language that a term should have.
struct Wanted {
  TermKey key = TermKey::language;
  std::string value = "@null";
};

using Names = std::vector<std::string_view>;

void append(Names& containers, std::initializer_list<std::string_view> names) {
  containers.insert(containers.end(), names);
}

// Steps 4.7.4.1 to 4.7.4.3.
std::pair<std::string, std::string> language_and_type(Value item) {
  if (!is_value_object(item)) return {"@none", "@id"};
  const TypedValue value = typed_value(item);
  const std::string language = language_direction(value.language, value.direction);
  if (!language.empty()) return {language, "@none"};
  if (!value.type.empty()) return {"@none", std::string(value.type)};
  return {"@null", "@none"};
}

// Step 4.7: what all items of a list have in common.
Wanted wanted_of_list(const ActiveContext& context, Value value, Names& containers) {
  if (!value.has("@index")) append(containers, {"@list"});
  const Value list = value.at("@list");
  std::string common_language, common_type;
  if (list.size() == 0) {
    common_language = language_direction(context.default_language, context.default_direction);
  }
  for (const Value item : list.items()) {
    const auto [language, type] = language_and_type(item);
    if (common_language.empty()) common_language = language;
    if (common_language != language && is_value_object(item)) common_language = "@none";
    if (common_type.empty()) common_type = type;
    if (common_type != type) common_type = "@none";
    if (common_language == "@none" && common_type == "@none") break;
  }
  if (!common_type.empty() && common_type != "@none") return {TermKey::type, common_type};
  return {TermKey::language, common_language.empty() ? "@none" : common_language};
}

// Step 4.8.
Wanted wanted_of_graph(Value value, Names& containers) {
  const bool has_index = value.has("@index"), has_id = value.has("@id");
  if (has_index) append(containers, {"@graph@index", "@graph@index@set"});
  if (has_id) append(containers, {"@graph@id", "@graph@id@set"});
  append(containers, {"@graph", "@graph@set", "@set"});
  if (!has_index) append(containers, {"@graph@index", "@graph@index@set"});
  if (!has_id) append(containers, {"@graph@id", "@graph@id@set"});
  append(containers, {"@index", "@index@set"});
  return {TermKey::type, "@id"};
}

// Step 4.9.
Wanted wanted_of_value(Value value, Names& containers) {
  Wanted wanted;
  if (is_value_object(value)) {
    const TypedValue parts = typed_value(value);
    const std::string language = language_direction(parts.language, parts.direction);
    if (!language.empty() && !value.has("@index")) {
      wanted.value = language;
      append(containers, {"@language", "@language@set"});
    } else if (!parts.type.empty()) {
      wanted = {TermKey::type, std::string(parts.type)};
    }
  } else {
    wanted = {TermKey::type, "@id"};
    append(containers, {"@id", "@id@set", "@type", "@set@type"});
  }
  append(containers, {"@set"});
  return wanted;
}

// Steps 4.14 to 4.19.
std::vector<std::string> preferred_values(const ActiveContext& context, const Wanted& wanted, Value value) {
  std::vector<std::string> values;
  const Value id = value.at("@id");
  if (wanted.value == "@reverse") values.push_back("@reverse");
  if ((wanted.value == "@id" || wanted.value == "@reverse") && id.is_string()) {
    const TermDefinition* const term = context.find(compact_iri(context, id.text()));
    const bool is_term = term && term->iri == id.text();
    for (const char* const name : {is_term ? "@vocab" : "@id", is_term ? "@id" : "@vocab", "@none"}) {
      values.emplace_back(name);
    }
  } else {
    values.push_back(wanted.value);
    values.emplace_back("@none");
  }
  values.emplace_back("@any");
  const auto underscore = wanted.value.find('_');
  if (wanted.key == TermKey::language && underscore != std::string::npos) {
    values.push_back(wanted.value.substr(underscore));
  }
  return values;
}

}  // namespace

TermPreference term_preference(const ActiveContext& context, Value value, bool reverse) {
  TermPreference result;
  Wanted wanted;
  const bool has_index = value.has("@index");
  if (has_index && !is_graph_object(value)) append(result.containers, {"@index", "@index@set"});
  if (reverse) {
    wanted = {TermKey::type, "@reverse"};
    append(result.containers, {"@set"});
  } else if (is_list_object(value)) {
    wanted = wanted_of_list(context, value, result.containers);
  } else if (is_graph_object(value)) {
    wanted = wanted_of_graph(value, result.containers);
  } else {
    wanted = wanted_of_value(value, result.containers);
  }
  append(result.containers, {"@none"});
  if (!has_index) append(result.containers, {"@index", "@index@set"});
  if (is_value_object(value) && value.size() == 1) append(result.containers, {"@language", "@language@set"});
  result.key = is_list_object(value) && value.at("@list").size() == 0 ? TermKey::any : wanted.key;
  result.values = preferred_values(context, wanted, value);
  return result;
}

}  // namespace quadrille::jsonld
