#pragma once

// Nodes of string functions that do not fit FunctionNode: CONCAT takes any number of operands, REGEX and REPLACE keep
// compiled patterns (SPARQL 1.1 Query 17.4.3.12, 17.4.3.14-15).
//
// A constant pattern is compiled once; others are cached by pattern and flags, kPatternsKept of them.

#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

inline constexpr std::size_t kPatternsKept = 64;

NodePtr make_concat(std::vector<NodePtr> texts);
// Operands: text, pattern and optional flags.
NodePtr make_regex(std::vector<NodePtr> operands);
// Operands: text, pattern, replacement and optional flags.
NodePtr make_replace(std::vector<NodePtr> operands);

}  // namespace quadrille::query::detail
