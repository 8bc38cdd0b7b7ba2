#pragma once

// EXISTS evaluates its pattern with the bindings of the outer solution put into it, at every depth (SPARQL 1.1 Query,
// 18.6, substitute; read as joining them with every pattern that is matched, so that filters at any depth see them).
// Most patterns say the same if they are evaluated once, on their own, and joined with the outer solutions afterwards:
// that is the fast way. Here is when.
//
//   pattern               and may wait for the bindings of the variables V if its parts may, and
//   patterns, VALUES      always
//   paths                 an outer value has a path of no length to itself, even if it is no node of the graph: so not
//                         those that may have no length and join two variables, one of V among them
//   Join, Union           no more is asked
//   Filter, Extend        what their expressions look at of V is bound inside for sure
//   LeftJoin              what the right side has of V, the left binds for sure; a condition's is bound inside
//   Minus                 what the right side has of V, the left binds for sure; so does the right what both have
//   Group                 what it reads of V are keys that are bound for sure
//   Slice                 it reads nothing of V
//   Project               V are those that it lets through: the others of these names are variables of its own (12)

#include "query/table/variables.hpp"

namespace quadrille::query {

// `outer`: the variables that the outer solutions may bind.
bool joins_late(const parser::Algebra& pattern, const VariableSet& outer);

}  // namespace quadrille::query
