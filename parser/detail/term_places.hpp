#pragma once

// All places of a query where a term of the text stands, once each; a term may have been put into several.

#include <functional>
#include <string_view>

#include "parser/query.hpp"

namespace quadrille::parser {

struct TermVisitor {
  std::function<void(Term&)> free;            // what another term can be put into, and the query means that one
  std::function<void(std::string_view)> set;  // texts that the tree rests on: predicates, paths, graphs, EXISTS
  std::function<void(Expression&)> expression = [](Expression&) {};  // each, before its arguments
};

void visit_terms(Query& query, const TermVisitor& visitor);

}  // namespace quadrille::parser
