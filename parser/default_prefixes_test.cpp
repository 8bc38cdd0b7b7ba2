#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/well_known_prefixes.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

namespace {

std::string predicate(std::string_view text, const DefaultPrefixes& prefixes) {
  const Query query = parse_query(text, {}, prefixes);
  return to_text(*query.where, query.variables);
}

}  // namespace

TEST(DefaultPrefixes, NeedNoDeclarationWhereTheyAreAskedFor) {
  EXPECT_EQ(predicate("ASK { ?s foaf:name ?o }", DefaultPrefixes::well_known),
            "(bgp\n  (triple ?s <http://xmlns.com/foaf/0.1/name> ?o))");
  EXPECT_THROW(parse_query("ASK { ?s foaf:name ?o }"), Error);
  EXPECT_NO_THROW(parse_update("INSERT DATA { <a> rdfs:label 'A' }", {}, DefaultPrefixes::well_known));
  EXPECT_THROW(parse_update("INSERT DATA { <a> rdfs:label 'A' }"), Error);
}

TEST(DefaultPrefixes, GiveWayToADeclaration) {
  EXPECT_EQ(predicate("PREFIX foaf: <http://other/> ASK { ?s foaf:name ?o }", DefaultPrefixes::well_known),
            "(bgp\n  (triple ?s <http://other/name> ?o))");
}

TEST(DefaultPrefixes, AreThoseThatNoVocabularyDisputes) {
  for (const char* prefix :
       {"rdf", "rdfs", "owl", "xsd", "skos", "foaf", "dcterms", "schema", "dcat", "prov", "sh", "void"}) {
    EXPECT_NO_THROW(parse_query(std::string("ASK { ?s ") + prefix + ":x 1 }", {}, DefaultPrefixes::well_known))
        << prefix;
  }
  for (const char* prefix : {"dc", "geo", "ex", ""}) {
    EXPECT_THROW(parse_query(std::string("ASK { ?s ") + prefix + ":x 1 }", {}, DefaultPrefixes::well_known), Error)
        << prefix;
  }
}

TEST(WellKnownPrefixes, AreInOrderAndDefaultsStandOnce) {
  const auto all = well_known_prefixes();
  for (std::size_t place = 1; place < all.size(); ++place) {
    EXPECT_LE(all[place - 1].prefix, all[place].prefix);
    if (all[place - 1].prefix == all[place].prefix) {
      EXPECT_FALSE(all[place - 1].is_default || all[place].is_default) << all[place].prefix;
    }
  }
}

TEST(OwnPrefixes, StandBesideThoseThatEverybodyKnowsAndBeforeThem) {
  const auto own = DefaultPrefixes::with({{"ex", "http://ex.org/"}, {"foaf", "http://own/"}});
  EXPECT_EQ(predicate("ASK { ?s ex:name ?o }", own), "(bgp\n  (triple ?s <http://ex.org/name> ?o))");
  EXPECT_EQ(predicate("ASK { ?s foaf:name ?o }", own), "(bgp\n  (triple ?s <http://own/name> ?o))");
  EXPECT_EQ(predicate("PREFIX ex: <http://b/> ASK { ?s ex:name ?o }", own), "(bgp\n  (triple ?s <http://b/name> ?o))");
  EXPECT_NO_THROW(parse_query("ASK { ?s rdfs:label 1 }", {}, own));
  EXPECT_THROW(parse_query("ASK { ?s other:label 1 }", {}, own), Error);
  EXPECT_EQ(own.declarations(), "PREFIX ex: <http://ex.org/> PREFIX foaf: <http://own/> ");
  EXPECT_EQ(DefaultPrefixes::well_known.declarations(), "");
}

TEST(OwnPrefixes, AreReadALineEach) {
  const auto read = read_prefix_lines(
      "# ours\n"
      "PREFIX a: <http://a/>\n"
      "@prefix b: <http://b/> .\n"
      "prefix  :  <http://c/#> # the empty one\n"
      "\n"
      "d http://d/#\r\n"
      "e: <http://e/>.\n"
      "a: <http://a/>",
      "own.ttl");
  const std::vector<Prefix> wanted{
      {"a", "http://a/"}, {"b", "http://b/"}, {"", "http://c/#"}, {"d", "http://d/#"}, {"e", "http://e/"}};
  EXPECT_EQ(read, wanted);
}

TEST(OwnPrefixes, AreRefusedByFileAndLine) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "own.ttl declares no prefix"},
      {"PREFIX a: <http://a/>\nPREFIX b:", "own.ttl:2: expected a prefix and an IRI in 'PREFIX b:'"},
      {"a: <relative>", "own.ttl:1: not an absolute IRI"},
      {"<http://s> <http://p> <http://o> .", "own.ttl:1: "},
      {"a: http://a/\na: http://b/", "own.ttl:2: a second IRI for 'a:', which is <http://a/>,"},
  };
  for (const auto& [text, told] : wrong) {
    try {
      read_prefix_lines(text, "own.ttl");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(told));
    }
  }
}

TEST(Query, TellsThePrefixesThatItDeclares) {
  const Query query = parse_query("PREFIX b: <http://b/> PREFIX a: <http://a/> PREFIX b: <http://c/> ASK { }");
  ASSERT_EQ(query.prefixes.size(), 2u);
  EXPECT_EQ(query.prefixes[0].prefix, "a");
  EXPECT_EQ(query.prefixes[1].iri, "http://c/");
}

}  // namespace quadrille::parser
