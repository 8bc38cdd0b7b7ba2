#pragma once

// Tokens to a parse tree, by the network of the grammar (network.hpp). No generated code and no machine stack: the
// rules that are open lie in an array, so nesting costs nothing but memory. Local; any number of threads. Throws
// Error(syntax), which tells where the text went wrong and what could have stood there.

#include <span>

#include "parser/detail/source_text.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// `start` is Rule::queryUnit or Rule::updateUnit. The tree refers to `tokens`, of which the last is END.
SyntaxTree parse(const SourceText& source, std::span<const Token> tokens, Rule start);

}  // namespace quadrille::parser
