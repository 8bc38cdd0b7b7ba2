#pragma once

// Writes single terms as values of a JSON-LD document. Local.
//
//   term                                    text
//   http://ex.org/a                         {"@id":"ex:a"}
//   _:b                                     {"@id":"_:b"}
//   "a"                                     "a"
//   "a"@en, "a"@ar--rtl                     {"@value":"a","@language":"en"}, with "@direction":"rtl"
//   "7"^^xsd:integer, "true"^^xsd:boolean   7, true
//   "1.5E0"^^xsd:double                     1.5
//   "07"^^xsd:integer                       {"@value":"07","@type":"xsd:integer"}
//   "[1]"^^rdf:JSON                         {"@value":[1],"@type":"@json"}
//
// A reader has the same term again, with its lexical form. So numbers are those of JSON only in their canonical form,
// and integers only up to 15 digits, which all programs read exactly. rdf:JSON is JSON only in its canonical form (RFC
// 8785) and up to a depth of 100; otherwise it is a string with a type. A term that the context does not allow
// (IriTexts) is written with "@context":null.
// Preconditions: the terms are expressible (expressible.hpp), texts are UTF-8.

#include <string>

#include "base/term.hpp"
#include "loader/jsonld/json/arena.hpp"
#include "loader/jsonld/write/iri_texts.hpp"

namespace quadrille::jsonld {

// A string: "ex:a" or "_:b". False, and nothing is appended, if the context does not allow the IRI.
bool append_identifier(std::string& out, TermView node, const IriTexts& iris);

// An IRI, a blank node or a literal. `scratch` is reset.
void append_value(std::string& out, TermView term, const IriTexts& iris, Arena& scratch);

}  // namespace quadrille::jsonld
