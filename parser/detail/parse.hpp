#pragma once

// Tokens to a parse tree, by the ATN of grammar/SparqlParser.g4 in ANTLR's parser interpreter: no generated code, and
// the same on every distribution whose tool and runtime are of different versions.
//
// Prediction is SLL first; only a text on which that fails is parsed once more with full LL, which either finds a tree
// after all or knows what was expected where. The interpreter keeps its own stack, so nesting costs it no machine
// stack. Local; any number of threads. Interpreters are kept for reuse, with what they have learnt, as many as ever ran
// at once. Throws Error(syntax).

#include <span>

#include "parser/detail/source_text.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// `start` is Rule::queryUnit or Rule::updateUnit. The tree refers to `tokens`.
SyntaxTree parse(const SourceText& source, std::span<const Token> tokens, Rule start);

}  // namespace quadrille::parser
