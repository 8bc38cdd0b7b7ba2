#include "parser/foreign_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "base/error.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

using ::testing::HasSubstr;

TEST(ForeignNames, AreFoundInTheirPlacesAlone) {
  const ForeignName* query = find_foreign_name("http://jena.apache.org/text#query", kPredicate);
  ASSERT_NE(query, nullptr);
  EXPECT_EQ(query->thing, "the full-text search of Apache Jena");
  EXPECT_EQ(find_foreign_name("http://jena.apache.org/text#query", kGraph), nullptr);
  EXPECT_EQ(find_foreign_name("http://jena.apache.org/text", kPredicate), nullptr);
  EXPECT_NE(find_foreign_name("http://wikiba.se/ontology#label", kService), nullptr);
  EXPECT_EQ(find_foreign_name("http://wikiba.se/ontology#label", kPredicate), nullptr);
}

TEST(ForeignNames, OfOneIriStandForThatOneAlone) {
  EXPECT_NE(find_foreign_name("http://www.ontotext.com/explicit", kGraph), nullptr);
  EXPECT_EQ(find_foreign_name("http://www.ontotext.com/explicitly", kGraph), nullptr);
}

// Virtuoso knows bif: and sql: without a declaration.
TEST(ForeignNames, OfTheirOwnPrefixNeedNoDeclaration) {
  EXPECT_NO_THROW(parse_query("SELECT * { ?s bif:contains 'x' }"));
  EXPECT_NO_THROW(parse_query("SELECT (sql:best_langmatch(?s) AS ?x) { ?s ?p ?o }"));
  EXPECT_THROW(parse_query("SELECT * { ?s bof:contains 'x' }"), Error);
}

TEST(ForeignNames, OfEveryRowAreFound) {
  for (const ForeignName& name : foreign_names()) {
    for (const NameUse use : {kPredicate, kGraph, kService, kFunction, kHint}) {
      if ((name.uses & use) == 0) continue;
      EXPECT_NE(find_foreign_name(name.begin, use), nullptr) << name.begin;
    }
  }
}

TEST(ForeignNames, OfTheLongestRowCount) {
  const ForeignName* member = find_foreign_name("http://jena.apache.org/ARQ/list#member", kPredicate);
  const ForeignName* index = find_foreign_name("http://jena.apache.org/ARQ/list#index", kPredicate);
  ASSERT_TRUE(member && index);
  EXPECT_THAT(foreign_name_text("http://jena.apache.org/ARQ/list#member", *member), HasSubstr("rdf:rest*/rdf:first"));
  EXPECT_EQ(index->begin, "http://jena.apache.org/ARQ/list#");
}

TEST(ForeignNames, StandOnceAndHaveAUse) {
  std::set<std::string_view> begins;
  for (const ForeignName& name : foreign_names()) {
    EXPECT_TRUE(begins.insert(name.begin).second) << name.begin;
    EXPECT_NE(name.uses, 0) << name.begin;
    EXPECT_FALSE(name.thing.empty()) << name.begin;
  }
}

TEST(ForeignNames, LeaveDataOfWikidataAlone) {
  for (const char* name : {"rank", "directClaim", "propertyType", "geoLatitude", "quantityAmount", "statements"}) {
    EXPECT_EQ(find_foreign_name(std::string("http://wikiba.se/ontology#") + name, kPredicate), nullptr) << name;
  }
}

TEST(ForeignNames, OfHintsHaveScopes) {
  EXPECT_TRUE(is_hint_scope("http://www.bigdata.com/queryHints#Prior"));
  EXPECT_TRUE(is_hint_scope("http://aws.amazon.com/neptune/vocab/v01/QueryHints#Query"));
  EXPECT_FALSE(is_hint_scope("http://www.bigdata.com/queryHints#runFirst"));
  EXPECT_FALSE(is_hint_scope("http://example.org/Prior"));
}

// The page has namespaces; names within them need not be on it.
TEST(ForeignNames, StandInTheManual) {
  std::ifstream file(QUADRILLE_SOURCE_DIR "/docs/foreign-names.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const ForeignName& name : foreign_names()) {
    const std::size_t end = name.begin.find_last_of("#/:", name.begin.size() - 2);
    const bool is_there = page.find("`" + std::string(name.begin) + "`") != std::string::npos;
    const bool is_below = page.find("`" + std::string(name.begin.substr(0, end + 1))) != std::string::npos;
    EXPECT_TRUE(is_there || is_below) << name.begin;
  }
}

TEST(ForeignNames, SayWhereTheyComeFromAndWhatToWriteInstead) {
  const char* nil = "http://www.openrdf.org/schema/sesame#nil";
  EXPECT_EQ(
      foreign_name_text(nil, *find_foreign_name(nil, kGraph)),
      "<http://www.openrdf.org/schema/sesame#nil> is not supported: it belongs to RDF4J and GraphDB, where it means "
      "the unnamed graph; leave it out: without it a query reads the unnamed graph, and with the parameter or "
      "option union-default-graph all graphs");
  const std::string long_name = "bif:" + std::string(5000, 'x');
  EXPECT_LT(foreign_name_text(long_name, *find_foreign_name(long_name, kFunction)).size(), 400u);
}

}  // namespace quadrille::parser
