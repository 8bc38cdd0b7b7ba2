#pragma once

// Lists all tokens of a request, END last; the body of a data block becomes one token:
//
//   VALUES ( ?x ?y ) { (1 2) (3 4) }     VALUES LPAREN VAR1 VAR1 RPAREN DATA_BLOCK
//   INSERT DATA { :s :p :o }             INSERT DATA DATA_BLOCK
//
// Keywords need no space between them where no token is ambiguous: FILTERsameTerm(?a,?b) has two.
//
// A block without an end is not folded, so that the parser finds the open brace. Cost: 20 bytes a token; tokens in data
// blocks take none.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The limit for nested braces, brackets and parentheses. The next steps recurse, and must not run out of stack.
constexpr std::size_t kMaxNesting = 500;

enum class Words : std::uint8_t {
  of_keywords,  // words that consist of keywords are divided
  whole         // for languages that have words of their own
};

// Throws Error(syntax) if the text is nested too deep.
std::vector<Token> tokenize(const SourceText& source, Words words = Words::of_keywords);

}  // namespace quadrille::parser
