#pragma once

// The tables that ANTLR's tool makes from parser/grammar/*.g4. The build writes them (grammar/write_tables.cmake); no
// other code is generated. An ATN is the grammar as a network of states (ANTLR's augmented transition network), in the
// serialized form of the tool: its first number is the version of that form, 3 before ANTLR 4.10 and 4 since.

#include <cstdint>
#include <span>
#include <string_view>

#include "sparql_grammar.hpp"  // TokenKind, Rule

namespace quadrille::parser {

struct GrammarTables {
  std::span<const char* const> token_names;  // by TokenKind, as in the grammar
  std::span<const char* const> rule_names;   // by Rule
  std::span<const std::int32_t> parser_atn;
  std::span<const std::int32_t> lexer_atn;
};

extern const GrammarTables kGrammar;

inline std::string_view grammar_name(TokenKind kind) {
  return kGrammar.token_names[static_cast<std::size_t>(kind)];
}
inline std::string_view grammar_name(Rule rule) {
  return kGrammar.rule_names[static_cast<std::size_t>(rule)];
}

}  // namespace quadrille::parser
