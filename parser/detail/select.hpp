#pragma once

// Translates SELECT and the solution modifiers (SPARQL 1.1 Query, 11, 15, 16, 18.2.4 and 18.2.5).

#include <optional>
#include <vector>

#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// The content of a SELECT clause, or of DESCRIBE.
struct Projection {
  struct Item {
    VariableId variable;
    std::optional<Expression> expression;  // of (expression AS variable)
    Position position;
  };
  bool star = false;
  bool distinct = false;
  bool reduced = false;
  std::vector<Item> items;
  Position position;
};

// `tree` is a selectClause.
Projection read_projection(Request& request, Tree tree);

// A pattern with all modifiers applied, in the order of 18.2.4 and 18.2.5: Group, Filter of HAVING, Join with VALUES,
// Extend for expressions, OrderBy, Project, Distinct or Reduced, Slice. Without a projection (CONSTRUCT, ASK) there is
// no Project.
struct Solutions {
  Pattern pattern;
  std::vector<VariableId> columns;  // of the projection, each once
};
// `modifier` is a solutionModifier, `values` a valuesClause.
Solutions read_modifiers(Request& request, Pattern where, std::optional<Projection> projection, Tree modifier,
                         Tree values);

// `tree` is a subSelect.
Pattern read_sub_select(Request& request, Tree tree);

}  // namespace quadrille::parser
