#pragma once

// Reads quads of INSERT, DELETE and DELETE WHERE (SPARQL 1.1 Update, 3.1.3). data_block.hpp reads those of DATA without
// a tree.

#include <vector>

#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/triples.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

// `tree` is a quadPattern.
std::vector<QuadPattern> read_quads(const TripleContext& context, Tree tree);

// The pattern of DELETE WHERE for its quads (3.1.3.3).
AlgebraPtr to_pattern(const std::vector<QuadPattern>& quads, Position position);

}  // namespace quadrille::parser
