#pragma once

// The forms of IRIs, blank node identifiers and language tags in JSON-LD. Local.
//
// This room does not use the checks of loader/rdf (term_faults.hpp), so that the readers there can use this room.

#include <string>
#include <string_view>

#include "base/iri_reference.hpp"

namespace quadrille::jsonld {

inline bool is_blank_node_identifier(std::string_view text) {
  return text.starts_with("_:");
}

// A scheme, no character that IRIs in RDF cannot contain (Turtle, 6.5, IRIREF), and at most one "#". Cost: a table
// look-up a byte.
bool is_well_formed_iri(std::string_view text);

// BCP 47, 2.2.9: parts of at most eight letters and digits, the first of letters.
bool is_well_formed_language(std::string_view tag);

// True for an IRI that ends with one of : / ? # [ ] @ (RFC 3986, 2.2, gen-delims).
bool ends_with_gen_delim(std::string_view iri);

// The shortest reference that resolves to `iri` against `base` by RFC 3986, 5.2; `iri` itself if there is none, since
// scheme or authority differ.
std::string relative_reference(std::string_view base, std::string_view iri);

}  // namespace quadrille::jsonld
