#pragma once

// Checks the characters of IRIs, blank node labels, language tags and literals, after escapes have been replaced.
//
// Each function returns the fault in words that complete a sentence, or nullptr.
// Source: Turtle, 6.5 (productions IRIREF, BLANK_NODE_LABEL, LANG_DIR); RDF 1.2 Concepts, 3.3.

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille {

// Checks only the characters; has_scheme() of base/iri_reference.hpp is true for absolute IRIs.
const char* iri_fault(std::string_view iri);

const char* blank_label_fault(std::string_view label);
// True if `code_point` can begin, or occur in, a blank node label or the local part of a prefixed name. (The colon,
// which a local part can also contain, is not included.)
bool may_start_label(std::uint32_t code_point);
bool may_be_in_label(std::uint32_t code_point);

// For the text after "@": a tag, which "--ltr" or "--rtl" can follow. The first part of a tag has at most eight
// letters; later parts, which have as many characters in BCP 47, are longer in real data.
const char* language_fault(std::string_view language);
const char* language_tag_fault(std::string_view tag);

// For triples within each other, more than kMostNestedTriples.
std::string deep_triples_fault();

// For the datatype of a literal without a language tag.
const char* datatype_fault(std::string_view datatype);

}  // namespace quadrille
