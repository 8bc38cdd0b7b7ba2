#pragma once

// Reads expressions (SPARQL 1.1 Query, 17).

#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// Reads the tree of an expression, or of a rule that is one: constraint, brackettedExpression, builtInCall,
// functionCall, var. Patterns of EXISTS are translated. Aggregates stay unchanged, for grouping.hpp to replace, and are
// refused if request.no_aggregates is set. && and || of many conditions become balanced trees.
Expression read_expression(Request& request, Tree tree);

Expression make_variable(VariableId variable, Position position);
Expression make_constant(Term term, Position position);

// True if it contains an aggregate, outside of EXISTS.
bool has_aggregate(const Expression& expression);

// Refuses aggregates as long as it lives, or allows them (`why` is nullptr).
class AggregateRule {
 public:
  AggregateRule(Request& request, const char* why) : request_(request), before_(request.no_aggregates) {
    request.no_aggregates = why;
  }
  ~AggregateRule() { request_.no_aggregates = before_; }
  AggregateRule(const AggregateRule&) = delete;
  AggregateRule& operator=(const AggregateRule&) = delete;

 private:
  Request& request_;
  const char* before_;
};

}  // namespace quadrille::parser
