#include "base/syntax_names.hpp"

#include <gtest/gtest.h>

#include <set>

namespace quadrille {

TEST(SyntaxNames, AreFoundInAnyCaseAndAsMediaTypes) {
  for (const char* name : {"turtle", "ttl", "TTL", "Turtle", "text/turtle", "text/turtle; charset=utf-8"}) {
    EXPECT_EQ(find_syntax(name), Syntax::turtle) << name;
  }
  for (const char* name : {"nt", "ntriples", "N-Triples", "application/n-triples"}) {
    EXPECT_EQ(find_syntax(name), Syntax::ntriples) << name;
  }
  for (const char* name : {"rdf", "rdfxml", "RDF/XML", "xml", "application/rdf+xml", "application/xml"}) {
    EXPECT_EQ(find_syntax(name), Syntax::rdfxml) << name;
  }
  for (const char* name : {"jsonld", "json-ld", "JSON-LD", "application/ld+json"}) {
    EXPECT_EQ(find_syntax(name), Syntax::jsonld) << name;
  }
  for (const char* name : {"", "json", "text/html", "nt.gz"}) {
    EXPECT_EQ(find_syntax(name), std::nullopt) << name;
  }
}

TEST(SyntaxNames, BelongToOneSyntaxEach) {
  std::set<std::string_view> seen;
  for (const SyntaxNames& row : kSyntaxNames) {
    EXPECT_EQ(&row, &names_of(row.syntax));
    for (const std::string_view name : row.names) EXPECT_TRUE(seen.insert(name).second) << name;
    for (const std::string_view type : row.media_types) EXPECT_TRUE(seen.insert(type).second) << type;
  }
}

}  // namespace quadrille
