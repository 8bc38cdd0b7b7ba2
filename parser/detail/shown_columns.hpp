#pragma once

// Results of a call that are columns of its edges, such as the predicate of a step of a path. Outside they have the
// names of the columns, but they are other variables: inside, the pattern gets new names.
//
//   SERVICE algo:paths { [] algo:source ?a ; algo:target ?b ; algo:edge ?p ; ... { ?a ?p ?b } }
//   -> edges .1 -> .2, edge column .3, of a subquery that selects ?a AS .1, ?b AS .2, ?p AS .3; results ?a, ?b, ?p

#include <cstdint>

#include "parser/algebra.hpp"
#include "parser/detail/request.hpp"

namespace quadrille::parser {

// The variables of sources and targets are results, too.
void add_end_results(Invoke& invoke);
// Of INVOKE: results that are columns of the pattern get the names of results: source, target, or kEdgeColumn.
void name_column_results(Invoke& invoke);

// Sets `edge_columns`, and renames the columns of the pattern that are results. Throws Error(syntax) if an edge column
// is no variable of the pattern.
void show_columns(Request& request, Invoke& invoke, std::uint32_t& depth, Position position);

}  // namespace quadrille::parser
