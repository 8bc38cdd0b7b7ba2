#pragma once

// joins_late() decides if the pattern of an EXISTS can be evaluated once, on its own, and joined with the outer
// solutions afterwards: the fast way. By definition every group of the pattern begins with the outer solution (SPARQL
// 1.2 Query, 18.3.2.6, ContextSolution), so that filters at any depth see it. For most patterns both give the same
// result.
//
//   pattern               may wait for the bindings of the variables V if its parts may, and
//   patterns, paths       always
//   VALUES                always
//   Join, Union           no further condition
//   Filter, Extend        the variables of V that their expressions read are always bound inside
//   LeftJoin              the left always binds the variables of V on the right side; those of a condition are bound
//                         inside
//   Minus                 the left always binds the variables of V on the right side
//   OrderBy               as Filter
//   Group                 the variables of V that it reads are keys that are always bound
//   Slice                 it reads no variable of V
//   Project               variables of V that are not projected do not occur in it
//
// A MINUS whose sides may bind no variable in common depends on the outer solution even without its variables
// (compares_domains()).

#include "query/table/variables.hpp"

namespace quadrille::query {

// `outer`: the variables that the outer solutions may bind, and the column of their numbers, if they have one.
bool joins_late(const parser::Algebra& pattern, const VariableSet& outer);

// True if the pattern has a MINUS, at any depth, whose sides do not always bind a variable in common. In an EXISTS both
// sides have the variables of the outer solution besides: if it binds any, such a MINUS removes what is compatible.
bool compares_domains(const parser::Algebra& pattern);
bool compares_domains(const parser::Expression& expression);  // in a pattern of an EXISTS

}  // namespace quadrille::query
