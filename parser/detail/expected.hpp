#pragma once

// What could have followed: an exact answer from the grammar's network, for error messages only.

#include <span>
#include <vector>

#include "parser/detail/network.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

struct Unexpected {
  std::size_t token;                // the first of the tokens with which no text can go on
  std::vector<TokenKind> expected;  // what could have stood there, ascending
};

// `state` is where a parser stands behind the last good token, `follow` the states behind the rules that are open, the
// innermost last, and `tokens` what comes then. Needs tokens that cannot all follow. Tries all ways at once.
Unexpected find_unexpected(const Network& network, Network::StateId state, std::span<const Network::StateId> follow,
                           std::span<const Token> tokens);

}  // namespace quadrille::parser
