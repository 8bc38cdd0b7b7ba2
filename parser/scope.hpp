#pragma once

// The scope of a pattern is the set of variables that its solutions may bind (SPARQL 1.1 Query, 18.2.1). Variables that
// occur only in filters or on the right of MINUS are not in scope, nor are those that a subquery does not project.

#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::parser {

// Ascending, each once, including blank nodes and other variables without a name in the text.
std::vector<VariableId> variables_in_scope(const Algebra& algebra);

bool is_in_scope(const Algebra& algebra, VariableId variable);

}  // namespace quadrille::parser
