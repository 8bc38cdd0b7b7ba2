#pragma once

// Functions on terms: tests of kind, parts of a term, new terms (SPARQL 1.2 Query 17.4.2, 17.4.6).
//
// One solution at a time. The comment after each function names what must be read of its arguments; a wrong kind gives
// an error.
// Local. Called by the table of built-ins (detail/builtins.cpp) and tests.

#include "query/expression/scope.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

// Nothing read.
Value is_iri(const Value& term, Arena& arena);
Value is_blank(const Value& term, Arena& arena);
Value is_literal(const Value& term, Arena& arena);

Value is_numeric(const Value& term, Arena& arena);           // unread literals read; an ill-typed number is not numeric
Value is_triple(const Value& term, Arena& arena);            // nothing read
Value literal_datatype(const Value& literal, Arena& arena);  // unread literals read
Value language_of(const Value& literal, Arena& arena);       // language strings read; "" for all other literals
Value str(const Value& term, Arena& arena);                  // text read

// LANGDIR, hasLANG, hasLANGDIR; language strings read.
Value direction_of_text(const Value& literal, Arena& arena);
Value has_language(const Value& term, Arena& arena);
Value has_direction(const Value& term, Arena& arena);

// SUBJECT, PREDICATE, OBJECT; triple terms read.
Value subject_of(const Value& triple, Arena& arena);
Value predicate_of(const Value& triple, Arena& arena);
Value object_of(const Value& triple, Arena& arena);
// TRIPLE; texts read. An error if they are not the terms of a triple.
Value make_triple(const Value& subject, const Value& predicate, const Value& object, Arena& arena);

// IRI(); text read. Resolved against the given base, else that of the context.
Value make_iri(const Value& text, Scope& scope);
Value make_iri(const Value& text, const Value& base, Arena& arena);
Value make_typed(const Value& lexical, const Value& datatype, Arena& arena);            // STRDT; text read
Value make_language_string(const Value& lexical, const Value& language, Arena& arena);  // STRLANG; text read
Value make_direction_string(const Value& lexical, const Value& language, const Value& direction, Arena& arena);

Value fresh_blank(Scope& scope);                   // BNODE(): a new one for every call
Value blank_for(const Value& name, Scope& scope);  // BNODE(name): one for each name and solution; text read
Value uuid(Scope& scope);                          // <urn:uuid:...>, RFC 4122 version 4
Value uuid_string(Scope& scope);

Value random_number(Scope& scope);  // 0 <= x < 1, xsd:double
Value now(Scope& scope);            // the query's one moment

}  // namespace quadrille::query
