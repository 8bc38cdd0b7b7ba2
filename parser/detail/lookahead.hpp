#pragma once

// Lookahead computes the tokens that can come at each state of the network, for all contexts: FIRST and FOLLOW of the
// textbooks combined.

#include <vector>

#include "parser/detail/network.hpp"

namespace quadrille::parser {

class Lookahead {
 public:
  // Iterates over all states until nothing changes; for SPARQL's 1270 states some ten times.
  Lookahead(const Network& network, std::size_t num_states);

  // The tokens that can come first at `state`, in its rule or, if the rule can end there, after it.
  const TokenSet& first(Network::StateId state) const { return first_[state]; }
  // The tokens that can come second, if `next` comes first.
  TokenSet second(Network::StateId state, TokenKind next) const;

 private:
  bool update(Network::StateId id);
  void collect_second(Network::StateId id, TokenKind next, std::vector<bool>& seen, TokenSet& out) const;

  const Network& network_;
  std::vector<TokenSet> first_;                        // with the tokens after the rule
  std::vector<TokenSet> inside_;                       // within the rule only
  std::vector<bool> can_end_;                          // true if the rule can end at the state without a token
  std::vector<std::vector<Network::StateId>> behind_;  // by rule: the states after its calls
};

}  // namespace quadrille::parser
