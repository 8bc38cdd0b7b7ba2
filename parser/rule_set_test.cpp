// Rule sets of SPARQL-RL, as the parser reads them.

#include "parser/rule_set.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::parser {
namespace {

constexpr const char* kRulePrefixes = "PREFIX : <http://e/>\n";

std::string words_of(const Node& node, const std::vector<std::string>& variables) {
  if (const auto* variable = std::get_if<VariableId>(&node)) return "?" + variables[*variable];
  std::string text;
  append_ntriples(text, std::get<Term>(node).view());
  return text;
}

std::string words_of(const QuadPattern& quad, const std::vector<std::string>& variables) {
  const TriplePattern& triple = quad.triple;
  std::string text = fmt::format("{} {} {}", words_of(triple.subject, variables), words_of(triple.predicate, variables),
                                 words_of(triple.object, variables));
  if (quad.graph) text += " " + words_of(*quad.graph, variables);
  return text;
}

// The body, an element a line: its kind and its patterns.
std::string elements_of(const InferenceRule& rule) {
  std::string text;
  for (const RuleElement& part : rule.body) {
    if (const auto* quad = std::get_if<QuadPattern>(&part.element)) text += words_of(*quad, rule.variables);
    if (std::holds_alternative<Expression>(part.element)) text += "filter";
    if (const auto* set = std::get_if<RuleAssignment>(&part.element)) {
      text += "set ?" + rule.variables[set->variable];
    }
    if (const auto* negation = std::get_if<RuleNegation>(&part.element)) {
      text += negation->data_only ? "not data" : "not";
      for (const QuadPattern& quad : negation->patterns) text += " { " + words_of(quad, rule.variables) + " }";
      for (std::size_t i = 0; i < negation->conditions.size(); ++i) text += " filter";
    }
    if (const auto* select = std::get_if<RuleSubSelect>(&part.element)) {
      text += "select";
      for (const VariableId variable : select->variables) text += " ?" + rule.variables[variable];
    }
    text += "\n";
  }
  return text;
}

RuleSet rules_of(const std::string& text) {
  return parse_rule_set(kRulePrefixes + text);
}

std::string fault_of(const std::string& text) {
  try {
    rules_of(text);
    return "it was read";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(RuleSet, HasRulesDataAndImports) {
  const RuleSet rules = rules_of(
      "VERSION \"1.2\" IMPORTS <http://e/more>\n"
      "RULE :first { ?x :q ?y } WHERE { ?x :p ?y }\n"
      "DATA { :a :p :b , [ :p 1 ] }\n"
      "PREFIX other: <http://o/>\n"
      "RULE { ?x other:r 1 . ?x a :C } WHERE DATA { ?x :p [] }");
  ASSERT_EQ(rules.rules.size(), 2u);
  EXPECT_EQ(rules.imports, std::vector<std::string>{"http://e/more"});
  EXPECT_EQ(rules.data.size(), 3u);
  ASSERT_EQ(rules.data_positions.size(), 3u);
  EXPECT_EQ(rules.data_positions[2].line, 4u);
  EXPECT_EQ(rules.prefixes.size(), 2u);
  const InferenceRule &first = rules.rules[0], &second = rules.rules[1];
  EXPECT_EQ(first.name, "http://e/first");
  EXPECT_EQ(first.position.line, 3u);
  EXPECT_FALSE(first.data_only);
  ASSERT_EQ(first.head.size(), 1u);
  EXPECT_EQ(words_of(first.head[0], first.variables), "?x <http://e/q> ?y");
  EXPECT_EQ(elements_of(first), "?x <http://e/p> ?y\n");
  EXPECT_TRUE(second.name.empty());
  EXPECT_TRUE(second.data_only);
  EXPECT_EQ(second.head.size(), 2u);
}

TEST(RuleSet, BodiesKeepTheOrderOfTheirElements) {
  const RuleSet rules = rules_of(
      "RULE { ?x :q ?n } WHERE { ?x :p ?y . FILTER(?x != ?y) ?y :p ?z NOT { ?z :p ?w . FILTER(?w = ?x) } "
      "NOT DATA { ?x :gone ?y } SET(?n := 1 + 1) SET($m :=?n) }");
  EXPECT_EQ(elements_of(rules.rules[0]),
            "?x <http://e/p> ?y\nfilter\n?y <http://e/p> ?z\nnot { ?z <http://e/p> ?w } filter\n"
            "not data { ?x <http://e/gone> ?y }\nset ?n\nset ?m\n");
}

TEST(RuleSet, PathsBecomePatterns) {
  const RuleSet rules = rules_of("RULE { ?x :q ?y } WHERE { ?x :a/^:b ?y }");
  EXPECT_EQ(elements_of(rules.rules[0]), "?x <http://e/a> ?.2\n?y <http://e/b> ?.2\n");
  EXPECT_NE(fault_of("RULE { ?x :q ?y } WHERE { ?x :a* ?y }").find("rules know the path operators / and ^"),
            std::string::npos);
}

TEST(RuleSet, GraphsAndSubqueriesAreExtensions) {
  const RuleSet rules = rules_of(
      "RULE { GRAPH ?g { ?x :q ?n } } WHERE { GRAPH ?g { ?x :p ?y } "
      "{ SELECT ?x (COUNT(?z) AS ?n) { ?x :r ?z } GROUP BY ?x } NOT { GRAPH :h { ?x :p ?y } } }");
  EXPECT_EQ(elements_of(rules.rules[0]),
            "?x <http://e/p> ?y ?g\nselect ?x ?n\nnot { ?x <http://e/p> ?y <http://e/h> }\n");
  EXPECT_EQ(words_of(rules.rules[0].head[0], rules.rules[0].variables), "?x <http://e/q> ?n ?g");
}

TEST(RuleSet, AnEmptyTextHasNoRules) {
  EXPECT_TRUE(parse_rule_set("").rules.empty());
  EXPECT_TRUE(parse_rule_set("# a comment").rules.empty());
  EXPECT_EQ(rules_of("RULE {} WHERE {}").rules.size(), 1u);
}

TEST(RuleSet, RulesThatAreNotWellFormedAreRefused) {
  const std::pair<const char*, const char*> kMistakes[] = {
      {"RULE { ?x :q ?z } WHERE { ?x :p ?y }",
       "line 2, column 14: the head of the rule has ?z, which no pattern or SET"},
      {"RULE { ?x :q 1 } WHERE { FILTER(?x = 1) ?x :p ?y }", "line 2, column 33: ?x is not bound here"},
      {"RULE { ?x :q ?y } WHERE { ?x :p ?y SET(?y := 1) }",
       "line 2, column 40: SET cannot give ?y a value: it is bound before"},
      {"RULE { ?x :q ?y } WHERE { ?x :p ?y SET(?n := ?m) }", "line 2, column 46: ?m is not bound here"},
      {"RULE { ?x :q ?y } WHERE { ?x :p ?y FILTER EXISTS { ?x :r ?y } }", "EXISTS is not allowed in rules"},
      {"RULE { ?x :q ?y } WHERE { ?x :p ?y SET(?n p:= 1) }", "expected ':='"},
      {"DATA { ?x :p 1 }", "a DATA block has no variables"},
      {"RULE { ?x :q ?y }", "expected WHERE"},
      {"SELECT * { ?s ?p ?o }", "unexpected 'SELECT'"},
      {"RULE { ?x :q ?y } WHERE { ?x :p ?y OPTIONAL { ?x :r ?z } }", "unexpected 'OPTIONAL'"},
  };
  for (const auto& [text, message] : kMistakes) {
    EXPECT_NE(fault_of(text).find(message), std::string::npos) << text << "\n" << fault_of(text);
  }
}

}  // namespace
}  // namespace quadrille::parser
