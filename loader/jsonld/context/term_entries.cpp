#include "loader/jsonld/context/term_entries.hpp"

#include <algorithm>
#include <array>

#include "loader/jsonld/context/context_entries.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::array<std::string_view, 11> kTermEntries{"@id",        "@reverse",   "@container", "@context",
                                                        "@direction", "@index",     "@language",  "@nest",
                                                        "@prefix",    "@protected", "@type"};
constexpr std::array<std::string_view, 5> kNotInTermsOf10{"@protected", "@index", "@context", "@nest", "@prefix"};

}  // namespace

bool boolean_entry(Value value, std::string_view key, ErrorCode code) {
  const Value* const entry = value.find(key);
  if (!entry) return false;
  if (!entry->is_boolean()) refuse(code, "{} must be true or false, not {}", key, name_with_article(entry->kind()));
  return entry->boolean();
}

void set_language_and_direction(std::string_view term, Value value, TermDefinition& definition) {
  if (value.has("@type")) return;
  if (const Value* const language = value.find("@language")) {
    if (!language->is_null() && !language->is_string()) {
      refuse(ErrorCode::invalid_language_mapping, "@language of the term '{}' must be a language tag or null, not {}",
             term, name_with_article(language->kind()));
    }
    definition.language = language->is_null() ? std::string() : std::string(language->text());
  }
  if (const Value* const direction = value.find("@direction")) definition.direction = direction_of(*direction);
}

void set_nest(std::string_view term, Value value, TermDefinition& definition) {
  const Value* const nest = value.find("@nest");
  if (!nest) return;
  if (!nest->is_string() || (is_keyword(nest->text()) && nest->text() != "@nest")) {
    refuse(ErrorCode::invalid_nest_value, "@nest of the term '{}' must be @nest or a term", term);
  }
  definition.nest = nest->text();
}

void set_prefix(std::string_view term, Value value, TermDefinition& definition) {
  if (!value.has("@prefix")) return;
  if (term.find_first_of(":/") != std::string_view::npos) {
    refuse(ErrorCode::invalid_term_definition, "the term '{}' contains ':' or '/', so it cannot have @prefix", term);
  }
  definition.prefix = boolean_entry(value, "@prefix", ErrorCode::invalid_prefix_value);
  if (definition.prefix && definition.iri && is_keyword(*definition.iri)) {
    refuse(ErrorCode::invalid_term_definition, "the term '{}' is an alias of {}, so it cannot be a prefix", term,
           *definition.iri);
  }
}

void check_term_entries(std::string_view term, Value value) {
  for (const Member& member : value.members()) {
    if (std::find(kTermEntries.begin(), kTermEntries.end(), member.key) != kTermEntries.end()) continue;
    refuse(ErrorCode::invalid_term_definition, "the definition of the term '{}' has an unknown entry '{}'", term,
           member.key);
  }
}

void check_1_0_entries(std::string_view term, Value value, ProcessingMode mode) {
  if (mode != ProcessingMode::json_ld_1_0) return;
  for (const std::string_view entry : kNotInTermsOf10) {
    if (value.has(entry)) {
      refuse(ErrorCode::invalid_term_definition, "{} of the term '{}' is not part of JSON-LD 1.0", entry, term);
    }
  }
}

}  // namespace quadrille::jsonld
