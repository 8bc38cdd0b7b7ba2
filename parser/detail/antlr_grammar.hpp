#pragma once

// The grammar's ATNs in the runtime's own form, whatever versions tool and runtime have.

#include <antlr4-runtime.h>

#include <memory>
#include <span>

#include "parser/detail/grammar.hpp"

namespace quadrille::parser {

// `serialized` is kGrammar.parser_atn or kGrammar.lexer_atn. Ends the process if ANTLR does not take it.
std::unique_ptr<antlr4::atn::ATN> make_atn(std::span<const std::int32_t> serialized);

// The parser's, made once; nothing changes it.
const antlr4::atn::ATN& parser_atn();

}  // namespace quadrille::parser
