#pragma once

// Finds the tokens that could follow at an error, exactly, from the grammar's network; for error messages only.

#include <span>
#include <vector>

#include "parser/detail/network.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

struct Unexpected {
  std::size_t token;                // the first of the tokens with which no text can continue
  std::vector<TokenKind> expected;  // the possible tokens in its place, ascending
};

// `state` is the parser's state after the last good token, `follow` the states after the open rules, the innermost
// last, and `tokens` the next tokens. Precondition: not all of these tokens can follow. Tries all alternatives in
// parallel.
Unexpected find_unexpected(const Network& network, Network::StateId state, std::span<const Network::StateId> follow,
                           std::span<const Token> tokens);

}  // namespace quadrille::parser
