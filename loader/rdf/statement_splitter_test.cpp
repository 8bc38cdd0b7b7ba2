#include "loader/rdf/statement_splitter.hpp"

#include <gtest/gtest.h>

#include "loader/rdf/testing/strings.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

using testing::Strings;

StatementWindow window(const std::string& text, std::size_t bytes = 1 << 16) {
  return StatementWindow(std::make_unique<testing::TextSource>(text, bytes), bytes);
}

// The statements; a fault is "!" and its reason.
Strings statements_of(const std::string& text, bool with_graphs = true, std::size_t bytes = 1 << 16) {
  Strings found;
  StatementWindow text_window = window(text, bytes);
  StatementSplitter statements(text_window, with_graphs);
  while (statements.next())
    found.push_back(statements.fault() ? "!" + statements.fault()->reason : std::string(statements.text()));
  return found;
}

}  // namespace

TEST(StatementSplitter, CutsAtDotsAndAfterSparqlDirectives) {
  const Strings expected = {
      "@prefix p: <a:b>.",  "PREFIX q: <c:d>", "base <e:f>",      "p:a a [p:b 1.5], (1 2).",
      "_:x p:b\"s\"^^p:t.", "VERSION \"1.2\"", "@version '1.2'.", "p:a p:b<<p:c p:d 1.5>>{|p:e 1|}."};
  const std::string text = expected[0] + expected[1] + "\n" + expected[2] + " " + expected[3] + " # end\n" +
                           expected[4] + " " + expected[5] + expected[6] + expected[7];
  for (const std::size_t bytes : {1u, 2u, 3u, 10u, 1000u}) {
    EXPECT_EQ(statements_of(text, true, bytes), expected) << bytes;
  }
}

TEST(StatementSplitter, TheFirstStatementOfAGraphHasItsHeader) {
  EXPECT_EQ(statements_of("GRAPH p:g { p:a p:b 1 . p:c p:d 2 } { p:e p:f 3. } <g> {} p:x p:y p:z ."),
            (Strings{"GRAPH p:g { p:a p:b 1 .", "p:c p:d 2 }", "{ p:e p:f 3.", "}", "<g> {}", "p:x p:y p:z ."}));
}

TEST(StatementSplitter, SaysWhereAStatementBegins) {
  for (const std::size_t bytes : {1u, 7u, 1000u}) {
    StatementWindow text = window("# one\n  p:a p:b\n p:c .\n\n \xC3\xA4:a p:b p:c . p:d p:e p:f .", bytes);
    StatementSplitter statements(text, false);
    const std::pair<std::uint64_t, std::uint32_t> expected[] = {{2, 3}, {5, 2}, {5, 16}};
    for (const auto& [line, column] : expected) {
      ASSERT_TRUE(statements.next());
      EXPECT_EQ(statements.line(), line) << bytes;
      EXPECT_EQ(statements.column(), column) << bytes;
    }
    EXPECT_EQ(statements.text(), "p:d p:e p:f .");
    EXPECT_FALSE(statements.next());
  }
}

TEST(StatementSplitter, UnbalancedBracketsAreFaults) {
  for (const char* text :
       {"p:a p:b [ .", "p:a p:b ( ] .", "p:a p:b p:c {| p:d 1 ] .", "p:a p:b p:c |} .", "p:g { p:a p:b p:c {| p:d 1 }",
        "p:a p:b ) .", "{ p:a p:b [ }", "p:g { { }", "}", "p:a p:b ( 1. ) .", "p:g { p:a p:b 1"}) {
    const Strings found = statements_of(text);
    ASSERT_FALSE(found.empty()) << text;
    EXPECT_EQ(found.front()[0], '!') << text << " gives " << found.front();
  }
}

TEST(StatementSplitter, NestingIsLimited) {
  const auto nested = [](std::size_t depth) {
    return "p:a p:b " + std::string(depth, '(') + std::string(depth, ')') + " .";
  };
  EXPECT_NE(statements_of(nested(kDeepestNesting)).front()[0], '!');
  EXPECT_EQ(statements_of(nested(kDeepestNesting + 1)).front()[0], '!');
}

TEST(StatementSplitter, GoesOnAfterAFault) {
  const Strings found =
      statements_of("p:a p:b \"x\\q\" .\np:c p:d p:e .\np:g { p:a p:b <a b> .\n p:c p:d p:e }\n p:f p:g p:h .");
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[0][0], '!');
  EXPECT_EQ(found[1], "p:c p:d p:e .");
  EXPECT_EQ(found[2][0], '!');
  EXPECT_EQ(found[3], "p:c p:d p:e }");
  EXPECT_EQ(found[4], "p:f p:g p:h .");
}

TEST(StatementSplitter, AGraphThatIsNotClosedEndsWithTheDocument) {
  EXPECT_EQ(statements_of("p:g { p:a p:b p:c ."),
            (Strings{"p:g { p:a p:b p:c .", "!the document ends within a graph: \"}\" is missing"}));
}

TEST(StatementSplitter, AByteOrderMarkIsNotPartOfTheDocument) {
  EXPECT_EQ(statements_of("\xEF\xBB\xBFp:a p:b p:c ."), (Strings{"p:a p:b p:c ."}));
  EXPECT_EQ(statements_of("\xEF\xBB\xBF", false, 1), (Strings{}));
}

TEST(StatementSplitter, WhatIsNotUtf8IsAFault) {
  EXPECT_EQ(statements_of("p:a p:b \"\xFF\" . p:c p:d p:e ."), (Strings{"!not UTF-8", "p:c p:d p:e ."}));
}

}  // namespace quadrille
