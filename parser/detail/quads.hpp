#pragma once

// Reads quads of INSERT, DELETE and DELETE WHERE (SPARQL 1.1 Update, 3.1.3), and of CONSTRUCT. data_block.hpp reads
// those of DATA without a tree.

#include <vector>

#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/triples.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

// `tree` is a quadPattern. Triple terms that are not constant are appended to `terms`.
std::vector<QuadPattern> read_quads(const TripleContext& context, Tree tree, std::vector<TermPattern>& terms);

// The same for rules, which refuse such terms.
std::vector<QuadPattern> read_rule_quads(const TripleContext& context, Tree tree);
inline constexpr const char* kNoTermsInRules =
    "rules do not look into triple terms or make them; write a variable for the whole term";

// The pattern of DELETE WHERE for its quads (3.1.3.3).
AlgebraPtr to_pattern(const std::vector<QuadPattern>& quads, std::vector<TermPattern> terms, Position position);

}  // namespace quadrille::parser
