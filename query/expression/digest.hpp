#pragma once

// Hash functions (SPARQL 1.1 Query 17.4.6): each returns the digest of a simple literal's UTF-8 in hexadecimal, lower
// case.
//
// One solution at a time. The text must be read; any value that is not an xsd:string is an error.
// Local. Called by the table of built-ins (detail/builtins.cpp) and tests.

#include "query/expression/value.hpp"

namespace quadrille::query {

Value md5(const Value& text, Arena& arena);
Value sha1(const Value& text, Arena& arena);
Value sha256(const Value& text, Arena& arena);
Value sha384(const Value& text, Arena& arena);
Value sha512(const Value& text, Arena& arena);

}  // namespace quadrille::query
