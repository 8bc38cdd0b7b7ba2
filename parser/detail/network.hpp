#pragma once

// A Network is the grammar in the form of the parser: the parser's ATN in compact form, with a table of decisions.
//
// A state is one of four:
//   token      one token of a set must come; then `target`
//   call       a rule begins at `target`; after it, `follow`
//   decision   one of alternatives(); decide() chooses by the next tokens
//   stop       the rule ends
//
// N1  Two tokens are enough for every decision (in SPARQL one token, except at the "." of triples and after INSERT and
//     DELETE). Asserted when the network is made, which happens once in a process and takes about a millisecond.
// N2  Nothing changes after that: any thread can use it.
// Source: LL(1) and LL(2) prediction; ANTLR's own prediction, which does not need N1, was ten times slower.

#include <bitset>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "parser/detail/atn.hpp"
#include "parser/detail/grammar.hpp"

namespace quadrille::parser {

using TokenSet = std::bitset<kNumTokenKinds>;

class Network {
 public:
  using StateId = std::uint16_t;
  static constexpr StateId kNowhere = 0xFFFF;

  enum class Step : std::uint8_t { token, call, decision, stop };
  struct State {
    Step step = Step::stop;
    std::uint16_t what = 0;  // token: the set; call, stop: the rule; decision: its number
    StateId target = kNowhere;
    StateId follow = kNowhere;
  };

  // The network of SPARQL.
  static const Network& instance();
  explicit Network(const Atn& atn);

  StateId start(Rule rule) const { return starts_[static_cast<std::size_t>(rule)]; }
  const State& state(StateId id) const { return states_[id]; }
  std::span<const StateId> alternatives(const State& decision) const { return decisions_[decision.what]; }
  const TokenSet& tokens(const State& token) const { return sets_[token.what]; }

  // The alternative at a decision when `next` comes, and then `second`; kNowhere if no text can continue with them.
  StateId decide(const State& decision, TokenKind next, TokenKind second) const {
    const std::uint8_t choice = choices_[decision.what * kNumTokenKinds + static_cast<std::size_t>(next)];
    if (choice < kLooksFurther) [[likely]]
      return choice == 0 ? kNowhere : decisions_[decision.what][choice - 1u];
    return decide_by_two(decision, next, second);
  }

 private:
  static constexpr std::uint8_t kLooksFurther = 0xFF;

  struct Pair {
    std::uint16_t decision;
    TokenKind next;
    auto operator<=>(const Pair&) const = default;
  };

  void make_states(const Atn& atn);
  void make_choices();
  StateId decide_by_two(const State& decision, TokenKind next, TokenKind second) const;

  std::vector<State> states_;
  std::vector<StateId> starts_;
  std::vector<TokenSet> sets_;
  std::vector<std::vector<StateId>> decisions_;
  std::vector<std::uint8_t> choices_;  // decisions x kinds: 0 nowhere, 1 + alternative, or kLooksFurther
  std::map<Pair, std::vector<std::uint8_t>> further_;  // by kind of the second token: 0, or 1 + alternative
};

}  // namespace quadrille::parser
