#pragma once

// RDF to Object Conversion (JSON-LD 1.1 API, 8.5): the value of a property in expanded form. Local.

#include "base/term.hpp"
#include "loader/jsonld/json/value.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"

namespace quadrille::jsonld {

struct RdfToObject {
  bool use_native_types = false;  // numbers and booleans as those of JSON
  RdfDirection rdf_direction = RdfDirection::native;
};

// {"@id": ...} or {"@value": ...}; the parts are copied to `arena`. JsonLdError (invalid JSON literal). Error
// (user) for a triple term, which JSON-LD 1.1 cannot express.
Value object_of(TermView term, const RdfToObject& options, Arena& arena);

// "http://a", "_:b". Error (user) for a triple term.
std::string_view identifier_of(TermView node, Arena& arena);

}  // namespace quadrille::jsonld
