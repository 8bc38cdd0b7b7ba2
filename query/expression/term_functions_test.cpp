#include "query/expression/term_functions.hpp"

#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(TermFunctions, KindsOfTerms) {
  expect_values({
      {"isIRI(:a)", "true"},
      {"isURI(:a)", "true"},
      {R"(isIRI("http://example/a"))", "false"},
      {"isIRI(?x)", "error"},
      {"isBLANK(BNODE())", "true"},
      {"isBLANK(:a)", "false"},
      {R"(isLITERAL("a"))", "true"},
      {R"(isLITERAL("a"^^:t))", "true"},
      {"isLITERAL(1)", "true"},
      {"isLITERAL(:a)", "false"},
      {"isNUMERIC(12)", "true"},
      {R"(isNUMERIC("12"))", "false"},
      {R"(isNUMERIC("12"^^xsd:nonNegativeInteger))", "true"},
      {R"(isNUMERIC("1200"^^xsd:byte))", "false"},
      {R"(isNUMERIC("abc"^^xsd:integer))", "false"},
      {"isNUMERIC(100000000000000000000000)", "true"},
      {"isNUMERIC(:a)", "false"},
  });
}

TEST(TermFunctions, StrIsTheTextAsWritten) {
  expect_values({
      {"STR(:a)", R"("http://example/a")"},
      {R"(STR("Roberto"@es))", R"("Roberto")"},
      {R"(STR("007"^^xsd:integer))", R"("007")"},
      {R"(STR("1.50"^^xsd:decimal))", R"("1.50")"},
      {R"(STR("1e0"^^xsd:double))", R"("1e0")"},
      {R"(STR("x"^^:t))", R"("x")"},
      {R"(STR("1"^^xsd:boolean))", R"("1")"},
      {R"(STR("00000000000000000000000000012"^^xsd:integer))", R"("00000000000000000000000000012")"},
      {"STR(1 + 1)", R"("2")"},
      {"STR(BNODE())", "error"},
      {"STR(?x)", "error"},
  });
}

TEST(TermFunctions, LangAndDatatype) {
  expect_values({
      {R"(LANG("Robert"@EN))", R"("en")"},
      {R"(LANG("Robert"))", R"("")"},
      {R"(LANG("x"^^:t))", R"("")"},
      {"LANG(7)", R"("")"},
      {"LANG(:a)", "error"},
      {R"(DATATYPE("a"))", "<http://www.w3.org/2001/XMLSchema#string>"},
      {R"(DATATYPE("a"@en))", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"},
      {R"(DATATYPE("a"^^:t))", "<http://example/t>"},
      {R"(DATATYPE("a"^^xsd:integer))", "<http://www.w3.org/2001/XMLSchema#integer>"},
      {R"(DATATYPE("1"^^xsd:byte))", "<http://www.w3.org/2001/XMLSchema#byte>"},
      {R"(DATATYPE("1"^^xsd:byte + 1))", "<http://www.w3.org/2001/XMLSchema#integer>"},
      {R"(DATATYPE("2006-08-23"^^xsd:date))", "<http://www.w3.org/2001/XMLSchema#date>"},
      {"DATATYPE(true) = xsd:boolean", "true"},
      {"DATATYPE(1.0) = xsd:decimal", "true"},
      {R"(DATATYPE("1"^^xsd:float) = xsd:float)", "true"},
      {"DATATYPE(:a)", "error"},
  });
}

TEST(TermFunctions, IriIsResolvedAgainstTheBase) {
  expect_values({
      {R"(IRI("http://other/a"))", "<http://other/a>"},
      {R"(IRI("a"))", "<http://example/base/a>"},
      {R"(URI("../a#b"))", "<http://example/a#b>"},
      {R"(IRI(""))", "<http://example/base/>"},
      {"IRI(:a)", "<http://example/a>"},
      {R"(IRI("a"@en))", "error"},
      {"IRI(1)", "error"},
  });
}

TEST(TermFunctions, NewLiterals) {
  expect_values({
      {R"(STRDT("123", xsd:integer))", "123"},
      {R"(STRDT("123", xsd:integer) + 1)", "124"},
      {R"(STRDT("iiii", :romanNumeral))", R"("iiii"^^<http://example/romanNumeral>)"},
      {R"(STRDT("a", xsd:string))", R"("a")"},
      {R"(STRDT("a"@en, :t))", "error"},
      {R"(STRDT("a", "t"))", "error"},
      {"STRDT(1, :t)", "error"},
      {R"(STRLANG("chat", "en"))", R"("chat"@en)"},
      {R"(STRLANG("chat", "en-US"))", R"("chat"@en-us)"},
      {R"(STRLANG("chat", ""))", "error"},
      {R"(STRLANG("chat"@en, "fr"))", "error"},
      {R"(STRLANG(1, "en"))", "error"},
  });
}

TEST(TermFunctions, BlankNodesAreFreshOrOneForANameAndSolution) {
  expect_values({
      {"sameTerm(BNODE(), BNODE())", "false"},
      {R"(sameTerm(BNODE("a"), BNODE("a")))", "true"},
      {R"(sameTerm(BNODE("a"), BNODE("b")))", "false"},
      {R"(BNODE("a") = BNODE("a"))", "true"},
      {"BNODE(1)", "error"},
      {R"(BNODE("a"@en))", "error"},
  });
}

TEST(TermFunctions, Uuids) {
  expect_values({
      {R"(REGEX(STR(UUID()), "^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"))",
       "true"},
      {R"(REGEX(STRUUID(), "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"))", "true"},
      {"isIRI(UUID())", "true"},
      {"UUID() = UUID()", "false"},
  });
}

TEST(TermFunctions, WhatNoTermCanHaveIsAnError) {
  expect_values({
      {R"(IRI("http://example/a b"))", "error"},
      {R"(IRI("http://example/<a>"))", "error"},
      {R"(IRI("a{b}"))", "error"},
      {R"(IRI("http://example/é"))", "<http://example/é>"},
      {R"(STRLANG("a", "en-GB"))", R"("a"@en-gb)"},
      {R"(STRLANG("a", "en_GB"))", "error"},
      {R"(STRLANG("a", "en-"))", "error"},
      {R"(STRLANG("a", "-en"))", "error"},
      {R"(STRLANG("a", "1a"))", "error"},
      {R"(STRLANG("a", "a-1"))", R"("a"@a-1)"},
      {R"(STRLANG("a", "en us"))", "error"},
  });
}

}  // namespace
}  // namespace quadrille::query
