#pragma once

// Parses tokens to a tree, with the network of the grammar (network.hpp). There is no generated code and no recursion:
// open rules are in an array, so nesting costs only memory. Local; any number of threads. Throws Error(syntax), which
// names the place and the possible tokens there.

#include <span>

#include "parser/detail/source_text.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// `start` is Rule::queryUnit or Rule::updateUnit. The tree refers to `tokens`, of which the last is END.
SyntaxTree parse(const SourceText& source, std::span<const Token> tokens, Rule start);

}  // namespace quadrille::parser
