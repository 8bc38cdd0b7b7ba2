#pragma once

// A RuleSet is a text of SPARQL-RL, parsed: the result of parse_rule_set() and the input of the inferencer. SPARQL-RL
// is the rule language of the W3C's draft "SPARQL 1.2 RL" (25 August 2026).
//
//   RULE <name> { ?x :uncle ?z }                        head: quads to derive for each solution of the body
//   WHERE { ?x :parent ?y . ?y :brother ?z              body: patterns, which may use the paths / and ^,
//           FILTER(?x != ?z)                                  conditions,
//           NOT { ?x :disowns ?z }                            negation,
//           SET(?n := STRLEN(?z)) }                           assignments
//   DATA { :a :brother :b }                             quads that hold without a condition
//
// Extensions: GRAPH in heads, bodies and data; { SELECT ... } in bodies.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "parser/query.hpp"

namespace quadrille::parser {

// Calls visit(variable) for each place of a pattern that is a variable.
template <class Visit>
void for_each_variable(const QuadPattern& quad, const Visit& visit) {
  const auto look = [&](const Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) visit(*variable);
  };
  look(quad.triple.subject);
  look(quad.triple.predicate);
  look(quad.triple.object);
  if (quad.graph) look(*quad.graph);
}

// NOT { ... }: has no solution that agrees with the rest of the body.
struct RuleNegation {
  bool data_only = false;  // NOT DATA: looks at stated quads alone
  std::vector<QuadPattern> patterns;
  std::vector<Expression> conditions;
};
// SET(?variable := expression). No earlier element binds the variable.
struct RuleAssignment {
  VariableId variable = 0;
  Expression expression;
};
// { SELECT ... }
struct RuleSubSelect {
  AlgebraPtr pattern;
  std::vector<VariableId> variables;  // that it projects
  std::string text;                   // without the braces, with absolute IRIs instead of names
  std::string base;                   // of its calls of IRI(); empty: it has none
};
struct RuleElement {
  // An expression is a condition (FILTER).
  std::variant<QuadPattern, Expression, RuleNegation, RuleAssignment, RuleSubSelect> element;
  Position position;
};

struct InferenceRule {
  std::string name;  // an IRI; empty: the rule has none
  std::vector<QuadPattern> head;
  std::vector<RuleElement> body;       // in the order of the text
  bool data_only = false;              // WHERE DATA: the body looks at stated quads alone
  std::vector<std::string> variables;  // as Query::variables
  Position position;
  std::uint32_t file = 0;  // of RuleSet::files
};

struct RuleSet {
  std::vector<InferenceRule> rules;
  std::vector<std::string> files;        // names of the texts of the rules; empty: one text without a name
  std::vector<QuadPattern> data;         // without variables
  std::vector<Position> data_positions;  // of the DATA block of each
  std::vector<std::string> imports;
  std::vector<Prefix> prefixes;

  void add_data(std::vector<QuadPattern> quads, Position position);
};

// Local. Throws Error(syntax) with line and column, also for a rule that is not well-formed: a variable of the head, of
// a condition or of an expression that the elements before it do not bind, an assignment to a bound variable, or a
// function whose value is another one each time (NOW, RAND ...), so that no end of the rules would be the same again.
// Error(unsupported): parts of the draft that are not supported yet.
RuleSet parse_rule_set(std::string_view text, std::string_view base = {},
                       const DefaultPrefixes& prefixes = DefaultPrefixes::none);

}  // namespace quadrille::parser
