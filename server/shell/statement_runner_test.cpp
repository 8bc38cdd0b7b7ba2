#include "server/shell/statement_runner.hpp"

#include <gmock/gmock.h>

#include <cstdio>

#include "server/shell/testing/one_answer.hpp"

namespace quadrille::server {

namespace {

// The text that a statement writes to a file.
std::string written(OneAnswer& server, const std::string& text, const std::string& format) {
  std::FILE* const file = std::tmpfile();
  AnswerSettings settings;
  settings.format = format;
  settings.file = file;
  run_statement(server, text, "", {}, settings, [] { return false; });
  std::string all(static_cast<std::size_t>(std::ftell(file)), ' ');
  std::rewind(file);
  EXPECT_EQ(std::fread(all.data(), 1, all.size(), file), all.size());
  std::fclose(file);
  return all;
}

TEST(StatementRunner, AsksForTheFormatThatSuitsTheQuery) {
  EXPECT_EQ(wanted_formats(StatementKind::select, "", true), "tsv,turtle");
  EXPECT_EQ(wanted_formats(StatementKind::select, "json", true), "json,tsv,turtle");
  EXPECT_EQ(wanted_formats(StatementKind::select, "turtle", true), "tsv,turtle");
  EXPECT_EQ(wanted_formats(StatementKind::graph, "table", true), "turtle,trig");
  EXPECT_EQ(wanted_formats(StatementKind::graph, "json", false), "json,turtle,trig");
  EXPECT_EQ(wanted_formats(StatementKind::unknown, "", false), "tsv,turtle");
}

TEST(StatementRunner, WritesBytesToFilesAndTablesOnRequest) {
  OneAnswer server("?s\n<urn:a>\n");
  EXPECT_EQ(written(server, "SELECT * {}", ""), "?s\n<urn:a>\n");
  EXPECT_EQ(server.asked.content_type, "application/sparql-query");
  EXPECT_THAT(server.asked.parameters, testing::StartsWith("format=tsv,turtle&timeout="));
  EXPECT_EQ(written(server, "SELECT * {}", "table"), " s\n---------\n <urn:a>\n");
}

TEST(StatementRunner, DeclaresPrefixesInALineBeforeTheText) {
  OneAnswer server("true\n");
  written(server, "ASK { foaf:a\n 1 2 }", "");
  EXPECT_EQ(server.asked.body, "PREFIX foaf: <http://xmlns.com/foaf/0.1/> \nASK { foaf:a\n 1 2 }");
}

TEST(StatementRunner, DescribesTheChangesOfAnUpdate) {
  OneAnswer server(R"({"version":7,"inserted":2,"deleted":1,"inferred":{"inserted":5,"deleted":0}})");
  EXPECT_EQ(written(server, "INSERT DATA {}", ""), "2 inserted, 1 deleted; by rules 5 inserted, 0 deleted\n");
  EXPECT_EQ(server.asked.content_type, "application/sparql-update");
}

}  // namespace

}  // namespace quadrille::server
