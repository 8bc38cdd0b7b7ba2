#pragma once

// edges_key() names the edges of a call. Two calls with equal keys in one state of the data have equal edges, so they
// can use one graph. The key is the text of the pattern and of the columns, without the names of variables, and the
// graphs and the view that the pattern reads.

#include <string>

#include "parser/algebra.hpp"
#include "query/plan/logical/pattern_scope.hpp"
#include "query/plan/logical/planning.hpp"
#include "query/procedures/procedure_call.hpp"

namespace quadrille::query {

// Local. Empty if nothing is kept for later calls, if the edges may differ from call to call (RAND, NOW, SERVICE), or
// if inputs of the call are columns of them.
std::string edges_key(const Planning& planning, const parser::Invoke& invoke, const ProcedureCall& call,
                      const PatternScope& scope);

}  // namespace quadrille::query
