#pragma once

// compare_for_order() defines the total order of ORDER BY (SPARQL 1.1 Query, 15.1), which MIN and MAX also use.
//
//   unbound = error < blank nodes < IRIs < literals
//
//   literals, by group in this order (that of the kinds of HURIs):
//     strings            by code points
//     language strings   by (tag, code points)
//     numbers            by exact value, NaN last; equal values of different types are equal
//     booleans           false < true
//     temporals          by type, then by timeline; without a zone read as UTC, and there before one with a zone
//     durations          as from the mean of four moments on (duration.hpp), then by months
//     others             by (datatype, code points of the lexical form)
//   Blank nodes by HURI or label, IRIs by code points.
//
// O1  A strict weak order over all values; two values are equivalent only if they are equal for "=" or the same term.
// O2  Stable HURIs of one vocabulary kind are compared as numbers, without their texts; all other values need their
//     text (read_values()).

#include <compare>

#include "query/expression/value.hpp"

namespace quadrille::query {

std::weak_ordering compare_for_order(const Value& a, const Value& b);

}  // namespace quadrille::query
