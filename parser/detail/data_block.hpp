#pragma once

// Reads the bodies of VALUES, INSERT DATA and DELETE DATA token by token, without a parse tree: a million rows take no
// memory except for the result. The grammar is in the comments of data_block.cpp and inserted_data.cpp.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "parser/algebra.hpp"
#include "parser/detail/lexer.hpp"
#include "parser/detail/request.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

// Appends the rows of a DATA_BLOCK of VALUES to `values`, which has its variables. `in_parentheses` distinguishes
// inlineDataFull from inlineDataOneVar.
void read_rows(const Request& request, const Token& block, bool in_parentheses, Values& values);

// Reads the quads of a DATA_BLOCK of INSERT DATA (`scope` is that of its blank node labels) or DELETE DATA (blank nodes
// are forbidden, and there is no `scope`).
std::vector<QuadPattern> read_data(Request& request, const Token& block, std::optional<BlankNodeScopes::Scope> scope);

// Reads the tokens of a block one by one.
class BlockReader {
 public:
  BlockReader(const Request& request, const Token& block)
      : request_(request), block_(block), lexer_(request.source, block) {
    skip();
  }

  const Token& token() const { return token_; }
  bool is(TokenKind kind) const { return token_.kind == kind; }
  void skip() { token_ = lexer_.next(); }
  bool skip_if(TokenKind kind);
  // Skips the token, which must be of this kind.
  void expect(TokenKind kind);
  // Throws Error(syntax).
  [[noreturn]] void fail_expecting(std::vector<TokenKind> kinds) const;
  [[noreturn]] void fail_expecting_term(std::vector<TokenKind> and_kinds) const;

  // Reads an IRI, a literal or a triple term without blank nodes, if the current token begins one.
  std::optional<Term> term();
  // Reads a triple term, whose first token has been skipped. `component` reads its subject and object.
  Term triple_term(Position begin, const std::function<Term()>& component);
  // Skips `a` or an IRI.
  std::string predicate();

 private:
  const Request& request_;
  Token block_;
  Lexer lexer_;
  Token token_;
};

}  // namespace quadrille::parser
