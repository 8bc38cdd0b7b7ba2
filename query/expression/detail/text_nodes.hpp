#pragma once

// Nodes of string functions that are more than a function of one solution: CONCAT takes any number of operands, REGEX
// and REPLACE keep compiled patterns (SPARQL 1.1 Query 17.4.3.12, 17.4.3.14-15).
//
// A pattern that is constant is compiled once; others are kept by pattern and flags, kPatternsKept of them.

#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

inline constexpr std::size_t kPatternsKept = 64;

NodePtr make_concat(std::vector<NodePtr> texts);
// text, pattern and perhaps flags.
NodePtr make_regex(std::vector<NodePtr> operands);
// text, pattern, replacement and perhaps flags.
NodePtr make_replace(std::vector<NodePtr> operands);

}  // namespace quadrille::query::detail
