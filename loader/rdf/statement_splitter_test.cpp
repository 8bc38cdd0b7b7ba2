#include "loader/rdf/statement_splitter.hpp"

#include <gtest/gtest.h>

#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

using Strings = std::vector<std::string>;

StatementWindow window(const std::string& text, std::size_t bytes = 1 << 16) {
  return StatementWindow(std::make_unique<testing::TextSource>(text, bytes), bytes);
}

Strings plain_of(const std::string& text, bool with_graphs = true, std::size_t bytes = 1 << 16) {
  Strings plain;
  StatementWindow text_window = window(text, bytes);
  StatementSplitter statements(text_window, with_graphs);
  while (statements.next())
    plain.push_back(statements.fault() ? "!" + statements.fault()->reason : statements.plain().text());
  return plain;
}

}  // namespace

TEST(StatementSplitter, CutsAtDotsAndAfterSparqlDirectives) {
  const std::string text =
      "@prefix p: <a:b>.PREFIX q: <c:d>\nbase <e:f> p:a a [p:b 1.5], (1 2). # end\n_:x p:b\"s\"^^p:t.";
  const Strings expected = {"@prefix xp: <x:a:b> .", "PREFIX xq: <x:c:d>", "base <x:e:f>",
                            "xp:a a [ xp:b 1.5 ] , ( 1 2 ) .", "_:xx xp:b \"s\"^^xp:t ."};
  for (const std::size_t bytes : {1u, 2u, 3u, 10u, 1000u}) EXPECT_EQ(plain_of(text, true, bytes), expected) << bytes;
}

TEST(StatementSplitter, EveryStatementOfAGraphRepeatsItsName) {
  EXPECT_EQ(plain_of("GRAPH p:g { p:a p:b 1 . p:c p:d 2 } { p:e p:f 3. } <g> {} p:x p:y p:z ."),
            (Strings{"GRAPH xp:g { xp:a xp:b 1 . }", "GRAPH xp:g { xp:c xp:d 2 }", "{ xp:e xp:f 3 . }",
                     "{ <x:a:a> <x:a:a> <x:a:a> }", "<x:g> { <x:a:a> <x:a:a> <x:a:a> }", "xp:x xp:y xp:z ."}));
}

TEST(StatementSplitter, AGraphWithoutANameIsOneNode) {
  EXPECT_EQ(plain_of("[] { p:a p:b 1 . p:c p:d 2 } GRAPH [ ] { p:e p:f 3 }"),
            (Strings{"GRAPH _:g1 { xp:a xp:b 1 . }", "GRAPH _:g1 { xp:c xp:d 2 }", "GRAPH _:g2 { xp:e xp:f 3 }"}));
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

TEST(StatementSplitter, PlacesInPlainTextLeadBackToTheDocument) {
  StatementWindow text = window("<a>   # comment\n  p:b   _:c .");
  StatementSplitter statements(text, false);
  ASSERT_TRUE(statements.next());
  const std::string& plain = statements.plain().text();
  const auto original = [&](std::string_view token) { return statements.plain().original_offset(plain.find(token)); };
  EXPECT_EQ(original("<x:a>"), statements.text().find("<a>"));
  EXPECT_EQ(original("xp:b"), statements.text().find("p:b"));
  EXPECT_EQ(original("_:xc"), statements.text().find("_:c"));
}

TEST(StatementSplitter, UnbalancedBracketsAreFaults) {
  for (const char* text : {"p:a p:b [ .", "p:a p:b ( ] .", "p:a p:b ) .", "{ p:a p:b [ }", "p:g { { }", "}",
                           "p:a p:b ( 1. ) .", "p:g { p:a p:b 1"}) {
    const Strings plain = plain_of(text);
    ASSERT_FALSE(plain.empty()) << text;
    EXPECT_EQ(plain.front()[0], '!') << text << " gives " << plain.front();
  }
}

TEST(StatementSplitter, NestingIsLimited) {
  const auto nested = [](std::size_t depth) {
    return "p:a p:b " + std::string(depth, '(') + std::string(depth, ')') + " .";
  };
  EXPECT_NE(plain_of(nested(kDeepestNesting)).front()[0], '!');
  EXPECT_EQ(plain_of(nested(kDeepestNesting + 1)).front()[0], '!');
}

TEST(StatementSplitter, GoesOnAfterAFault) {
  const Strings plain =
      plain_of("p:a p:b \"x\\q\" .\np:c p:d p:e .\np:g { p:a p:b <a b> .\n p:c p:d p:e }\n p:f p:g p:h .");
  ASSERT_EQ(plain.size(), 5u);
  EXPECT_EQ(plain[0][0], '!');
  EXPECT_EQ(plain[1], "xp:c xp:d xp:e .");
  EXPECT_EQ(plain[2][0], '!');
  EXPECT_EQ(plain[3], "xp:g { xp:c xp:d xp:e }");
  EXPECT_EQ(plain[4], "xp:f xp:g xp:h .");
}

TEST(StatementSplitter, AGraphThatIsNotClosedEndsWithTheDocument) {
  EXPECT_EQ(plain_of("p:g { p:a p:b p:c ."),
            (Strings{"xp:g { xp:a xp:b xp:c . }", "!the document ends within a graph: \"}\" is missing"}));
}

TEST(StatementSplitter, AByteOrderMarkIsNotPartOfTheDocument) {
  EXPECT_EQ(plain_of("\xEF\xBB\xBFp:a p:b p:c ."), (Strings{"xp:a xp:b xp:c ."}));
  EXPECT_EQ(plain_of("\xEF\xBB\xBF", false, 1), (Strings{}));
}

TEST(StatementSplitter, WhatIsNotUtf8IsAFault) {
  EXPECT_EQ(plain_of("p:a p:b \"\xFF\" . p:c p:d p:e ."), (Strings{"!not UTF-8", "xp:c xp:d xp:e ."}));
}

}  // namespace quadrille
