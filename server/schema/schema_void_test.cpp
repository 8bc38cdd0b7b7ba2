#include "server/schema/schema_void.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/schema/schema_json.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;

Schema sample() {
  Schema schema;
  schema.version = 4;
  schema.is_whole = true;
  schema.classes = {{"urn:C", 7}, {"_:b1", 2}};
  schema.predicates = {{"urn:p", 9, 8, 6, {{"urn:C", false, 5}, {"urn:int", true, 4}}}};
  schema.combinations = {{"urn:C", "urn:p", {"urn:C", false, 5}},
                         {"urn:C", "urn:p", {"urn:int", true, 4}},
                         {"_:b1", "urn:p", {"", false, 1}}};
  return schema;
}

std::string lines(const Schema& schema) {
  return void_document(schema, "http://here/sparql", results::ResultFormat::ntriples);
}

}  // namespace

TEST(SchemaVoid, PartitionsOfClassesHaveTheirPredicates) {
  const std::string text = lines(sample());
  for (const char* said :
       {"void#triples> \"9\"", "void#classes> \"2\"", "void#entities> \"7\"", "void#distinctSubjects> \"8\"",
        "void#distinctObjects> \"6\"", "void-ext#datatype> <urn:int>", "void#sparqlEndpoint> <http://here/sparql>"})
    EXPECT_THAT(text, HasSubstr(said));
}

TEST(SchemaVoid, BlankNodesAreNoClassesThere) {
  EXPECT_THAT(lines(sample()), Not(HasSubstr("_:b1")));
}

TEST(SchemaVoid, TheFirstPartHasCountsAlone) {
  Schema schema = sample();
  schema.is_whole = false;
  schema.combinations.clear();
  EXPECT_THAT(lines(schema), Not(HasSubstr("distinctSubjects")));
}

TEST(SchemaJson, NamesVersionAndExactness) {
  const auto json = nlohmann::json::parse(schema_json(sample(), false));
  EXPECT_EQ(json["version"], 4);
  EXPECT_EQ(json["exact"], false);
  EXPECT_EQ(json["triples"], 9);
  EXPECT_EQ(json["classes"][1]["iri"], "_:b1");
  EXPECT_EQ(json["predicates"][0]["ranges"][1]["datatype"], "urn:int");
  EXPECT_EQ(json["combinations"][0]["range"], "urn:C");
  EXPECT_EQ(json["combinations"][2]["range"], nullptr);
  EXPECT_EQ(json["combinations_left_out"], 0);
}

}  // namespace quadrille::server
