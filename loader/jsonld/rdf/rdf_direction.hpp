#pragma once

// How a base direction of JSON-LD (@direction) is expressed in RDF.

#include <cstdint>
#include <string_view>

namespace quadrille::jsonld {

enum class RdfDirection : std::uint8_t {
  native,            // a directional language-tagged string of RDF 1.2: our extension; without a language, dropped
  dropped,           // the option rdfDirection is null
  i18n_datatype,     // "text"^^<https://www.w3.org/ns/i18n#en_rtl>
  compound_literal,  // a blank node with rdf:value, rdf:language and rdf:direction
};

inline constexpr std::string_view kI18n = "https://www.w3.org/ns/i18n#";
inline constexpr std::string_view kRdfValue = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
inline constexpr std::string_view kRdfLanguage = "http://www.w3.org/1999/02/22-rdf-syntax-ns#language";
inline constexpr std::string_view kRdfDirection = "http://www.w3.org/1999/02/22-rdf-syntax-ns#direction";
inline constexpr std::string_view kRdfJson = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";
inline constexpr std::string_view kRdfList = "http://www.w3.org/1999/02/22-rdf-syntax-ns#List";

}  // namespace quadrille::jsonld
