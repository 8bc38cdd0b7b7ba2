#pragma once

// The part of expressions.hpp that reads calls: functions by keyword or IRI, EXISTS, aggregates.

#include <vector>

#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

Expression read_builtin(Request& request, Tree tree);  // builtInCall
Expression read_call(Request& request, Tree tree);     // functionCall, iriOrFunction with arguments

// Appends the expressions among the children of `tree` (an expressionList, an argList ...).
void read_arguments(Request& request, Tree tree, std::vector<Expression>& arguments);

}  // namespace quadrille::parser
