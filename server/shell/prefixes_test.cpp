#include "server/shell/prefixes.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

TEST(SessionPrefixes, DeclareWhatATextUsesAndDoesNotDeclare) {
  SessionPrefixes prefixes;
  prefixes.set("ex", "http://ex.org/");
  EXPECT_EQ(prefixes.missing_from("SELECT * { ex:a foaf:name ?n . _:b unknown:x 'no:prefix' } # owl:Thing"),
            "PREFIX ex: <http://ex.org/> PREFIX foaf: <http://xmlns.com/foaf/0.1/> ");
  EXPECT_EQ(prefixes.missing_from("PREFIX ex: <urn:x> SELECT * { ex:a <http://ex.org/b> 1 }"), "");
  EXPECT_EQ(prefixes.missing_from(""), "");
}

TEST(SessionPrefixes, OfTheUserWin) {
  SessionPrefixes prefixes;
  prefixes.set("foaf", "urn:mine:");
  EXPECT_EQ(prefixes.find("foaf"), "urn:mine:");
  EXPECT_EQ(prefixes.shorten("urn:mine:a"), "foaf:a");
  EXPECT_EQ(prefixes.shorten("http://xmlns.com/foaf/0.1/name"), std::nullopt);  // it would be another IRI
  EXPECT_EQ(prefixes.find("rdfs"), "http://www.w3.org/2000/01/rdf-schema#");
  EXPECT_EQ(prefixes.find("nobody"), std::nullopt);
}

TEST(SessionPrefixes, OfTheDatabaseComeBehindThoseOfTheUser) {
  SessionPrefixes prefixes;
  prefixes.set("ex", "urn:mine:");
  prefixes.set_of_database({{"ex", "urn:ex:"}, {"ub", "urn:ub#"}, {"foaf", "urn:foaf:"}});
  EXPECT_EQ(prefixes.find("ex"), "urn:mine:");
  EXPECT_EQ(prefixes.find("foaf"), "urn:foaf:");
  EXPECT_EQ(prefixes.shorten("urn:ub#a"), "ub:a");
  EXPECT_EQ(prefixes.shorten("urn:ex:a"), std::nullopt);
  EXPECT_EQ(prefixes.missing_from("ASK { ub:a ex:b 1 }"), "PREFIX ex: <urn:mine:> PREFIX ub: <urn:ub#> ");
}

TEST(SessionPrefixes, KeepTheDeclarationsOfAText) {
  SessionPrefixes prefixes;
  prefixes.set_all("prefix a: <urn:a#>\nPREFIX : <urn:empty:> BASE <urn:x>");
  EXPECT_EQ(prefixes.own(), (std::map<std::string, std::string>{{"", "urn:empty:"}, {"a", "urn:a#"}}));
  EXPECT_EQ(prefixes.shorten("urn:a#b"), "a:b");
  EXPECT_EQ(prefixes.missing_from("ASK { a:b :c 1 }"), "PREFIX : <urn:empty:> PREFIX a: <urn:a#> ");
}

}  // namespace

}  // namespace quadrille::server
