#include "server/mcp/find_query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Schema sample() {
  Schema schema;
  schema.classes = {{"http://ex.org/FullProfessor", 7}, {"http://ex.org/City", 2}};
  schema.predicates = {{"http://ex.org/worksFor", 9}, {"http://ex.org#name", 5}, {"http://ex.org/prefLabel", 3}};
  return schema;
}

}  // namespace

TEST(FindQuery, NamesAreThePredicatesThatAreCalledSo) {
  EXPECT_THAT(name_predicates(sample()), ElementsAre("http://ex.org#name", "http://ex.org/prefLabel"));
  EXPECT_TRUE(name_predicates({}).empty());
}

TEST(FindQuery, NamesBeginWithTheTextOrHaveItAnywhere) {
  const std::string begins = find_by_name("ber\"lin", {"urn:name"}, false, 5);
  EXPECT_THAT(begins, HasSubstr(R"(STRSTARTS(STR(?name), "ber\"lin") || STRSTARTS(STR(?name), "Ber\"lin"))"));
  EXPECT_THAT(begins, HasSubstr("<urn:name>"));
  EXPECT_THAT(find_by_name("BER", {"urn:name"}, true, 5), HasSubstr("CONTAINS(LCASE(STR(?name)), \"ber\")"));
  EXPECT_EQ(find_by_name("x", {}, false, 5), "");
}

TEST(FindQuery, ClassesAndPredicatesAreFoundByTheirLastPart) {
  const std::string found = find_in_schema(sample(), "full professor", 5);
  EXPECT_EQ(found, "class\t<http://ex.org/FullProfessor>\t7 things\n");
  EXPECT_THAT(find_in_schema(sample(), "WORKS", 5), HasSubstr("predicate\t<http://ex.org/worksFor>\t9 triples"));
  EXPECT_EQ(find_in_schema(sample(), "ex.org", 5), "");
}

TEST(FindQuery, ATextThatEndsAnIriIsNone) {
  EXPECT_TRUE(is_iri_text("http://ex.org/a"));
  for (const char* text : {"", "a b", "a>b", "a\nb", "a\"b", "a\\b", "a{b"}) EXPECT_FALSE(is_iri_text(text)) << text;
}

}  // namespace quadrille::server
