// Texts that the grammar allows and the specification forbids: the notes of SPARQL 1.1 Query, 19.8, and 18.2.1.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/query.hpp"
#include "parser/testing/algebra_of.hpp"

namespace quadrille::parser {

using ::testing::HasSubstr;

TEST(Rules, BindNeedsANewVariable) {
  EXPECT_EQ(error_of_query("SELECT * { ?s <p> ?o BIND(1 AS ?o) }"),
            "line 1, column 32: BIND cannot give ?o a value: the patterns before it in the group bind it already; "
            "use another name");
  EXPECT_EQ(error_of_query("SELECT * { BIND(1 AS ?o) ?s <p> ?o }"), "");
  EXPECT_EQ(error_of_query("SELECT * { { ?s <p> ?o } MINUS { ?x <q> ?y } BIND(1 AS ?y) }"), "");
  EXPECT_EQ(error_of_query("SELECT * { { SELECT ?a { ?a <p> ?b } } BIND(1 AS ?b) }"), "");
  EXPECT_NE(error_of_query("SELECT * { { SELECT ?a { ?a <p> ?b } } BIND(1 AS ?a) }"), "");
  EXPECT_NE(error_of_query("SELECT * { ?s <p>/<q>* ?o OPTIONAL { ?s <r> ?x } BIND(1 AS ?x) }"), "");
  EXPECT_NE(error_of_query("SELECT * { VALUES (?a ?b) { (1 2) } BIND(1 AS ?b) }"), "");
  EXPECT_NE(error_of_query("SELECT * { GRAPH ?g { } BIND(1 AS ?g) }"), "");
}

TEST(Rules, SelectExpressionsNeedNewVariables) {
  EXPECT_EQ(error_of_query("SELECT (1 AS ?o) { ?s <p> ?o }"),
            "line 1, column 14: SELECT cannot give ?o a value: it has one already; use another name");
  EXPECT_NE(error_of_query("SELECT (1 AS ?x) (2 AS ?x) { }"), "");
  EXPECT_NE(error_of_query("SELECT ?x (2 AS ?x) { }"), "");
  EXPECT_NE(error_of_query("SELECT (2 AS ?x) { } VALUES ?x { 1 }"), "");
  EXPECT_EQ(error_of_query("SELECT (COUNT(?x) AS ?x) { ?x <p> 1 }"), "");  // of the groups, which have keys alone
  EXPECT_NE(error_of_query("SELECT (COUNT(?y) AS ?x) { ?x <p> ?y } GROUP BY ?x"), "");
  EXPECT_EQ(error_of_query("SELECT (1 AS ?x) (?x + 1 AS ?y) { }"), "");
  EXPECT_EQ(error_of_query("SELECT (1 AS ?y) { ?x <p> 1 FILTER NOT EXISTS { ?x <q> ?y } }"), "");
}

TEST(Rules, KeywordsNeedNoSpaceBetweenThem) {
  EXPECT_EQ(error_of_query("SELECTDISTINCT?a{?a<p>?b FILTERsameTerm(?a,?b)FILTERNOTEXISTS{?a<q>?b}}ORDERBYDESC(?a)"),
            "");
  EXPECT_EQ(error_of_query("SELECT(COUNT(DISTINCT?a)AS?n){?a a<t>}GROUPBY?b"), "");
  EXPECT_EQ(error_of_update("INSERTDATA{<a><p><b>};DELETEWHERE{?a?p<b>};DELETE{?a?p?b}INSERT{?a?p 1}WHERE{?a?p?b}"),
            "");
  EXPECT_NE(error_of_query("SELECT*{?a<p>?b FILTERsameTerms(?a,?b)}"), "");
  EXPECT_NE(error_of_query("SELECT*{?x aa<t>}"), "");
}

TEST(Rules, GroupByNeedsNewVariables) {
  EXPECT_THAT(error_of_query("SELECT ?o { ?s <p> ?o } GROUP BY (1 AS ?o)"),
              HasSubstr("column 40: GROUP BY cannot give ?o"));
  EXPECT_NE(error_of_query("SELECT ?x { ?s <p> ?o } GROUP BY (1 AS ?x) (2 AS ?x)"), "");
}

TEST(Rules, GroupedQueriesProjectKeysAndAggregates) {
  EXPECT_EQ(error_of_query("SELECT ?s ?o { ?s <p> ?o } GROUP BY ?s"),
            "line 1, column 11: ?o has no single value in a group; name it in GROUP BY, or use an aggregate such as "
            "SAMPLE(?o)");
  EXPECT_NE(error_of_query("SELECT ?s (COUNT(*) AS ?n) { ?s <p> ?o }"), "");
  EXPECT_NE(error_of_query("SELECT (?o + COUNT(*) AS ?n) { ?s <p> ?o }"), "");
  EXPECT_NE(error_of_query("SELECT (STR(?o) AS ?n) { ?s <p> ?o } GROUP BY STR(?o)"), "");
  EXPECT_EQ(error_of_query("SELECT (STR(?o) AS ?n) (?n AS ?m) { ?s <p> ?o } GROUP BY ?o"), "");
  EXPECT_NE(error_of_query("DESCRIBE ?s { ?s <p> ?o } GROUP BY ?o"), "");
}

TEST(Rules, StarDoesNotGoWithGroups) {
  EXPECT_EQ(error_of_query("SELECT * { ?s <p> ?o } GROUP BY ?s"),
            "line 1, column 8: '*' is not allowed in a query with GROUP BY or aggregates; name the variables");
  EXPECT_NE(error_of_query("SELECT * { ?s <p> ?o } HAVING (COUNT(*) > 1)"), "");
  EXPECT_NE(error_of_query("SELECT * { { SELECT * { ?s <p> ?o } GROUP BY ?s } }"), "");
}

TEST(Rules, AggregatesHaveTheirPlaces) {
  EXPECT_EQ(error_of_query("SELECT * { FILTER(COUNT(?x) > 1) }"),
            "line 1, column 19: the aggregate COUNT is not allowed in WHERE; write a condition on groups in "
            "HAVING, and compute a value of groups in a subquery");
  EXPECT_NE(error_of_query("SELECT * { BIND(SUM(?x) AS ?y) }"), "");
  EXPECT_THAT(error_of_query("SELECT (SUM(COUNT(?x)) AS ?y) { }"),
              HasSubstr("COUNT is not allowed inside another aggregate"));
  EXPECT_THAT(error_of_query("SELECT ?x { } GROUP BY (MAX(?x) AS ?y)"), HasSubstr("MAX is not allowed in GROUP BY"));
  EXPECT_NE(error_of_query("SELECT (EXISTS { FILTER(MIN(?x) = 1) } AS ?y) { }"), "");
  EXPECT_EQ(error_of_query("SELECT (SUM(?x) + 1 AS ?y) { } HAVING (AVG(?x) > 1) ORDER BY MIN(?x)"), "");
  EXPECT_EQ(error_of_query("SELECT * { { SELECT (COUNT(*) AS ?n) { } } FILTER(?n > 1) }"), "");
}

TEST(Rules, BlankNodeLabelsBelongToOneBasicGraphPattern) {
  EXPECT_EQ(error_of_query("ASK { _:a <p> 1 OPTIONAL { _:a <q> 2 } }"),
            "line 1, column 28: the blank node label '_:a' is used in another graph pattern already; it cannot connect "
            "the two");
  EXPECT_NE(error_of_query("ASK { _:a <p> 1 { _:a <q> 2 } }"), "");
  EXPECT_NE(error_of_query("ASK { _:a <p> 1 BIND(1 AS ?x) _:a <q> 2 }"), "");
  EXPECT_NE(error_of_query("ASK { _:a <p> 1 FILTER EXISTS { _:a <q> 2 } }"), "");
  EXPECT_EQ(error_of_query("ASK { _:a <p> 1 FILTER(1 = 1) _:a <q> 2 . _:a <r>* _:b }"), "");
  EXPECT_EQ(error_of_query("CONSTRUCT { _:a <p> 1 } { _:a <q> 2 }"), "");
}

TEST(Rules, ALanguageIsNeededForLanguageStrings) {
  EXPECT_NE(error_of_query("ASK { ?s ?p \"a\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> }"), "");
}

TEST(Rules, PrefixesAndBasesCountFromWhereTheyStand) {
  const Query query =
      parse_query("BASE <http://a/b/> PREFIX : <c#> BASE <d/> PREFIX x: <e> DESCRIBE :f x:g\\~h\\-%20 <i> <../j>");
  ASSERT_EQ(query.described.size(), 4u);
  EXPECT_EQ(query.described[0].text, "http://a/b/c#f");
  EXPECT_EQ(query.described[1].text, "http://a/b/d/eg~h-%20");
  EXPECT_EQ(query.described[2].text, "http://a/b/d/i");
  EXPECT_EQ(query.described[3].text, "http://a/b/j");
}

TEST(Rules, AQueryTellsItsDatasetFormAndColumns) {
  const Query query = parse_query("SELECT ?y ?x FROM <a> FROM NAMED <b> FROM <c> { ?x <p> ?y }");
  EXPECT_EQ(query.form, QueryForm::select);
  EXPECT_EQ(query.dataset.default_graphs, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(query.dataset.named_graphs, (std::vector<std::string>{"b"}));
  EXPECT_EQ(query.projection, (std::vector<VariableId>{0, 1}));
  EXPECT_EQ(query.variables, (std::vector<std::string>{"y", "x"}));
}

TEST(Rules, ATemplateHasBlankNodesOfItsOwn) {
  const Query query = parse_query("CONSTRUCT { _:a <p> ?x . [] <q> _:a } { ?x <r> _:a }");
  ASSERT_EQ(query.construct_template.size(), 2u);
  EXPECT_EQ(std::get<Term>(query.construct_template[0].triple.subject), Term(TermView::blank("a")));
  EXPECT_EQ(std::get<Term>(query.construct_template[1].triple.object), Term(TermView::blank("a")));
  EXPECT_EQ(std::get<Term>(query.construct_template[1].triple.subject).kind, TermKind::blank);
  const Query shortened = parse_query("CONSTRUCT WHERE { ?x <r> _:a }");
  EXPECT_EQ(std::get<Term>(shortened.construct_template[0].triple.object), Term(TermView::blank("a")));
  EXPECT_NE(error_of_query("CONSTRUCT WHERE { ?x <r> 1 FILTER(?x) }"), "");
}

// The blank nodes of the short form are the same new nodes in the triples and in the triple terms of its template, as
// if the pattern were written twice. A triple term without blank nodes is the matched one.
TEST(Rules, TripleTermsOfTheShortFormHaveItsNewBlankNodes) {
  const std::string pattern = "{ _:s <p> ?o ~ <r> {| <q> <<( <a> <p> <<( _:s <p> _:t )>> )>> , <<( ?o <p> <c> )>> |} }";
  EXPECT_EQ(algebra_of("CONSTRUCT WHERE " + pattern), R"((extend (?.9 (TRIPLE <a> <p> ?.8))
  (extend (?.8 (TRIPLE ?.10 <p> ?.11))
    (extend (?.11 (BNODE))
      (extend (?.7 (TRIPLE ?.10 <p> ?o))
        (extend (?.10 (BNODE))
          (bgp
            (triple _:s <p> ?o)
            (triple <r> <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> ?.2)
            (triple <r> <q> ?.5)
            (triple <r> <q> ?.6)
            (term ?.2 _:s <p> ?o)
            (term ?.4 _:s <p> _:t)
            (term ?.5 <a> <p> ?.4)
            (term ?.6 ?o <p> <c>))))))))");
  const Query query = parse_query("CONSTRUCT WHERE " + pattern);
  ASSERT_EQ(query.construct_template.size(), 4u);
  const auto name = [&](const Node& node) { return query.variables[std::get<VariableId>(node)]; };
  EXPECT_EQ(name(query.construct_template[0].triple.subject), ".10");
  EXPECT_EQ(name(query.construct_template[1].triple.object), ".7");
  EXPECT_EQ(name(query.construct_template[2].triple.object), ".9");
  EXPECT_EQ(name(query.construct_template[3].triple.object), ".6");
}

TEST(Rules, ATemplateMayHaveGraphs) {
  const Query query = parse_query(
      "CONSTRUCT { ?s ?p 1 GRAPH ?g { ?s ?p 2 . ?s ?p 3 } GRAPH <h> { } . ?s ?p 4 } { GRAPH ?g { ?s ?p ?o } }");
  ASSERT_EQ(query.construct_template.size(), 4u);
  EXPECT_TRUE(constructs_quads(query));
  const auto variable = [&](const char* name) {
    const auto at = std::find(query.variables.begin(), query.variables.end(), name);
    return Node(static_cast<VariableId>(at - query.variables.begin()));
  };
  EXPECT_EQ(query.construct_template[0].graph, std::nullopt);
  EXPECT_EQ(query.construct_template[1].graph, variable("g"));
  EXPECT_EQ(query.construct_template[2].graph, variable("g"));
  EXPECT_EQ(query.construct_template[3].graph, std::nullopt);
  EXPECT_FALSE(constructs_quads(parse_query("CONSTRUCT { ?s ?p 1 } { GRAPH ?g { ?s ?p ?o } }")));
  EXPECT_NE(error_of_query("CONSTRUCT WHERE { GRAPH ?g { ?s ?p ?o } }"), "");
  EXPECT_NE(error_of_query("CONSTRUCT { GRAPH _:g { ?s ?p ?o } } WHERE { ?s ?p ?o }"), "");
}

TEST(Rules, TheTextOfAServiceStandsOnItsOwn) {
  const Query query = parse_query(
      "PREFIX : <http://a/> BASE <http://b/> ASK { SERVICE <s> { ?x :p <q> # why\n VALUES ?x { :y \"a:b\" } } }");
  const auto& service = std::get<Service>(query.where->node);
  EXPECT_EQ(service.text, "{ ?x <http://a/p> <http://b/q>\nVALUES ?x { <http://a/y> \"a:b\" } }");
  EXPECT_EQ(std::get<Term>(service.endpoint).text, "http://b/s");
}

// Five hundred nested services around a text of megabytes would otherwise store that text five hundred times.
TEST(Rules, AServiceInAnotherIsPartOfItsText) {
  const Query query = parse_query("ASK { SERVICE <s> { SERVICE <t> { ?x ?y ?z } } SERVICE <u> { } }");
  const auto& join = std::get<Join>(query.where->node);
  const auto& outer = std::get<Service>(join.left->node);
  EXPECT_EQ(outer.text, "{ SERVICE <t> { ?x ?y ?z } }");
  EXPECT_EQ(std::get<Service>(outer.child->node).text, "");
  EXPECT_EQ(std::get<Service>(join.right->node).text, "{ }");
}

}  // namespace quadrille::parser
