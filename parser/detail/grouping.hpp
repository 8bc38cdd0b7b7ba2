#pragma once

// GROUP BY and aggregates (SPARQL 1.1 Query, 11, 18.2.4.1): aggregates in expressions are replaced by fresh variables,
// which the Group operator gives their values.

#include <optional>
#include <vector>

#include "parser/algebra.hpp"
#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

class Grouping {
 public:
  // `clause` is the groupClause, if there is one; `where` is what is grouped.
  Grouping(Request& request, std::optional<Tree> clause, const Algebra& where);

  // A variable that SELECT or AS names: whoever comes later can use it.
  void allow(VariableId variable) { known_.add(variable); }
  bool is_known(VariableId variable) const { return known_.has(variable); }

  // The expression as it is said of a group. A variable that is neither key nor known is an error in SELECT ...
  Expression in_select(Expression expression) { return replaced(std::move(expression), true); }
  // ... and SAMPLE of it in HAVING and ORDER BY, as 18.2.4.1 says.
  Expression in_modifier(Expression expression) { return replaced(std::move(expression), false); }
  // Throws Error(syntax) if SELECT may not name it.
  void check_projected(VariableId variable, Position position) const;

  // The Group above `where`; when all expressions have been given to the functions above.
  Pattern finish(Pattern where, Position position) &&;

 private:
  void read_condition(Tree condition);
  void add_key(VariableId variable, std::optional<Expression> expression);
  Expression replaced(Expression expression, bool is_select);
  Expression output(Aggregate aggregate, std::vector<Expression> arguments, Position position);

  Request& request_;
  quadrille::parser::Group group_;
  VariableMarks in_where_;
  VariableMarks known_;  // keys with a name in the text, and what was allowed
};

}  // namespace quadrille::parser
