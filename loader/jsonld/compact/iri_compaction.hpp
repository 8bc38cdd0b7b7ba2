#pragma once

// IRI compaction (JSON-LD 1.1 API, 6.2): the term, the compact IRI or the relative reference for an IRI. Local.

#include <string>
#include <string_view>

#include "loader/jsonld/context/active_context.hpp"
#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

// For keys and types: `value`, in expanded form, decides among the terms of the IRI; null if there is none. JsonLdError
// (IRI confused with prefix).
std::string compact_iri(const ActiveContext& context, std::string_view iri, Value value = {}, bool reverse = false);

// For the values of @id: no terms, and relative to the base IRI.
std::string compact_document_iri(const ActiveContext& context, std::string_view iri);

}  // namespace quadrille::jsonld
