#include "server/schema/query_hints.hpp"

#include <gmock/gmock.h>

namespace quadrille::server {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Schema kSchema{.classes = {{"http://ex.org/Person", 3}, {"http://ex.org/Place", 2}},
                     .predicates = {{"http://ex.org/knows", 9}, {"http://xmlns.com/foaf/0.1/name", 4}}};

QueryHints hints_of(const std::string& text) {
  return QueryHints(
      parser::parse_query("PREFIX ex: <http://ex.org/> " + text, {}, parser::DefaultPrefixes::well_known));
}

// `there`: the constants that are there, by the numbers of question().
std::vector<std::string> messages(const std::string& text, const std::string& there = "?n\n") {
  std::vector<std::string> all;
  for (const Hint& hint : hints_of(text).found(there, kSchema)) all.push_back(message(hint));
  return all;
}

TEST(QueryHints, AskForEachConstantOnceInAndOutsideOfNamedGraphs) {
  const std::string question = hints_of("SELECT * { ?s ex:p ?o . ?o ex:p 'a' }").question();
  EXPECT_EQ(question,
            "SELECT ?n {\n"
            "{ SELECT (0 AS ?n) { ?s <http://ex.org/p> ?o } LIMIT 1 } UNION\n"
            "{ SELECT (1 AS ?n) { GRAPH ?g { ?s <http://ex.org/p> ?o } } LIMIT 1 }\n"
            "UNION\n"
            "{ SELECT (2 AS ?n) { ?s ?p \"a\" } LIMIT 1 } UNION\n"
            "{ SELECT (3 AS ?n) { GRAPH ?g { ?s ?p \"a\" } } LIMIT 1 }\n"
            "}");
  EXPECT_NO_THROW(parser::parse_query(question));
  const std::string all =
      hints_of("SELECT * { ex:a a ex:C . GRAPH ex:g { ?x ex:p/^ex:q* ex:b } VALUES ?x { ex:v 1 } }").question();
  for (const char* const part :
       {"{ <http://ex.org/a> ?p ?o } UNION { ?s ?p <http://ex.org/a> }", "?s a <http://ex.org/C>",
        "GRAPH <http://ex.org/g> { ?s ?p ?o }", "?s <http://ex.org/q> ?o", "?p <http://ex.org/v>"}) {
    EXPECT_THAT(all, HasSubstr(part));
  }
  EXPECT_NO_THROW(parser::parse_query(all));
}

TEST(QueryHints, AskForNothingOfOtherEndpointsAndConditions) {
  EXPECT_EQ(hints_of("SELECT * { SERVICE ex:s { ex:a ?p ?o } ?s ?p ?o FILTER(?o > 3 || ?o = ex:x) }").question(), "");
  EXPECT_THAT(hints_of("SELECT * { ?s ?p ?o FILTER NOT EXISTS { ?s ex:p 1 } }").question(),
              HasSubstr("<http://ex.org/p>"));
}

TEST(QueryHints, NameWhatIsMissingAndWhatIsSimilar) {
  EXPECT_THAT(messages("SELECT * { ?s ex:knwos ?o }"),
              ElementsAre("<http://ex.org/knwos> is not a predicate of the data; did you mean <http://ex.org/knows>?"));
  EXPECT_THAT(messages("SELECT * { ?s ex:name ?o }"),  // the right name with the wrong prefix
              ElementsAre("<http://ex.org/name> is not a predicate of the data; did you mean "
                          "<http://xmlns.com/foaf/0.1/name>?"));
  EXPECT_THAT(messages("SELECT * { ?s a ex:Persons }", "?n\n0\n"),
              ElementsAre("<http://ex.org/Persons> is not the class of anything in the data; did you mean "
                          "<http://ex.org/Person>?"));
  EXPECT_THAT(messages("SELECT * { ex:zoe ?p 'Zoe' . GRAPH ex:g { ?s ?q ?o } }"),
              ElementsAre("<http://ex.org/zoe> does not occur in the data", "\"Zoe\" does not occur in the data",
                          "<http://ex.org/g> is not a graph of the data"));
  EXPECT_THAT(messages("SELECT * { ?s ex:knows ?o }", "?n\n0\n"), IsEmpty());
}

TEST(QueryHints, NameGraphsInWhichConstantsAre) {
  EXPECT_THAT(messages("SELECT * { ?s ex:knows ?o }", "?n\n1\n"), ElementsAre(HasSubstr("only in named graphs")));
  EXPECT_THAT(messages("SELECT * { GRAPH ?g { ?s ex:knows ?o } }", "?n\n0\n"), ElementsAre(HasSubstr("default graph")));
  EXPECT_THAT(messages("SELECT * FROM ex:g { ?s ex:knows ?o }", "?n\n1\n"), IsEmpty());
}

TEST(QueryHints, NameVariablesThatNoPatternHas) {
  EXPECT_THAT(messages("SELECT ?nmae { ?s ?p ?name }"),
              ElementsAre("?nmae is used, but is in no pattern; did you mean ?name?"));
  EXPECT_THAT(messages("SELECT ?s { ?s ?p ?name FILTER(?ag > 3) }"), ElementsAre(HasSubstr("?ag is used")));
  EXPECT_THAT(messages("SELECT ?s ?all (?n + 1 AS ?m) { { SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s } "
                       "BIND(1 AS ?all) OPTIONAL { ?s ?q [] } VALUES ?v { 1 } } ORDER BY ?v ?m"),
              IsEmpty());
}

TEST(QueryHints, AreJson) {
  EXPECT_EQ(hints_json(hints_of("SELECT ?x { ?s ex:knwos ?o }").found("?n\n", kSchema)),
            R"({"hints":[{"kind":"predicate","term":"<http://ex.org/knwos>","similar":"<http://ex.org/knows>",)"
            R"("message":"<http://ex.org/knwos> is not a predicate of the data; did you mean <http://ex.org/knows>?"},)"
            R"({"kind":"variable","term":"?x","message":"?x is used, but is in no pattern"}]})"
            "\n");
  EXPECT_EQ(hints_json({}), "{\"hints\":[]}\n");
}

}  // namespace

}  // namespace quadrille::server
