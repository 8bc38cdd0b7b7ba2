#pragma once

// IRI expansion (JSON-LD 1.1 API, 5.2): terms, compact IRIs and relative references become IRIs. Local.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "loader/jsonld/context/active_context.hpp"

namespace quadrille::jsonld {

// Every text can be an IRI, a compact IRI, a keyword or a blank node identifier. The role tells what else it can be.
enum class IriRole : std::uint8_t {
  vocab,                    // a term, or relative to the vocabulary mapping: keys
  document_relative,        // relative to the base IRI: @id
  vocab_document_relative,  // both, the vocabulary first: @type
};

// During context processing: defines a term that the local context has and that is not yet defined.
using DefineTerm = std::function<void(std::string_view term)>;

// nullopt: null, the text is to be ignored. A reference that could not be resolved is returned as it is.
std::optional<std::string> expand_iri(const ActiveContext& context, std::string_view text, IriRole role,
                                      const DefineTerm* define = nullptr);

}  // namespace quadrille::jsonld
