#pragma once

// What could have followed: an exact answer from the grammar's network, for error messages only. ANTLR's own answer is
// missing what loops and options would have allowed that the parser had left behind before it saw the error.

#include <antlr4-runtime.h>

#include <span>
#include <vector>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

struct Unexpected {
  std::size_t token;                // the first of the tokens with which no text can go on
  std::vector<TokenKind> expected;  // what could have stood there, ascending
};

// `state` is where the parser stood in the network after the last token that it took, `context` the rule it was in with
// those above (nullptr: none), and `tokens` what came then. Needs tokens that cannot all follow, END at the latest.
// Source: the construction of LL(1) lookahead with a stack (ANTLR's LL1Analyzer), for as many tokens as it takes.
Unexpected find_unexpected(const antlr4::atn::ATN& atn, const antlr4::atn::ATNState* state,
                           const antlr4::RuleContext* context, std::span<const Token> tokens);

}  // namespace quadrille::parser
