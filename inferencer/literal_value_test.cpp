#include "inferencer/literal_value.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace quadrille::inferencer {
namespace {

constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

LiteralValue xsd(std::string_view text, std::string_view type) {
  return literal_value(TermView::literal(text, std::string(iri::kXsd).append(type)));
}

// The names of the datatypes that have the value, without rdfs:Literal.
std::set<std::string> types(const LiteralValue& value) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < literal_datatypes().size(); ++i) {
    const std::string_view iri = literal_datatypes()[i];
    if ((value.datatypes >> i & 1) != 0) names.emplace(iri.substr(iri.find('#') + 1));
  }
  EXPECT_EQ(names.erase("Literal"), value.is_valid ? 1u : 0u);
  return names;
}

using Names = std::set<std::string>;

TEST(LiteralValue, OfAnIntegerIsInEveryTypeWhoseRangeHasIt) {
  EXPECT_EQ(types(xsd("200", "int")),
            (Names{"decimal", "integer", "nonNegativeInteger", "positiveInteger", "long", "int", "short",
                   "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"}));
  EXPECT_EQ(types(xsd("-129", "integer")),
            (Names{"decimal", "integer", "nonPositiveInteger", "negativeInteger", "long", "int", "short"}));
  EXPECT_EQ(types(xsd("1.5", "decimal")), (Names{"decimal"}));
  EXPECT_EQ(types(xsd("0", "byte")).count("nonPositiveInteger"), 1u);
  EXPECT_EQ(types(xsd("18446744073709551616", "integer")),
            (Names{"decimal", "integer", "nonNegativeInteger", "positiveInteger"}));
}

TEST(LiteralValue, OfAnInvalidFormIsNone) {
  const std::pair<const char*, const char*> cases[] = {{"300", "byte"},
                                                       {"1.5", "integer"},
                                                       {"-1", "unsignedInt"},
                                                       {"x", "double"},
                                                       {"yes", "boolean"},
                                                       {"abc", "hexBinary"},
                                                       {"a=b", "base64Binary"},
                                                       {":abc", "anyURI"},
                                                       {"a b", "NMTOKEN"},
                                                       {"1a", "NCName"},
                                                       {"a:b", "NCName"},
                                                       {"en-", "language"},
                                                       {" a", "token"},
                                                       {"a\tb", "normalizedString"},
                                                       {"2009-02-30T00:00:00", "dateTime"},
                                                       {"2009-04-21T12:30:15", "dateTimeStamp"}};
  for (const auto& [text, type] : cases) EXPECT_FALSE(xsd(text, type).is_valid) << text << " " << type;
  EXPECT_FALSE(literal_value(TermView::literal("abc", std::string(kRdf) + "PlainLiteral")).is_valid);
  EXPECT_FALSE(literal_value(TermView::literal("<a>", std::string(kRdf) + "XMLLiteral")).is_valid);
}

TEST(LiteralValue, HasTheSameKeyForEqualValuesOnly) {
  EXPECT_EQ(xsd("42", "int").key, xsd("042.0", "decimal").key);
  EXPECT_NE(xsd("42", "int").key, xsd("42", "float").key);
  EXPECT_NE(xsd("42", "double").key, xsd("42", "float").key);
  EXPECT_EQ(xsd("1e2", "double").key, xsd("100", "double").key);
  EXPECT_EQ(xsd("true", "boolean").key, xsd("1", "boolean").key);
  EXPECT_EQ(xsd("0aFF", "hexBinary").key, xsd("0Aff", "hexBinary").key);
  EXPECT_EQ(xsd("a", "token").key, literal_value(TermView::string("a")).key);
  EXPECT_EQ(xsd("2009-04-21T12:30:15", "dateTime").key, xsd("2009-04-21T12:30:15.00", "dateTime").key);
  EXPECT_NE(xsd("2009-04-21T12:30:15Z", "dateTime").key, xsd("2009-04-21T12:30:15", "dateTime").key);
  EXPECT_EQ(literal_value(TermView::literal("a@DE", std::string(kRdf) + "PlainLiteral")).key,
            literal_value(TermView::language_string("a", "de")).key);
  EXPECT_NE(literal_value(TermView::literal("1", "urn:mine")).key, xsd("1", "integer").key);
}

// rdf:PlainLiteral has strings with and without a language, but none with a direction.
TEST(LiteralValue, OfAStringWithADirectionIsItsOwn) {
  const LiteralValue left = literal_value(TermView::direction_string("a", "de--ltr"));
  EXPECT_EQ(types(left), Names());
  EXPECT_NE(left.key, literal_value(TermView::direction_string("a", "de--rtl")).key);
  EXPECT_NE(left.key, literal_value(TermView::language_string("a", "de")).key);
}

}  // namespace
}  // namespace quadrille::inferencer
