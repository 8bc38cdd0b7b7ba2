#pragma once

// Visits all places of a query with a term of the text, once each; a term may occur in several places.

#include <functional>
#include <string_view>

#include "parser/query.hpp"

namespace quadrille::parser {

struct TermVisitor {
  std::function<void(Term&)> free;            // places where another term can be put
  std::function<void(std::string_view)> set;  // texts that determine the tree: predicates, paths, graphs, EXISTS
  std::function<void(Expression&)> expression = [](Expression&) {};  // each, before its arguments
};

void visit_terms(Query& query, const TermVisitor& visitor);

}  // namespace quadrille::parser
