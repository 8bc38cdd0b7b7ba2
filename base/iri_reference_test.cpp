#include "base/iri_reference.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace quadrille {

namespace {
constexpr std::string_view kBase = "http://a/b/c/d;p?q";
}

TEST(IriReference, ResolvesTheNormalExamplesOfRfc3986Section541) {
  const std::vector<std::pair<std::string_view, std::string_view>> examples = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
  };
  for (const auto& [reference, expected] : examples) EXPECT_EQ(resolve_iri(kBase, reference), expected) << reference;
}

TEST(IriReference, ResolvesTheAbnormalExamplesOfRfc3986Section542) {
  const std::vector<std::pair<std::string_view, std::string_view>> examples = {
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},  // for strict parsers
  };
  for (const auto& [reference, expected] : examples) EXPECT_EQ(resolve_iri(kBase, reference), expected) << reference;
}

TEST(IriReference, AnAbsoluteReferenceStaysAsWritten) {
  EXPECT_EQ(resolve_iri(kBase, "http://x/a/../b"), "http://x/a/../b");
  EXPECT_EQ(resolve_iri(kBase, "urn:isbn:1"), "urn:isbn:1");
}

TEST(IriReference, ABaseWithoutSchemeResolvesNothing) {
  EXPECT_EQ(resolve_iri("", "a/../b"), "a/../b");
  EXPECT_EQ(resolve_iri("//a/b", "c"), "c");
}

TEST(IriReference, ABaseWithoutPathGetsASlash) {
  EXPECT_EQ(resolve_iri("http://a", "b"), "http://a/b");
  EXPECT_EQ(resolve_iri("http://a", "../b"), "http://a/b");
  EXPECT_EQ(resolve_iri("http://a?q", "b"), "http://a/b");
}

TEST(IriReference, AuthorityAndPathOfFileIrisAreKept) {
  EXPECT_EQ(resolve_iri("file:///a/bb/ccc/d;p?q", "../g"), "file:///a/bb/g");
  EXPECT_EQ(resolve_iri("file:///a/bb/ccc/d;p?q", "//g"), "file://g");
  EXPECT_EQ(resolve_iri("urn:a:b", "c"), "urn:c");
}

TEST(IriReference, TheBaseIsUsedAsWrittenWhereThereIsNoPath) {
  EXPECT_EQ(resolve_iri("http://a/b/../c?q#f", "#s"), "http://a/b/../c?q#s");
  EXPECT_EQ(resolve_iri("http://a/b/../c?q#f", ""), "http://a/b/../c?q");
}

TEST(IriReference, AColonAloneMakesNoScheme) {
  EXPECT_FALSE(has_scheme(":a"));
  EXPECT_FALSE(has_scheme("1a:b"));
  EXPECT_FALSE(has_scheme("a/b:c"));
  EXPECT_TRUE(has_scheme("a+1.-:"));
  EXPECT_EQ(resolve_iri(kBase, "./a:b"), "http://a/b/c/a:b");
}

}  // namespace quadrille
