#pragma once

// Expressions to nodes. What is constant is computed here, once; unknown functions are found here.

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// The nodes of an expression. Texts and numbers of constants lie in `arena`, which lives as long as the nodes; so does
// the expression. Collective if context.find is. Throws Error(unsupported) for a function IRI that nobody knows,
// Error(syntax) for a wrong number of operands.
NodePtr compile(const parser::Expression& expression, const VariableColumns& columns, EvaluationContext& context,
                TextFetch& texts, Arena& arena);

}  // namespace quadrille::query::detail
