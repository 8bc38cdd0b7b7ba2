#pragma once

// The readers behind parse_rules(), one for each language other than SPARQL-RL.

#include <string_view>

#include "parser/detail/request_tree.hpp"
#include "parser/rule_set.hpp"

namespace quadrille::parser {

RuleSet parse_jena_rules(std::string_view text, std::string_view base);  // CGE's, too
RuleSet parse_n3_rules(std::string_view text, std::string_view base);
RuleSet parse_construct_rules(std::string_view text, std::string_view base);

// The parts of a declaration such as @prefix ex: <...>; nullptr: it has none.
struct AtDeclaration {
  std::string_view word;  // @prefix
  const Token* prefix = nullptr;
  const Token* iri = nullptr;
};
inline AtDeclaration at_declaration(const Request& request, Tree tree) {
  AtDeclaration its{request.text(tree.token())};
  for (const Token& token : tree.tokens()) {
    if (token.kind == TokenKind::PNAME_NS) its.prefix = &token;
    if (token.kind == TokenKind::IRIREF) its.iri = &token;
  }
  return its;
}

}  // namespace quadrille::parser
