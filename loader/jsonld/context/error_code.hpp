#pragma once

// The errors of JSON-LD, with the codes of the specification (JSON-LD 1.1 API, 9.6.2).

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"

namespace quadrille::jsonld {

enum class ErrorCode : std::uint8_t {
  colliding_keywords,
  conflicting_indexes,
  context_overflow,
  cyclic_iri_mapping,
  invalid_id_value,
  invalid_import_value,
  invalid_included_value,
  invalid_index_value,
  invalid_nest_value,
  invalid_prefix_value,
  invalid_propagate_value,
  invalid_protected_value,
  invalid_reverse_value,
  invalid_version_value,
  invalid_base_direction,
  invalid_base_iri,
  invalid_container_mapping,
  invalid_context_entry,
  invalid_context_nullification,
  invalid_default_language,
  invalid_iri_mapping,
  invalid_json_literal,
  invalid_keyword_alias,
  invalid_language_map_value,
  invalid_language_mapping,
  invalid_language_tagged_string,
  invalid_language_tagged_value,
  invalid_local_context,
  invalid_remote_context,
  invalid_reverse_property,
  invalid_reverse_property_map,
  invalid_reverse_property_value,
  invalid_scoped_context,
  invalid_set_or_list_object,
  invalid_streaming_key_order,  // JSON-LD 1.1 Streaming, 3
  invalid_term_definition,
  invalid_type_mapping,
  invalid_type_value,
  invalid_typed_value,
  invalid_value_object,
  invalid_value_object_value,
  invalid_vocab_mapping,
  iri_confused_with_prefix,
  keyword_redefinition,
  loading_document_failed,
  loading_remote_context_failed,
  multiple_context_link_headers,
  processing_mode_conflict,
  protected_term_redefinition,
};

// "invalid local context"
std::string_view name_of(ErrorCode code);

// "invalid local context: a context must be ..."
class JsonLdError : public Error {
 public:
  JsonLdError(ErrorCode code, const std::string& explanation);
  ErrorCode code() const { return code_; }
  const std::string& explanation() const { return explanation_; }  // without the code

 private:
  ErrorCode code_;
  std::string explanation_;
};

template <class... Arguments>
[[noreturn]] void refuse(ErrorCode code, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw JsonLdError(code, fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace quadrille::jsonld
