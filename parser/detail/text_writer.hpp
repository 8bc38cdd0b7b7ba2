#pragma once

// A TextWriter writes the texts of to_text: terms, nodes, paths and expressions on one line, in the style of SPARQL's
// own algebra examples.
//
//   (< ?x 5)   (&& a b)   (STRSTARTS ?n "a")   (in ?x 1 2)   (count distinct ?x)   (exists ...) with its pattern
//   indented (sequence <http://a> (zero_or_more <http://b>))

#include <string>
#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::parser {

class TextWriter {
 public:
  explicit TextWriter(const std::vector<std::string>& variables) : variables_(variables) {}

  std::string take() { return std::move(out_); }

  // Writes an operator with everything below it, on new lines, indented `indent` steps; no newline at the end.
  void write(const Algebra& algebra, int indent);

 private:
  struct Operators;  // algebra_text.cpp

  void variable(VariableId variable);
  void term(const Term& term);
  void node(const Node& node);
  void triple(const TriplePattern& triple);
  void term_pattern(const TermPattern& pattern);
  void path(const Path& path);
  void expression(const Expression& expression, int indent);
  void aggregate(const Aggregate& aggregate, const std::vector<Expression>& arguments, int indent);

  const std::vector<std::string>& variables_;
  std::string out_;
};

}  // namespace quadrille::parser
