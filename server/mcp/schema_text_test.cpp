#include "server/mcp/schema_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;

Schema people() {
  Schema schema;
  schema.is_whole = true;
  schema.classes = {{"urn:Person", 7}, {"_:b1", 2}};
  schema.predicates = {{"urn:knows", 9, 8, 6, {{"urn:Person", false, 5}, {"", false, 4}}}};
  schema.combinations = {{"urn:Person", "urn:knows", {"urn:Person", false, 5}},
                         {"urn:Person", "urn:age", {"urn:int", true, 3}}};
  return schema;
}

}  // namespace

TEST(SchemaText, HasClassesPredicatesAndCombinations) {
  const std::string text = schema_text(people(), "", 64 << 10);
  for (const char* line : {"9 triples, 2 classes, 1 predicates.", "7\t<urn:Person>\n", "2\t_:b1\n",
                           "9\t<urn:knows>\t<urn:Person> (5), things without a class (4)\n",
                           "5\t<urn:Person>\t<urn:knows>\t<urn:Person>\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(SchemaText, OfOneClassHasWhatItsThingsHaveAndWhatLeadsToThem) {
  const std::string text = schema_text(people(), "urn:Person", 64 << 10);
  EXPECT_THAT(text, HasSubstr("3\t<urn:age>\t<urn:int>\n"));
  EXPECT_THAT(text, HasSubstr("5\t<urn:Person>\t<urn:knows>\n"));
}

TEST(SchemaText, SaysWhatItHasLeftOut) {
  Schema schema = people();
  for (int n = 0; n < 1000; ++n) schema.classes.push_back({fmt::format("urn:Class{}", n), 1});
  const std::string text = schema_text(schema, "", 3000);
  EXPECT_LT(text.size(), 4000u);
  EXPECT_THAT(text, testing::ContainsRegex("... and [0-9]+ classes with fewer"));
  EXPECT_THAT(text, HasSubstr("<urn:knows>"));
}

}  // namespace quadrille::server
