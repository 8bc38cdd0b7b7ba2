#pragma once

// Reads the serialized ATN of a grammar: states, and edges between them. ANTLR's tool writes it in one of two forms:
//
//   version 3 (before ANTLR 4.10): 16-bit words. Version; then, each written plus 2 (modulo 65536), a UUID of 8 words,
//     kind of grammar, largest token, states, non-greedy states, precedence states, rules, modes, sets of 16-bit
//     intervals, sets of 32-bit intervals (two words a bound), edges, decisions, actions of a lexer. 65535 means
// "none".
//   version 4 (since 4.10): 32-bit words. The same, but one list of sets, no UUID, nothing added, and -1 means "none".
//
// Source: ANTLR 4.7.2 and 4.10, ATNSerializer and ATNDeserializer.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::parser {

struct Atn {
  using State = std::int32_t;
  static constexpr std::int32_t kNone = -1;

  enum class EdgeKind : std::uint8_t {
    epsilon = 1,
    range,  // arguments[0] .. arguments[1]; arguments[2] != 0: the lower bound is the end of the input
    rule,   // into the rule whose start is arguments[0]; afterwards at `to`
    predicate,
    atom,    // arguments[0], or the end of the input if arguments[2] != 0
    action,  // of a lexer; matches no text
    set,     // one of sets[arguments[0]]
    not_set,
    wildcard,
    precedence,
  };
  struct Edge {
    State from, to;
    EdgeKind kind;
    std::int32_t arguments[3];
  };
  struct Set {
    bool has_end;                                                  // of the input
    std::vector<std::pair<std::int32_t, std::int32_t>> intervals;  // with both bounds
  };
  struct Rule {
    State start;
    std::int32_t token;  // of a lexer's rule: the resulting token, kNone for fragments and similar
  };

  static constexpr std::int32_t kRuleStop = 7;  // the type of state at the end of a rule
  struct StateInfo {
    std::int32_t type;
    std::int32_t rule;
  };

  std::vector<StateInfo> states;
  std::vector<Rule> rules;
  std::vector<State> modes;  // of a lexer: start states
  std::vector<Set> sets;
  std::vector<Edge> edges;  // the edges of a state are in the order of its alternatives
  std::vector<State> decisions;
};

// `serialized` is kGrammar.parser_atn or kGrammar.lexer_atn. Asserts that its version is known.
Atn read_atn(std::span<const std::int32_t> serialized);

}  // namespace quadrille::parser
