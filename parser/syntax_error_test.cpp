#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/testing/algebra_of.hpp"

namespace quadrille::parser {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SyntaxError, NamesPlaceFindingAndWhatCouldHaveBeen) {
  EXPECT_EQ(
      error_of_query("SELECT ?x {\n  ?x <p> }"),
      "line 2, column 10: unexpected '}', expected a variable, an IRI, a literal, a blank node, '(', '[' or more of "
      "the path ('/', '|', '*' ...)");
  EXPECT_EQ(error_of_query("SELECT ?x WHERE ?x"),
            "line 1, column 17: unexpected '?x', expected '{'; write its pattern in "
            "braces: WHERE { ... }");
  EXPECT_EQ(error_of_query("ASK { ?s <p> 1 } }"),
            "line 1, column 18: unexpected '}'; there is no open bracket that it could close");
  EXPECT_EQ(error_of_update("DELETE <g>"), "line 1, column 8: unexpected '<g>', expected '{', WHERE or DATA");
}

TEST(SyntaxError, ColumnsCountCharacters) {
  EXPECT_THAT(error_of_query("ASK { \"\xC3\xA9\xC3\xA9\" <p> }"), StartsWith("line 1, column 16:"));
  EXPECT_THAT(error_of_query("ASK { '\\u0078' <p> }"), StartsWith("line 1, column 20:"));
}

TEST(SyntaxError, KnowsWhatCouldHaveStoodBehindADot) {
  EXPECT_THAT(error_of_query("ASK { ?s ?p ?o . . }"),
              StartsWith("line 1, column 18: unexpected '.', expected a variable, an IRI, a literal, a blank node,"));
}

TEST(SyntaxError, ABracketThatIsNotClosedIsNamed) {
  EXPECT_EQ(error_of_query("ASK {\n  ?s <p> ?o .\n  { ?s <q> 1 }\n"),
            "line 4, column 1: unexpected end of the text; the '{' of line 1, column 5 is not closed");
  EXPECT_EQ(error_of_query("ASK { FILTER(?x > 1 }"),
            "line 1, column 21: unexpected '}'; the '(' of line 1, column 13 is not closed");
  EXPECT_EQ(error_of_query("ASK { VALUES ?x { 1 2 "), "line 1, column 17: this '{' is not closed");
  EXPECT_EQ(error_of_update("INSERT DATA { <a> <b> 1 "), "line 1, column 13: this '{' is not closed");
  EXPECT_EQ(error_of_update("INSERT DATA { <a> <b> (1 2 }"),
            "line 1, column 28: unexpected '}'; the '(' of line 1, column 23 is not closed");
}

TEST(SyntaxError, SuggestsTheKeywordThatWasMeant) {
  EXPECT_THAT(error_of_query("SELCT ?x { }"), HasSubstr("did you mean SELECT?"));
  EXPECT_THAT(error_of_query("ASK { ?s <p> ?o OPTOINAL { } }"), HasSubstr("did you mean OPTIONAL?"));
  EXPECT_THAT(error_of_query("SELECT * { } ODER BY ?x"), HasSubstr("did you mean ORDER?"));
  EXPECT_THAT(error_of_query("ASK { ?s A <C> }"), HasSubstr("did you mean a?"));
  EXPECT_EQ(error_of_query("zebra").find("did you mean"), std::string::npos);
}

TEST(SyntaxError, AnUnknownPrefixIsNamedWithTheNearestOne) {
  EXPECT_EQ(error_of_query("PREFIX foaf: <f> ASK { ?x foa:name 1 }"),
            "line 1, column 27: the prefix 'foa:' is not declared; did you mean 'foaf:'?");
  EXPECT_EQ(error_of_query("ASK { ?x :name 1 }"),
            "line 1, column 10: the prefix ':' is not declared; write PREFIX : <...> with its IRI in front");
}

TEST(SyntaxError, AStringThatIsBrokenIsExplained) {
  EXPECT_EQ(error_of_query("ASK { ?s <p> \"abc }"), "line 1, column 14: the string that begins here is not closed");
  EXPECT_EQ(error_of_query("ASK { ?s <p> \"\"\"abc\" }"),
            "line 1, column 14: the string that begins here is not closed");
  EXPECT_THAT(error_of_query("ASK { ?s <p> \"a\\q\" }"),
              HasSubstr("column 14: this string has '\\q', which is no escape"));
  EXPECT_THAT(error_of_query("ASK { ?s <p> \"a\\uD800\" }"),
              HasSubstr("this string has '\\uD800', which names no character"));
  EXPECT_THAT(error_of_query("ASK { ?s <p> 'a\\U00110000' }"), HasSubstr("'\\U00110000', which names no character"));
  EXPECT_EQ(error_of_update("INSERT DATA { <a> <b> \"c\" . <a>\n<b> \"\\uD800\" }"),
            "line 2, column 5: this string has '\\uD800', which names no character");
  EXPECT_EQ(error_of_query("ASK { VALUES ?x { 1 'a\\q' } }"),
            "line 1, column 21: this string has '\\q', which is no escape of SPARQL; a backslash is written '\\\\'");
  EXPECT_EQ(error_of_update("DELETE DATA { <a> <b> \"c }"),
            "line 1, column 23: the string that begins here is not closed");
}

TEST(SyntaxError, AnIriWithASpaceIsExplained) {
  EXPECT_THAT(error_of_query("ASK { ?s <a b> 1 }"), HasSubstr("unexpected '<'"));
  EXPECT_THAT(error_of_query("ASK { ?s <a b> 1 }"), HasSubstr("an IRI ends with '>' and has no spaces"));
}

TEST(SyntaxError, TextMustBeUtf8) {
  EXPECT_EQ(error_of_query("ASK {\n ?s <p> \"\xFF\" }"), "line 2, column 10: the text is not UTF-8");
  EXPECT_EQ(error_of_query("ASK { ?s <p> \"\xED\xA0\x80\" }"), "line 1, column 15: the text is not UTF-8");
}

TEST(SyntaxError, AnEmptyTextIsAnErrorAsAQuery) {
  EXPECT_THAT(error_of_query(""), StartsWith("line 1, column 1: unexpected end of the text, expected SELECT, ASK"));
  EXPECT_EQ(error_of_update(""), "");
  EXPECT_EQ(error_of_update("PREFIX : <x> BASE <y>"), "");
}

TEST(SyntaxError, RowsOfValuesAreAsWideAsTheirVariables) {
  EXPECT_EQ(
      error_of_query("ASK { VALUES (?x ?y) { (1 2)\n (3) } }"),
      "line 2, column 2: this row of VALUES has 1 value, but there are 2 variables; write UNDEF for a missing value");
  EXPECT_THAT(error_of_query("ASK { VALUES ?x { ?y } }"), HasSubstr("column 19: unexpected '?y', expected"));
  EXPECT_THAT(error_of_query("ASK { VALUES ?x { (1) } }"), HasSubstr("column 19: unexpected '(', expected"));
  EXPECT_THAT(error_of_query("ASK { VALUES (?x) { 1 } }"), HasSubstr("column 21: unexpected '1', expected '(' or '}'"));
  EXPECT_EQ(error_of_query("ASK { VALUES (?x ?x) { } }"), "line 1, column 18: VALUES names ?x twice");
}

}  // namespace quadrille::parser
