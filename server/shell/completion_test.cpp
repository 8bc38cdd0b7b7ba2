#include "server/shell/completion.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace quadrille::server {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const Vocabulary kVocabulary{
    {"http://xmlns.com/foaf/0.1/Person", "http://ex.org/Place"},
    {"http://xmlns.com/foaf/0.1/name", "http://xmlns.com/foaf/0.1/nick", "http://ex.org/near"}};

std::vector<std::string> words(std::string_view before) {
  return suggest(before, kVocabulary, {}).words;
}

TEST(Completion, OfCommandsAndTheirArguments) {
  EXPECT_THAT(words("\\gr"), ElementsAre("graphs"));
  EXPECT_EQ(suggest("\\gr", kVocabulary, {}).word_bytes, 2U);
  EXPECT_THAT(words("\\format t"), ElementsAre("table", "tsv", "turtle", "trig"));
  EXPECT_THAT(words("\\explain pr"), ElementsAre("profile"));
  EXPECT_THAT(words("\\explain ASK { ?s foaf:ni"), ElementsAre("foaf:nick"));
  EXPECT_THAT(words("\\graphs x"), IsEmpty());
}

TEST(Completion, OfFiles) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "completion";
  std::filesystem::create_directories(folder / "data");
  std::ofstream(folder / "date.ttl") << "\n";
  const std::string place = folder.string();
  EXPECT_THAT(words("\\load " + place + "/da"), ElementsAre(place + "/data/", place + "/date.ttl"));
  EXPECT_THAT(words("\\load " + place + "/none/"), IsEmpty());
  std::filesystem::remove_all(folder);
}

TEST(Completion, OfKeywordsInTheCaseOfTheWord) {
  EXPECT_THAT(words("SEL"), ElementsAre("SELECT"));
  EXPECT_THAT(words("sel"), ElementsAre("select"));
  EXPECT_THAT(words("SELECT * { ?s ?p ?o } ord"), ElementsAre("order"));
  EXPECT_THAT(words("SELECT * { ?s fo"), ElementsAre("foaf:name", "foaf:nick", "foaf:"));
  EXPECT_THAT(words(""), IsEmpty());
}

TEST(Completion, OfClassesBehindA) {
  EXPECT_THAT(words("SELECT * { ?s a "), ElementsAre("foaf:Person", "<http://ex.org/Place>"));
  EXPECT_THAT(words("SELECT * { ?s a foaf:"), ElementsAre("foaf:Person"));
  EXPECT_THAT(words("SELECT * { ?s rdf:type foaf:P"), ElementsAre("foaf:Person"));
  EXPECT_THAT(words("PREFIX ex: <http://ex.org/> SELECT * { ?s a ex:"), ElementsAre("ex:Place"));
}

TEST(Completion, OfPredicatesElsewhere) {
  EXPECT_THAT(words("SELECT * {\n ?s "), ElementsAre("foaf:name", "foaf:nick", "<http://ex.org/near>"));
  EXPECT_THAT(words("SELECT * { ?s foaf:n"), ElementsAre("foaf:name", "foaf:nick"));
  EXPECT_THAT(words("SELECT * { ?s <http://ex"), ElementsAre("<http://ex.org/near>"));
  EXPECT_THAT(words("SELECT * { ?s ?p \"foaf:n"), Not(Contains("foaf:name")));
}

TEST(Completion, OfVariables) {
  EXPECT_THAT(words("SELECT ?name ?nick { ?person foaf:name ?n"), ElementsAre("?name", "?nick"));
  EXPECT_EQ(suggest("SELECT ?name { ?", kVocabulary, {}).word_bytes, 1U);
}

TEST(Completion, InsertsWhatAllHaveInCommon) {
  EXPECT_EQ(common_beginning({"foaf:name", "foaf:nick"}), "foaf:n");
  EXPECT_EQ(common_beginning({"foaf:name"}), "foaf:name");
  EXPECT_EQ(common_beginning({}), "");
}

}  // namespace

}  // namespace quadrille::server
