#include "server/shell/statement.hpp"

#include <gmock/gmock.h>

namespace quadrille::server {

namespace {

using Texts = std::vector<std::string>;

Texts added(std::initializer_list<const char*> lines) {
  StatementReader reader;
  Texts ended;
  for (const char* const line : lines) {
    for (std::string& statement : reader.add(line)) ended.push_back(std::move(statement));
  }
  if (!reader.begun().empty()) ended.push_back("begun: " + reader.take());
  return ended;
}

TEST(Statement, EndsWithASemicolonAtTheEndOfALine) {
  EXPECT_EQ(added({"ASK {};"}), Texts{"ASK {}"});
  EXPECT_EQ(added({"SELECT * {", "  ?s ?p ?o }", " LIMIT 3 ; # three"}), Texts{"SELECT * {\n  ?s ?p ?o }\n LIMIT 3"});
  EXPECT_EQ(added({"ASK {};", "ASK { 1 };"}), (Texts{"ASK {}", "ASK { 1 }"}));
  EXPECT_EQ(added({"ASK {};\nASK { 1 };"}), (Texts{"ASK {}", "ASK { 1 }"}));  // of the history
  EXPECT_EQ(added({"INSERT DATA { <a> <b> 1 } ; INSERT DATA { <a> <b> 2 } ;"}),
            Texts{"INSERT DATA { <a> <b> 1 } ; INSERT DATA { <a> <b> 2 }"});
  EXPECT_EQ(added({"wrong;"}), Texts{"wrong"});
}

TEST(Statement, DoesNotEndInsideOfBracketsStringsIrisAndComments) {
  for (const char* const line : {"SELECT * { ?s a ?c ;", "SELECT * { FILTER(?x = 1 ;", "ASK { ?s ?p [ ?q 1 ;",
                                 "ASK {} # not yet ;", "ASK { ?s ?p '''a ;", R"(ASK { ?s ?p """a\""" ;)"}) {
    EXPECT_THAT(added({line}), testing::ElementsAre(testing::StartsWith("begun:"))) << line;
  }
  EXPECT_EQ(added({"ASK { ?s ?p '''}", "} ;", "''' } ;"}), Texts{"ASK { ?s ?p '''}\n} ;\n''' }"});
  EXPECT_EQ(added({"ASK { ?s <urn:}> \"}\" } ;"}), Texts{"ASK { ?s <urn:}> \"}\" }"});
  EXPECT_EQ(added({"ASK { FILTER(?a <5 && ?b> 3) };"}), Texts{"ASK { FILTER(?a <5 && ?b> 3) }"});
  EXPECT_EQ(added({"ASK { ?s ?p 'it };", "' };"}), Texts{"begun: ASK { ?s ?p 'it };\n' };"});
}

TEST(Statement, EndsWithAnEmptyLineBehindACompleteOne) {
  EXPECT_EQ(added({"", "SELECT *", "", "{ ?s ?p ?o }", ""}), Texts{"SELECT *\n\n{ ?s ?p ?o }"});
  EXPECT_EQ(added({"ASK {", "", "}", "  "}), Texts{"ASK {\n\n}"});
  EXPECT_EQ(added({"CONSTRUCT { ?s ?p ?o }", "", "WHERE { ?s ?p ?o }", ""}),
            Texts{"CONSTRUCT { ?s ?p ?o }\n\nWHERE { ?s ?p ?o }"});
  EXPECT_EQ(added({"DELETE { ?s ?p ?o }", "", "INSERT { ?s ?p 1 }", "", "WHERE { ?s ?p ?o }", ""}).size(), 1U);
  EXPECT_EQ(added({"DELETE WHERE { ?s ?p ?o }", ""}).size(), 1U);
  EXPECT_EQ(added({"INSERT DATA { <a> <b> 1 }", ""}), Texts{"INSERT DATA { <a> <b> 1 }"});
  EXPECT_EQ(added({"CLEAR ALL", ""}), Texts{"CLEAR ALL"});
  EXPECT_EQ(added({"DESCRIBE <urn:a>", ""}), Texts{"DESCRIBE <urn:a>"});
  EXPECT_EQ(added({"PREFIX ex: <http://ex.org/>", ""}), Texts{"begun: PREFIX ex: <http://ex.org/>"});
}

TEST(Statement, EndsWithATypedEmptyLineInAnyCase) {
  StatementReader reader;
  for (const char* const text : {"SELECT * {", "ASK { ?s ?p (", "PREFIX ex: <http://ex.org/>", "SELECT"}) {
    EXPECT_EQ(reader.add(text, EmptyLine::ends), Texts{});
    EXPECT_EQ(reader.add(" ", EmptyLine::ends), Texts{text});
    EXPECT_EQ(reader.begun(), "");
  }
  EXPECT_EQ(reader.add("", EmptyLine::ends), Texts{});
  EXPECT_EQ(reader.add("ASK { ?s ?p '''", EmptyLine::ends), Texts{});
  EXPECT_EQ(reader.add("", EmptyLine::ends), Texts{});
  EXPECT_EQ(reader.add("''' };", EmptyLine::ends), Texts{"ASK { ?s ?p '''\n\n''' }"});
}

TEST(Statement, OfBlanksAndCommentsIsNone) {
  EXPECT_EQ(added({";", " ;", "# only this", ";", "\t"}), Texts{});
}

TEST(Statement, HasTheKindOfItsFirstWord) {
  EXPECT_EQ(kind_of("# first\nPREFIX a: <b> BASE <c>\nselect * {}"), StatementKind::select);
  EXPECT_EQ(kind_of("ASK {}"), StatementKind::ask);
  EXPECT_EQ(kind_of("DESCRIBE <a>"), StatementKind::graph);
  EXPECT_EQ(kind_of("construct where {}"), StatementKind::graph);
  EXPECT_EQ(kind_of("insert data {}"), StatementKind::update);
  EXPECT_EQ(kind_of("PREFIX a: <b> LOAD <c>"), StatementKind::update);
  EXPECT_EQ(kind_of("PREFIX a: <b>"), StatementKind::prologue);
  EXPECT_EQ(kind_of("SELEC * {}"), StatementKind::unknown);
}

TEST(Statement, OfManyLinesTakesTimeInProportion) {
  StatementReader reader;
  reader.add("INSERT DATA {");
  for (int line = 0; line < 100'000; ++line) reader.add("<urn:s> <urn:p> 1 ;");
  EXPECT_EQ(reader.add("<urn:p> 2 } ;").size(), 1U);
}

}  // namespace

}  // namespace quadrille::server
