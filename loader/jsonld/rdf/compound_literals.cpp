#include "loader/jsonld/context/context_entries.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/rdf/serialize.hpp"

namespace quadrille::jsonld {

namespace {

// The value of the first item of a property; null if there is none.
Value first_value(Value node, std::string_view property) {
  const Value values = node.at(property);
  return values.size() == 0 ? Value() : values.items()[0].at("@value");
}

void check_parts(Value language, Value direction) {
  if (!language.is_null() && !(language.is_string() && is_well_formed_language(language.text()))) {
    refuse(ErrorCode::invalid_language_tagged_string, "rdf:language of a compound literal is no language tag");
  }
  if (direction_of(direction) == Direction::none) {
    refuse(ErrorCode::invalid_base_direction, "rdf:direction of a compound literal is neither \"ltr\" nor \"rtl\"");
  }
}

}  // namespace

void convert_compound_literals(Value graph, const std::vector<std::string_view>& literals, const BlankUsages& usages,
                               Arena& arena) {
  std::unordered_set<std::string_view> converted;
  for (const std::string_view id : literals) {
    const Usage* const usage = usages.only(id);
    const Value node = graph.at(id);
    if (!usage || node.is_null() || !converted.insert(id).second) continue;
    const Value language = first_value(node, kRdfLanguage), direction = first_value(node, kRdfDirection);
    check_parts(language, direction);
    usage->value.erase("@id");
    usage->value.set(arena, "@value", first_value(node, kRdfValue));
    if (!language.is_null()) usage->value.set(arena, "@language", language);
    usage->value.set(arena, "@direction", direction);
  }
  if (!converted.empty()) graph.erase_all(converted);
}

}  // namespace quadrille::jsonld
