#pragma once

// joins_late() decides if the pattern of an EXISTS can be evaluated once, on its own, and joined with the outer
// solutions afterwards: the fast way. By definition the pattern is evaluated with the bindings of the outer solution
// substituted into it at every depth (SPARQL 1.1 Query, 18.6, substitute; read as joining them with every pattern that
// is matched, so that filters at any depth see them). For most patterns both give the same result.
//
//   pattern               may wait for the bindings of the variables V if its parts may, and
//   patterns, VALUES      always
//   paths                 an outer value has a path of no length to itself, even if it is no node of the graph: so not
//                         those that may have no length and join two variables, one of V among them
//   Join, Union           no further condition
//   Filter, Extend        the variables of V that their expressions read are always bound inside
//   LeftJoin              the left always binds the variables of V on the right side; those of a condition are bound
//                         inside
//   Minus                 the left always binds the variables of V on the right side; the right always binds those on
//                         both sides
//   Group                 the variables of V that it reads are keys that are always bound
//   Slice                 it reads no variable of V
//   Project               V is reduced to the projected variables: others of these names are its own (12)

#include "query/table/variables.hpp"

namespace quadrille::query {

// `outer`: the variables that the outer solutions may bind.
bool joins_late(const parser::Algebra& pattern, const VariableSet& outer);

}  // namespace quadrille::query
