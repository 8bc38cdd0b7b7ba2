#include "loader/jsonld/write/iri_texts.hpp"

#include <gtest/gtest.h>

namespace quadrille::jsonld {

namespace {

// "none" if the context does not allow the IRI.
std::string text_of(const IriTexts& iris, std::string_view iri) {
  std::string text;
  return iris.append(text, iri) ? text : "none";
}

}  // namespace

TEST(IriTexts, TheLongestNamespaceThatLeavesALocalNameShortens) {
  const IriTexts iris({{"a", "http://a/"}, {"b", "http://a/b#"}});
  EXPECT_EQ(iris.context(), R"({"a":"http://a/","b":"http://a/b#"})");
  EXPECT_EQ(text_of(iris, "http://a/x"), R"("a:x")");
  EXPECT_EQ(text_of(iris, "http://a/b#x"), R"("b:x")");
  EXPECT_EQ(text_of(iris, "http://a/b#"), R"("a:b#")");
  EXPECT_EQ(text_of(iris, "http://a/"), R"("http://a/")");
  EXPECT_EQ(text_of(iris, "http://other/x"), R"("http://other/x")");
  EXPECT_EQ(IriTexts({}).context(), "{}");
}

TEST(IriTexts, ALocalNameDoesNotBeginWithTwoSlashes) {
  const IriTexts iris({{"a", "http:"}, {"b", "http://b"}});
  EXPECT_EQ(text_of(iris, "http://c/"), R"("http://c/")");
  EXPECT_EQ(text_of(iris, "http://b//c"), R"("http://b//c")");
  EXPECT_EQ(text_of(iris, "http:c"), R"("a:c")");
}

TEST(IriTexts, WhatLooksLikeACompactIriIsNotAllowed) {
  const IriTexts iris({{"geo", "http://geo.org/#"}, {"http", "http://h/"}});
  EXPECT_EQ(text_of(iris, "geo:48.2,16.3"), "none");
  EXPECT_EQ(text_of(iris, "geo:"), "none");
  EXPECT_EQ(text_of(iris, "geo://x"), R"("geo://x")");
  EXPECT_EQ(text_of(iris, "geology:x"), R"("geology:x")");
  EXPECT_EQ(text_of(iris, "http://h/x"), R"("http:x")");
  EXPECT_EQ(text_of(iris, "http:y"), "none");
}

TEST(IriTexts, NamespacesWithoutAGeneralDelimiterAtTheirEndNeedVersion11) {
  const IriTexts iris({{"a", "http://a/x"}, {"b", "urn:b:"}});
  EXPECT_EQ(iris.context(), R"({"@version":1.1,"a":{"@id":"http://a/x","@prefix":true},"b":"urn:b:"})");
  EXPECT_EQ(text_of(iris, "http://a/xy"), R"("a:y")");
}

TEST(UsablePrefixes, LeavesOutWhatContextsCannotHave) {
  const std::vector<DeclaredPrefix> some = {{"", "http://a/"},      {"_", "http://a/"},    {"@id", "http://a/"},
                                            {"a:b", "http://a/"},   {"a/b", "http://a/"},  {"r", "relative/"},
                                            {"bad", "http://a b/"}, {"ok", "http://a/"},   {"ok", "http://b/"},
                                            {"urn", "http://urn/"}, {"book", "urn:isbn:"}, {"a.b-c", "http://c/"},
                                            {"\"", "http://a/"},    {"\n", "http://a/"},   {"http", "http://http/"}};
  const std::vector<DeclaredPrefix> expected = {
      {"ok", "http://a/"}, {"book", "urn:isbn:"}, {"a.b-c", "http://c/"}, {"http", "http://http/"}};
  EXPECT_EQ(usable_prefixes(some), expected);
}

}  // namespace quadrille::jsonld
