#pragma once

// compile() translates expressions to nodes. It computes constant parts once and rejects unknown functions.

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// The nodes of an expression. Texts and numbers of constants are in `arena`, which must live as long as the nodes,
// like the expression. Collective if context.find is. Throws Error(unsupported) for an unknown function IRI,
// Error(syntax) for a wrong number of operands.
NodePtr compile(const parser::Expression& expression, const VariableColumns& columns, EvaluationContext& context,
                TextFetch& texts, Arena& arena);

}  // namespace quadrille::query::detail
