#include "loader/jsonld/write/value_text.hpp"

#include <gtest/gtest.h>

#include "loader/jsonld/rdf/rdf_direction.hpp"

namespace quadrille::jsonld {

namespace {

const IriTexts& iris_of_test() {
  static const IriTexts iris({{"xsd", std::string(iri::kXsd)}, {"tel", "http://tel/"}});
  return iris;
}

std::string value_of(TermView term) {
  Arena scratch;
  std::string text;
  append_value(text, term, iris_of_test(), scratch);
  return text;
}

std::string typed(std::string_view text, std::string_view datatype) {
  return value_of(TermView::literal(text, datatype));
}

}  // namespace

TEST(ValueText, Nodes) {
  EXPECT_EQ(value_of(TermView::iri("http://tel/1")), R"({"@id":"tel:1"})");
  EXPECT_EQ(value_of(TermView::iri("tel:1")), R"({"@context":null,"@id":"tel:1"})");
  EXPECT_EQ(value_of(TermView::blank("b1")), R"({"@id":"_:b1"})");
}

TEST(ValueText, StringsAreEscaped) {
  EXPECT_EQ(value_of(TermView::string("")), R"("")");
  EXPECT_EQ(value_of(TermView::string("a\"\\\n\x01 \x7f ä")), "\"a\\\"\\\\\\n\\u0001 \x7f ä\"");
  EXPECT_EQ(value_of(TermView::string(std::string_view("a\0b", 3))), R"("a\u0000b")");
  EXPECT_EQ(value_of(TermView::string("0123456789 0123456789 \n")), R"("0123456789 0123456789 \n")");
}

TEST(ValueText, LanguagesAndDirections) {
  EXPECT_EQ(value_of(TermView::language_string("a\"", "en-us")), R"({"@value":"a\"","@language":"en-us"})");
  EXPECT_EQ(value_of(TermView::direction_string("a", "ar--rtl")),
            R"({"@value":"a","@language":"ar","@direction":"rtl"})");
}

TEST(ValueText, CanonicalNumbersAndBooleansAreThoseOfJson) {
  for (const char* text : {"0", "7", "-12", "999999999999999"}) EXPECT_EQ(typed(text, iri::kXsdInteger), text);
  for (const char* text : {"true", "false"}) EXPECT_EQ(typed(text, iri::kXsdBoolean), text);
  EXPECT_EQ(typed("1.5E0", iri::kXsdDouble), "1.5");
  EXPECT_EQ(typed("-1.25E-10", iri::kXsdDouble), "-1.25e-10");
}

TEST(ValueText, OtherLiteralsKeepTheirText) {
  for (const char* text : {"07", "+7", "-0", "", "-", "1.0", "x", "1000000000000000", " 1"}) {
    EXPECT_EQ(typed(text, iri::kXsdInteger), std::string("{\"@value\":\"") + text + R"(","@type":"xsd:integer"})");
  }
  for (const char* text : {"1", "TRUE", ""}) {
    EXPECT_EQ(typed(text, iri::kXsdBoolean), std::string("{\"@value\":\"") + text + R"(","@type":"xsd:boolean"})");
  }
  for (const char* text : {"1.0E0", "1.5", "1.50E0", "INF", "NaN", "-0.0E0", "1.5e0", "1.2345678901234567E0"}) {
    EXPECT_EQ(typed(text, iri::kXsdDouble), std::string("{\"@value\":\"") + text + R"(","@type":"xsd:double"})");
  }
  EXPECT_EQ(typed("1.5", iri::kXsdDecimal), R"({"@value":"1.5","@type":"xsd:decimal"})");
  EXPECT_EQ(typed("a", "tel:1"), R"({"@context":null,"@value":"a","@type":"tel:1"})");
}

TEST(ValueText, CanonicalJsonIsJson) {
  for (const char* text : {"null", "1", "\"a\"", R"({"@id":[1,null,{}],"a":"\n"})", "[]"}) {
    EXPECT_EQ(typed(text, kRdfJson), std::string("{\"@value\":") + text + R"(,"@type":"@json"})");
  }
  for (const char* text : {"[1, 2]", R"({"b":1,"a":2})", "1.0", "x", "", "12345678901234567890"}) {
    EXPECT_EQ(typed(text, kRdfJson).find("\"@json\""), std::string::npos) << text;
  }
  const std::string deep = std::string(102, '[') + std::string(102, ']');
  EXPECT_EQ(typed(deep, kRdfJson), "{\"@value\":\"" + deep + "\",\"@type\":\"" + std::string(kRdfJson) + "\"}");
}

}  // namespace quadrille::jsonld
