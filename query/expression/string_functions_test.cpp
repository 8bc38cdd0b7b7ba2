#include "query/expression/string_functions.hpp"

#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

// The examples of the recommendation's 17.4.3 come first in each table.

TEST(StringFunctions, StrlenCountsCodePoints) {
  expect_values({
      {R"(STRLEN("chat"))", "4"},
      {R"(STRLEN("chat"@en))", "4"},
      {R"(STRLEN("chat"^^xsd:string))", "4"},
      {R"(STRLEN(""))", "0"},
      {R"(STRLEN("食べ物"))", "3"},
      {R"(STRLEN("𝒳y"))", "2"},
      {R"(STRLEN(7))", "error"},
      {R"(STRLEN(:a))", "error"},
      {R"(STRLEN(?nothing))", "error"},
  });
}

TEST(StringFunctions, SubstrCountsFromOneAndKeepsTheTag) {
  expect_values({
      {R"(SUBSTR("foobar", 4))", R"("bar")"},
      {R"(SUBSTR("foobar"@en, 4))", R"("bar"@en)"},
      {R"(SUBSTR("foobar"^^xsd:string, 4))", R"("bar")"},
      {R"(SUBSTR("foobar", 4, 1))", R"("b")"},
      {R"(SUBSTR("foobar"@en, 4, 1))", R"("b"@en)"},
      {R"(SUBSTR("食べ物", 2, 1))", R"("べ")"},
      {R"(SUBSTR("foobar", 0))", R"("foobar")"},
      {R"(SUBSTR("foobar", 7))", R"("")"},
      {R"(SUBSTR("foobar", 1, 100))", R"("foobar")"},
      {R"(SUBSTR(7, 1))", "error"},
      {R"(SUBSTR("foobar", "1"))", "error"},
  });
}

TEST(StringFunctions, SubstrRoundsAsXPathDoes) {  // examples of Functions and Operators 5.4.3
  expect_values({
      {R"(SUBSTR("motor car", 6))", R"(" car")"},
      {R"(SUBSTR("metadata", 4, 3))", R"("ada")"},
      {R"(SUBSTR("12345", 1.5, 2.6))", R"("234")"},
      {R"(SUBSTR("12345", 0, 3))", R"("12")"},
      {R"(SUBSTR("12345", 5, -3))", R"("")"},
      {R"(SUBSTR("12345", -3, 5))", R"("1")"},
      {R"(SUBSTR("12345", "NaN"^^xsd:double, 3))", R"("")"},
      {R"(SUBSTR("12345", 1, "NaN"^^xsd:double))", R"("")"},
      {R"(SUBSTR("12345", -42, "INF"^^xsd:double))", R"("12345")"},
      {R"(SUBSTR("12345", "-INF"^^xsd:double, "INF"^^xsd:double))", R"("")"},
  });
}

TEST(StringFunctions, CaseIsUnicodesAndKeepsTheTag) {
  expect_values({
      {R"(UCASE("foo"))", R"("FOO")"},
      {R"(UCASE("foo"@en))", R"("FOO"@en)"},
      {R"(LCASE("BAR"))", R"("bar")"},
      {R"(LCASE("BAR"@en))", R"("bar"@en)"},
      {R"(UCASE("straße"))", R"("STRASSE")"},
      {R"(LCASE("ÀÉ"@fr))", R"("àé"@fr)"},
      {R"(UCASE("i"@tr))", R"("I"@tr)"},
      {R"(UCASE(:a))", "error"},
  });
}

TEST(StringFunctions, TestsOfParts) {
  expect_values({
      {R"(STRSTARTS("foobar", "foo"))", "true"},
      {R"(STRSTARTS("foobar"@en, "foo"@en))", "true"},
      {R"(STRSTARTS("foobar"^^xsd:string, "foo"^^xsd:string))", "true"},
      {R"(STRSTARTS("foobar"@en, "foo"))", "true"},
      {R"(STRSTARTS("foobar", "bar"))", "false"},
      {R"(STRENDS("foobar", "bar"))", "true"},
      {R"(STRENDS("foobar"@en, "bar"@en))", "true"},
      {R"(STRENDS("foobar"@en, "foo"))", "false"},
      {R"(CONTAINS("foobar", "bar"))", "true"},
      {R"(CONTAINS("foobar"@en, "foo"@en))", "true"},
      {R"(CONTAINS("foobar"@en, "bar"))", "true"},
      {R"(CONTAINS("foobar", "barr"))", "false"},
      {R"(CONTAINS("foobar", ""))", "true"},
  });
}

TEST(StringFunctions, ArgumentsMustBeCompatible) {  // 17.4.3.1.2
  expect_values({
      {R"(CONTAINS("abc", "b"))", "true"},
      {R"(CONTAINS("abc", "b"@en))", "error"},
      {R"(CONTAINS("abc"@en, "b"))", "true"},
      {R"(CONTAINS("abc"@en, "b"@en))", "true"},
      {R"(CONTAINS("abc"@en, "b"@EN))", "true"},
      {R"(CONTAINS("abc"@fr, "b"@ja))", "error"},
      {R"(CONTAINS("abc"^^xsd:string, "b"@en))", "error"},
      {R"(CONTAINS(123, "1"))", "error"},
      {R"(CONTAINS("123", 1))", "error"},
  });
}

TEST(StringFunctions, BeforeAndAfter) {
  expect_values({
      {R"(STRBEFORE("abc", "b"))", R"("a")"},
      {R"(STRBEFORE("abc"@en, "bc"))", R"("a"@en)"},
      {R"(STRBEFORE("abc"@en, "b"@cy))", "error"},
      {R"(STRBEFORE("abc"^^xsd:string, ""))", R"("")"},
      {R"(STRBEFORE("abc", "xyz"))", R"("")"},
      {R"(STRBEFORE("abc"@en, "z"@en))", R"("")"},
      {R"(STRBEFORE("abc"@en, "z"))", R"("")"},
      {R"(STRBEFORE("abc"@en, ""@en))", R"(""@en)"},
      {R"(STRBEFORE("abc"@en, ""))", R"(""@en)"},
      {R"(STRAFTER("abc", "b"))", R"("c")"},
      {R"(STRAFTER("abc"@en, "ab"))", R"("c"@en)"},
      {R"(STRAFTER("abc"@en, "b"@cy))", "error"},
      {R"(STRAFTER("abc"^^xsd:string, ""))", R"("abc")"},
      {R"(STRAFTER("abc", "xyz"))", R"("")"},
      {R"(STRAFTER("abc"@en, "z"@en))", R"("")"},
      {R"(STRAFTER("abc"@en, "z"))", R"("")"},
      {R"(STRAFTER("abc"@en, ""@en))", R"("abc"@en)"},
      {R"(STRAFTER("abc"@en, ""))", R"("abc"@en)"},
  });
}

TEST(StringFunctions, EncodeForUri) {
  expect_values({
      {R"(ENCODE_FOR_URI("Los Angeles"))", R"("Los%20Angeles")"},
      {R"(ENCODE_FOR_URI("Los Angeles"@en))", R"("Los%20Angeles")"},
      {R"(ENCODE_FOR_URI("~bébé-._"))", R"("~b%C3%A9b%C3%A9-._")"},
      {R"(ENCODE_FOR_URI(:a))", "error"},
  });
}

TEST(StringFunctions, ConcatKeepsATagThatAllShare) {
  expect_values({
      {R"(CONCAT("foo", "bar"))", R"("foobar")"},
      {R"(CONCAT("foo"@en, "bar"@en))", R"("foobar"@en)"},
      {R"(CONCAT("foo"^^xsd:string, "bar"^^xsd:string))", R"("foobar")"},
      {R"(CONCAT("foo", "bar"^^xsd:string))", R"("foobar")"},
      {R"(CONCAT("foo"@en, "bar"))", R"("foobar")"},
      {R"(CONCAT("foo"@en, "bar"^^xsd:string))", R"("foobar")"},
      {R"(CONCAT("foo"@en, "bar"@fr))", R"("foobar")"},
      {R"(CONCAT())", R"("")"},
      {R"(CONCAT("a"@en))", R"("a"@en)"},
      {R"(CONCAT("a", "b", "c", "d"))", R"("abcd")"},
      {R"(CONCAT("a", 1))", "error"},
      {R"(CONCAT("a", ?nothing))", "error"},
  });
}

TEST(StringFunctions, LangMatches) {  // 17.4.2.7, RFC 4647 basic filtering
  expect_values({
      {R"(LANGMATCHES(LANG("That Seventies Show"@en), "FR"))", "false"},
      {R"(LANGMATCHES(LANG("Cette Série des Années Soixante-dix"@fr), "FR"))", "true"},
      {R"(LANGMATCHES(LANG("Cette Série des Années Septante"@fr-BE), "FR"))", "true"},
      {R"(LANGMATCHES(LANG("Il Buono"), "FR"))", "false"},
      {R"(LANGMATCHES(LANG("x"@fr-BE), "*"))", "true"},
      {R"(LANGMATCHES(LANG("x"), "*"))", "false"},
      {R"(LANGMATCHES("fra", "fr"))", "false"},
      {R"(LANGMATCHES("de-CH-1996", "de-ch"))", "true"},
      {R"(LANGMATCHES("de"@en, "de"))", "error"},
  });
}

}  // namespace
}  // namespace quadrille::query
