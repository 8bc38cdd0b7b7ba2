#pragma once

// The parts of a solutionModifier that select.cpp puts together.

#include <vector>

#include "parser/algebra.hpp"
#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

// The conditions of HAVING and the keys of ORDER BY, as written, with aggregates.
std::vector<Expression> read_having(Request& request, Tree modifier);
std::vector<OrderBy::Key> read_order(Request& request, Tree modifier);

// `all` under LIMIT and OFFSET. A number beyond 64 bits becomes the largest one.
Pattern slice(Pattern all, Tree modifier, std::string_view source);

}  // namespace quadrille::parser
