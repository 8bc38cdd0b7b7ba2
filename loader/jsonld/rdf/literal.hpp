#pragma once

// The literal of a value object (JSON-LD 1.1 API, 8.2, steps 4 to 14, without compound literals). Local.

#include <string>

#include "base/term.hpp"
#include "loader/jsonld/context/base_direction.hpp"
#include "loader/jsonld/json/value.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"

namespace quadrille::jsonld {

// The bytes of a literal that are made and not taken from the document.
struct LiteralBytes {
  std::string text;
  std::string datatype;
  std::string language;
};

// The parts of a value object.
struct TypedValue {
  Value value;
  std::string_view type;      // empty: none
  std::string_view language;  // empty: none
  Direction direction = Direction::none;
};

TypedValue typed_value(Value value_object);

// False if the type is not an IRI or the language tag is malformed: then the value makes no triple.
bool is_well_formed(const TypedValue& value);

// The literal, which points into `value` and `bytes`.
TermView literal_of(const TypedValue& value, RdfDirection rdf_direction, LiteralBytes& bytes);

}  // namespace quadrille::jsonld
