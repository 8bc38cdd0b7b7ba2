#include "parser/prepared_query.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace quadrille::parser {
namespace {

const DefaultPrefixes& kPrefixes = DefaultPrefixes::none;
constexpr const char* kBase = "http://x/";
constexpr auto kKnowsAll = [](std::string_view) { return true; };

std::string node_text(const Node& node) {
  const auto* term = std::get_if<Term>(&node);
  return term ? to_ntriples(term->view()) : fmt::format("?{}", std::get<VariableId>(node));
}

// The whole content of a query, without positions.
std::string text_of(const Query& query) {
  std::string text = to_text(*query.where, query.variables);
  for (const auto& [triple, graph] : query.construct_template) {
    if (graph) text += "\ngraph " + node_text(*graph);
    text += "\nto " + node_text(triple.subject) + node_text(triple.predicate) + node_text(triple.object);
  }
  for (const Term& term : query.described) text += "\nof " + to_ntriples(term.view());
  return text;
}

std::size_t count_parameters(std::string_view text) {
  const QueryTokens tokens(text);
  const auto found = find_parameters(tokens, kBase, kPrefixes, kKnowsAll).value();
  return static_cast<std::size_t>(std::count(found.begin(), found.end(), true));
}

// Prepares the first text and returns the query of the second one.
std::string prepared(std::string_view first, std::string_view second) {
  const QueryTokens like(first), tokens(second);
  const auto is_parameter = find_parameters(like, kBase, kPrefixes, kKnowsAll).value();
  if (like.key(is_parameter) != tokens.key(is_parameter)) return "another key";
  return text_of(PreparedQuery(like, is_parameter, kBase, kPrefixes).with(tokens));
}

void expect_as_parsed(std::string_view first, std::string_view second) {
  EXPECT_EQ(prepared(first, second), text_of(parse_query(second, kBase, kPrefixes))) << second;
}

TEST(QueryTokens, TextsThatDifferInSpaceCommentsAndConstantsHaveOneShape) {
  const QueryTokens a("SELECT ?x{?x <p> <a>}"), b("SELECT  ?x # all\n { ?x <q>\t<b> }");
  EXPECT_EQ(a.shape(), b.shape());
  EXPECT_EQ(a.num_constants(), 2u);
  for (const char* other : {"SELECT ?y{?x <p> <a>}", "SELECT ?x{?x <p> \"a\"}", "SELECT ?x{?x <p> 1}",
                            "SELECT ?x{?x <p> x:a}", "SELECT DISTINCT ?x{?x <p> <a>}", "SELECT ?x{?x <p> \"a\"@en}"}) {
    EXPECT_NE(a.shape(), QueryTokens(other).shape()) << other;
  }
}

TEST(QueryTokens, ANameHasItsPrefixInTheShape) {
  EXPECT_EQ(QueryTokens("ASK { ?s ?p x:a }").shape(), QueryTokens("ASK { ?s ?p x:b }").shape());
  EXPECT_NE(QueryTokens("ASK { ?s ?p x:a }").shape(), QueryTokens("ASK { ?s ?p y:a }").shape());
}

TEST(QueryTokens, WhatCannotBePrepared) {
  EXPECT_TRUE(QueryTokens("ASK { <a> ?p ?o }").can_be_prepared());
  EXPECT_FALSE(QueryTokens("BASE <http://y/> ASK { <a> ?p ?o }").can_be_prepared());
  EXPECT_FALSE(QueryTokens("ASK { SERVICE <a> { <a> ?p ?o } }").can_be_prepared());
  EXPECT_FALSE(QueryTokens("ASK { <\\u0061> ?p ?o }").can_be_prepared());
  EXPECT_FALSE(QueryTokens("ASK { <a> ?p oops }").can_be_prepared());
  EXPECT_FALSE(QueryTokens("ASK {" + std::string(QueryTokens::kMostBytes, ' ') + "}").can_be_prepared());
}

TEST(PreparedQuery, SubjectsObjectsAndOperandsCanBeOthers) {
  EXPECT_EQ(count_parameters("SELECT * { <a> <p> \"b\" , 5 . FILTER(?x > 1.5) }"), 4u);
  EXPECT_EQ(count_parameters("DESCRIBE <a>"), 1u);
  EXPECT_EQ(count_parameters("SELECT * { VALUES ?x { <a> 2 \"c\" UNDEF } }"), 3u);
  EXPECT_EQ(count_parameters("SELECT * { <a> <p>* <b> }"), 2u);
}

TEST(PreparedQuery, WhatTheTreeRestsOnStays) {
  EXPECT_EQ(count_parameters("SELECT * { ?s <p> ?o . ?s <q>/<r> ?z }"), 0u);
  EXPECT_EQ(count_parameters("SELECT * FROM <g> FROM NAMED <h> { GRAPH <h> { ?s ?p ?o } } LIMIT 3 OFFSET 4"), 0u);
  EXPECT_EQ(count_parameters("SELECT (GROUP_CONCAT(?s; SEPARATOR=\",\") AS ?t) { ?s ?p ?o }"), 0u);
  EXPECT_EQ(count_parameters("ASK { ?s ?p ?o FILTER EXISTS { ?s ?p <a> } }"), 0u);
  EXPECT_EQ(count_parameters("PREFIX x: <http://x#> ASK { ?s ?p \"1\"^^x:t , \"a\"@en . FILTER x:f(?s) }"), 0u);
}

TEST(PreparedQuery, IsWhatTheParserMakesOfTheText) {
  expect_as_parsed("SELECT ?x { ?x <p> <a> ; <q> \"b\" , 1 , 2.5 , 1e3 . <s> <p> ?x }",
                   "SELECT ?x { ?x <p> <http://y/z> ; <q> \"it's\" , 01 , .50 , 2E-1 . <a/../b> <p> ?x }");
  expect_as_parsed("SELECT ?x { ?x <p> <a> ; <q> \"b\" }", "SELECT ?x {?x<p><a>;<q>\"b\\n\\\"\"}");
  expect_as_parsed("PREFIX x: <http://x#> PREFIX x: <http://y#> ASK { ?s ?p x:a }",
                   "PREFIX x: <http://x#> PREFIX x: <http://y#> ASK { ?s ?p x:b\\~%20c }");
  expect_as_parsed("CONSTRUCT { ?x <p> <a> } { ?x <p> <a> }", "CONSTRUCT { ?x <p> <b> } { ?x <p> <c> }");
  expect_as_parsed("CONSTRUCT { GRAPH <g> { ?x <p> <a> } } { ?x <p> <a> }",
                   "CONSTRUCT { GRAPH <g> { ?x <p> <b> } } { ?x <p> <c> }");
  expect_as_parsed("CONSTRUCT WHERE { ?x <p> <a> }", "CONSTRUCT WHERE { ?x <p> <b> }");
  expect_as_parsed("DESCRIBE <a> ?x { ?x <p> <b> }", "DESCRIBE <c> ?x { ?x <p> <d> }");
  expect_as_parsed("SELECT (SUM(?x * 2) AS ?y) { ?x <p> 1 } GROUP BY (?x + 1) HAVING (SUM(?x * 2) > 3) ORDER BY (4)",
                   "SELECT (SUM(?x * 5) AS ?y) { ?x <p> 6 } GROUP BY (?x + 7) HAVING (SUM(?x * 8) > 9) ORDER BY (0)");
  expect_as_parsed("SELECT * { { ?x <p> 1 } UNION { ?x <q> <a> } MINUS { ?x <r> 2 } OPTIONAL { ?x <s> 3 } }",
                   "SELECT * { { ?x <p> 4 } UNION { ?x <q> <b> } MINUS { ?x <r> 5 } OPTIONAL { ?x <s> 6 } }");
  expect_as_parsed("SELECT * { VALUES (?x ?y) { (<a> 1) (UNDEF \"b\") } FILTER(?x IN (<a>, 2) && REGEX(?y, \"c\")) }",
                   "SELECT * { VALUES (?x ?y) { (<d> 3) (UNDEF \"e\") } FILTER(?x IN (<f>, 4) && REGEX(?y, \"g\")) }");
  expect_as_parsed("ASK { ?x <p> (1 <a>) , [ <q> 2 ] }", "ASK { ?x <p> (3 <b>) , [ <q> 4 ] }");
  expect_as_parsed("ASK { ?x <p> 1 {| <q> 2 |} . << ?x <r> 3 >> <s> 4 }",
                   "ASK { ?x <p> 5 {| <q> 6 |} . << ?x <r> 7 >> <s> 8 }");
  expect_as_parsed("ASK { <a> <p> <b> {| <q> \"c\" |} }", "ASK { <a> <p> <b> {| <q> \"d\" |} }");
}

TEST(PreparedQuery, OtherConstantsThanParametersMakeAnotherKey) {
  EXPECT_EQ(prepared("ASK { ?x <p> <a> }", "ASK { ?x <q> <a> }"), "another key");
  EXPECT_EQ(prepared("ASK { ?x <p> <a> FILTER EXISTS { ?x ?y 1 } }", "ASK { ?x <p> <a> FILTER EXISTS { ?x ?y 2 } }"),
            "another key");
  EXPECT_EQ(prepared("ASK { <a> <p> <b> ~ <r> }", "ASK { <c> <p> <b> ~ <r> }"), "another key");
  EXPECT_EQ(prepared("ASK { ?r ?p <<( <a> <p> 1 )>> }", "ASK { ?r ?p <<( <a> <p> 2 )>> }"), "another key");
}

// Numbers and names that look like the marks of the search for places.
TEST(PreparedQuery, LongNumbersOfTheTextAreWhatTheyAre) {
  for (const char* digits : {"7305511770027180000", "7305511770027189999", "730551177002718", "7999999999999999999"}) {
    const std::string number(digits);
    const auto expect_like = [&](const std::string& form) {
      const std::string text = fmt::format(fmt::runtime(form), number);
      expect_as_parsed(text, text);
    };
    expect_like("SELECT * {{ ?s ?p \"{0}\"@en }}");
    expect_like("SELECT * {{ ?s ?p {0} }}");
    expect_like("SELECT (IRI(?x) AS ?y) {{ ?s ?p ?x . ?x <http://{0}> \"{0}\"^^<urn:{0}> }}");
    expect_like("PREFIX p: <urn:x-quadrille:73055> SELECT * {{ p:{0} ?p ?o FILTER EXISTS {{ ?s ?p p:{0} }} }}");
  }
}

TEST(PreparedQuery, CanBeUsedAgain) {
  const QueryTokens a("ASK { <a> <p> \"b\" }"), c("ASK { <c> <p> \"d\" }");
  PreparedQuery query(a, find_parameters(a, kBase, kPrefixes, kKnowsAll).value(), kBase, kPrefixes);
  const std::string first = text_of(query.with(a));
  EXPECT_NE(text_of(query.with(c)), first);
  EXPECT_EQ(text_of(query.with(a)), first);
}

}  // namespace
}  // namespace quadrille::parser
