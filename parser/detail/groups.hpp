#pragma once

// Group graph patterns (SPARQL 1.1 Query, 5.2 to 10, 13 and 14), translated as 18.2.2.6 says: the elements of a group
// one after the other, its filters at its end, groups inside groups by recursion.

#include <vector>

#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// `tree` is a groupGraphPattern.
Pattern read_group(Request& request, Tree tree);

// The same with the group's own filters apart, for OPTIONAL, whose condition they are (18.2.2.6: LeftJoin).
struct GroupParts {
  Pattern pattern;
  std::vector<Expression> filters;
};
GroupParts read_group_parts(Request& request, Tree tree);

// `tree` is a dataBlock.
Pattern read_values(Request& request, Tree tree);

}  // namespace quadrille::parser
