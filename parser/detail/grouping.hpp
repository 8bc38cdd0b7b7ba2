#pragma once

// Grouping translates GROUP BY and aggregates (SPARQL 1.1 Query, 11, 18.2.4.1): it replaces aggregates in expressions
// by fresh variables, which the Group operator binds.

#include <optional>
#include <vector>

#include "parser/algebra.hpp"
#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

class Grouping {
 public:
  // `clause` is the groupClause, if there is one; `where` is the grouped pattern.
  Grouping(Request& request, std::optional<Tree> clause, const Algebra& where);

  // Allows a variable that SELECT or AS names for later use.
  void allow(VariableId variable) { known_.add(variable); }
  bool is_known(VariableId variable) const { return known_.has(variable); }
  const VariableMarks& known() const { return known_; }

  // The expression for a group. A variable that is neither a key nor allowed is an error in SELECT ...
  Expression in_select(Expression expression) { return replaced(std::move(expression), true); }
  // ... and becomes SAMPLE of it in HAVING and ORDER BY (18.2.4.1).
  Expression in_modifier(Expression expression) { return replaced(std::move(expression), false); }
  // Throws Error(syntax) if SELECT may not name it.
  void check_projected(VariableId variable, Position position) const;

  // The Group above `where`; called after all expressions have been passed to the functions above.
  Pattern finish(Pattern where, Position position) &&;

 private:
  void read_condition(Tree condition);
  void add_key(VariableId variable, std::optional<Expression> expression);
  Expression replaced(Expression expression, bool is_select);
  Expression output(Aggregate aggregate, std::vector<Expression> arguments, Position position);

  Request& request_;
  quadrille::parser::Group group_;
  VariableMarks in_where_;
  VariableMarks known_;  // keys with a name in the text, and allowed variables
};

}  // namespace quadrille::parser
