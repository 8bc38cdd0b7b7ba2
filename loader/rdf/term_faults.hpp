#pragma once

// What an IRI, a blank node label, a language tag or a literal may look like, after escapes have been taken out. Serd
// and raptor2 let through what the grammars forbid, so every term that they give is looked at here.
//
// Each function says what is wrong, in words that end a sentence, or gives nullptr.
// Source: Turtle, 6.5 (productions IRIREF, BLANK_NODE_LABEL, LANGTAG); RDF 1.1 Concepts, 3.3.

#include <cstdint>
#include <string_view>

namespace quadrille {

// Only its characters are looked at; whether it is absolute is the question of base/iri_reference.hpp's has_scheme().
const char* iri_fault(std::string_view iri);

const char* blank_label_fault(std::string_view label);
// Whether a blank node label, or a prefixed name behind its colon, may begin with `code_point`, and have it elsewhere.
// (The colon, which a name may have too, is no part of labels.)
bool may_start_label(std::uint32_t code_point);
bool may_be_in_label(std::uint32_t code_point);

const char* language_fault(std::string_view tag);

// A literal's datatype, where there is no language tag.
const char* datatype_fault(std::string_view datatype);

}  // namespace quadrille
