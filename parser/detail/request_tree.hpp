#pragma once

// The common steps of queries and updates from text to tree.

#include <string_view>
#include <vector>

#include "parser/detail/parse.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/detail/token_list.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

// A text with its tokens and its tree.
class ParsedText {
 public:
  ParsedText(std::string_view text, Rule start)
      : source_(text), tokens_(tokenize(source_)), tree_(parse(source_, tokens_, start)) {}
  // `arrange(source, tokens)` returns the tokens to parse, or throws.
  template <class Arrange>
  ParsedText(std::string_view text, Rule start, const Arrange& arrange)
      : source_(text),
        tokens_(arrange(source_, tokenize(source_, Words::whole))),
        tree_(parse(source_, tokens_, start)) {}

  const SourceText& source() const { return source_; }
  Tree root() const { return tree_.root(); }

 private:
  SourceText source_;
  std::vector<Token> tokens_;
  SyntaxTree tree_;
};

// `tree` is a prologue.
void read_prologue(Request& request, Tree tree);
// `tree` is a baseDecl, prefixDecl or versionDecl. A version changes nothing: the syntax itself shows it.
void read_declaration(Request& request, Tree tree);

}  // namespace quadrille::parser
