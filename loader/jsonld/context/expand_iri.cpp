#include "loader/jsonld/context/expand_iri.hpp"

#include "loader/jsonld/context/iri_form.hpp"

namespace quadrille::jsonld {

namespace {

// Step 6. Expands an IRI, a compact IRI or a blank node identifier. Returns nullopt for any other text.
std::optional<std::string> expand_with_colon(const ActiveContext& context, std::string_view text,
                                             const DefineTerm* define) {
  const auto colon = text.find(':', 1);
  if (colon == std::string_view::npos) return std::nullopt;
  const std::size_t first_colon = text.find(':');
  const std::string_view prefix = text.substr(0, first_colon), suffix = text.substr(first_colon + 1);
  if (prefix == "_" || suffix.starts_with("//")) return std::string(text);
  if (define) (*define)(prefix);
  const TermDefinition* const definition = context.find(prefix);
  if (definition && definition->iri && definition->prefix) return *definition->iri + std::string(suffix);
  if (has_scheme(text)) return std::string(text);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> expand_iri(const ActiveContext& context, std::string_view text, IriRole role,
                                      const DefineTerm* define) {
  const bool vocab = role != IriRole::document_relative;
  if (is_keyword(text)) return std::string(text);
  if (has_keyword_form(text)) return std::nullopt;
  if (define) (*define)(text);
  const TermDefinition* const definition = context.find(text);
  if (definition && definition->keyword != Keyword::none) return definition->iri;
  if (vocab && definition) return definition->iri;
  if (!text.empty()) {
    if (auto iri = expand_with_colon(context, text, define)) return iri;
  }
  if (vocab && context.vocabulary) return *context.vocabulary + std::string(text);
  if (role != IriRole::vocab && context.base_iri) return resolve_iri(*context.base_iri, text);
  return std::string(text);
}

}  // namespace quadrille::jsonld
