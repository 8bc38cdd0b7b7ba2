#include "loader/jsonld/context/context_entries.hpp"

#include <algorithm>
#include <array>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/expand_iri.hpp"
#include "loader/jsonld/context/iri_form.hpp"
#include "loader/jsonld/json/write_json.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::array<std::string_view, 8> kContextEntries{"@base",      "@direction", "@import",  "@language",
                                                          "@propagate", "@protected", "@version", "@vocab"};

std::string shown(Value value) {
  std::string text;
  write_json(text, value);
  return text.size() <= 100 ? text : text.substr(0, 97) + "...";
}

}  // namespace

bool is_context_entry(std::string_view key) {
  return std::find(kContextEntries.begin(), kContextEntries.end(), key) != kContextEntries.end();
}

void check_version(Value context, ProcessingMode mode) {
  const Value* const version = context.find("@version");
  if (!version) return;
  if (!version->is_number() || (version->number() != 1.1 && version->number() != 1.2)) {
    refuse(ErrorCode::invalid_version_value, "@version must be the number 1.1, not {}", shown(*version));
  }
  if (mode == ProcessingMode::json_ld_1_0) {
    refuse(ErrorCode::processing_mode_conflict, "the context is one of JSON-LD 1.1, but is read as JSON-LD 1.0");
  }
}

void check_propagate(Value context, ProcessingMode mode) {
  const Value* const propagate = context.find("@propagate");
  if (!propagate) return;
  if (mode == ProcessingMode::json_ld_1_0) {
    refuse(ErrorCode::invalid_context_entry, "@propagate is not part of JSON-LD 1.0");
  }
  if (!propagate->is_boolean()) {
    refuse(ErrorCode::invalid_propagate_value, "@propagate must be true or false, not {}", shown(*propagate));
  }
}

void set_base(ActiveContext& active, Value context) {
  const Value* const base = context.find("@base");
  if (!base) return;
  if (base->is_null()) {
    active.base_iri.reset();
  } else if (base->is_string() && has_scheme(base->text())) {
    active.base_iri = base->text();
  } else if (base->is_string() && active.base_iri) {
    active.base_iri = resolve_iri(*active.base_iri, base->text());
  } else {
    refuse(ErrorCode::invalid_base_iri, "@base must be an IRI or null, not {}", shown(*base));
  }
}

void set_vocabulary(ActiveContext& active, Value context, ProcessingMode mode) {
  const Value* const vocab = context.find("@vocab");
  if (!vocab) return;
  if (vocab->is_null()) {
    active.vocabulary.reset();
    return;
  }
  if (!vocab->is_string()) {
    refuse(ErrorCode::invalid_vocab_mapping, "@vocab must be an IRI or null, not {}", shown(*vocab));
  }
  const std::string_view text = vocab->text();
  const bool is_relative = !has_scheme(text) && !is_blank_node_identifier(text);
  const auto iri = expand_iri(active, text, IriRole::vocab_document_relative);
  if (!iri || (is_relative && mode == ProcessingMode::json_ld_1_0)) {
    refuse(ErrorCode::invalid_vocab_mapping, "@vocab must be an IRI or null, not {}", shown(*vocab));
  }
  active.vocabulary = iri;
}

void set_default_language(ActiveContext& active, Value context) {
  const Value* const language = context.find("@language");
  if (!language) return;
  if (!language->is_null() && !language->is_string()) {
    refuse(ErrorCode::invalid_default_language, "@language must be a language tag or null, not {}", shown(*language));
  }
  active.default_language = language->is_null() ? std::string_view() : language->text();
}

void set_default_direction(ActiveContext& active, Value context, ProcessingMode mode) {
  const Value* const direction = context.find("@direction");
  if (!direction) return;
  if (mode == ProcessingMode::json_ld_1_0) {
    refuse(ErrorCode::invalid_context_entry, "@direction is not part of JSON-LD 1.0");
  }
  active.default_direction = direction_of(*direction);
}

Direction direction_of(Value value) {
  if (value.is_null()) return Direction::none;
  const auto direction = value.is_string() ? direction_named(value.text()) : std::nullopt;
  if (!direction) {
    refuse(ErrorCode::invalid_base_direction, "@direction must be \"ltr\", \"rtl\" or null, not {}", shown(value));
  }
  return *direction;
}

}  // namespace quadrille::jsonld
