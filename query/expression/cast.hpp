#pragma once

// cast() implements constructor functions: casts named by a datatype's IRI (SPARQL 1.1 Query 17.5; XPath and XQuery
// Functions and Operators 3.1, 19).
//
//   from \ to      string  boolean  integers  decimal  float, double  temporals
//   string         x       if it is a valid lexical form of the type, blanks around it left out
//   boolean        x       x        0, 1      0, 1     0, 1           -
//   number         x       not 0    truncated x        x              -
//   temporal       x       -        -         -        -              as XPath has it: dateTime -> date, time, ...
//   duration       x       -        -         -        -              -; to durations: the part that the type has
//   IRI            x       -        -         -        -              -
//
// A value out of the type's range, NaN or INF to an exact type, or an ill-typed literal is an error. A string has the
// form that XPath defines: 1.0 becomes "1", "0"^^xsd:boolean "false", 1e0 "1".
//
// Local. Called by the compiler of expressions and tests.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/expression/value.hpp"

namespace quadrille::query {

// The type that a function IRI casts to; nullopt if it does not name a cast.
std::optional<Datatype> cast_target(std::string_view function_iri);

// True if the function IRI names a cast, including one to a type of duration.
bool is_cast(std::string_view function_iri);

// The IRIs of all casts.
std::vector<std::string_view> cast_iris();

// "; did you mean <...>?" for an IRI that is similar to that of a cast, else an empty string.
std::string cast_suggestion(std::string_view function_iri);

// The argument must have its text.
Value cast(const Value& value, Datatype to, Arena& arena);
Value cast(const Value& value, DurationType to, Arena& arena);

}  // namespace quadrille::query
