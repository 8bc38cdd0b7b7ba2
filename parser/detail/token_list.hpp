#pragma once

// All tokens of a request, END last, with the bodies of data blocks folded into one token each:
//
//   VALUES ( ?x ?y ) { (1 2) (3 4) }     VALUES LPAREN VAR1 VAR1 RPAREN DATA_BLOCK
//   INSERT DATA { :s :p :o }             INSERT DATA DATA_BLOCK
//
// A block without an end stays unfolded, so that the parser finds the open brace.
// Cost: 20 bytes a token; what lies in data blocks takes none.

#include <cstddef>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// How deep braces, brackets and parentheses may nest. What comes after recurses, and must not run out of stack.
constexpr std::size_t kMaxNesting = 500;

// Throws Error(syntax) where the text nests too deep.
std::vector<Token> tokenize(const SourceText& source);

}  // namespace quadrille::parser
