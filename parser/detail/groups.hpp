#pragma once

// Translates group graph patterns (SPARQL 1.1 Query, 5.2 to 10, 13 and 14) as in 18.2.2.6: the elements of a group in
// sequence, its filters at its end, nested groups by recursion.

#include <vector>

#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// `tree` is a groupGraphPattern.
Pattern read_group(Request& request, Tree tree);

// The same with the group's own filters separate, for OPTIONAL, where they are the condition (18.2.2.6: LeftJoin).
struct GroupParts {
  Pattern pattern;
  std::vector<Expression> filters;
};
GroupParts read_group_parts(Request& request, Tree tree);

// `tree` is a dataBlock.
Pattern read_values(Request& request, Tree tree);

}  // namespace quadrille::parser
