#include "loader/rdf/turtle_lexer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quadrille {

namespace {

using Tokens = std::vector<std::string>;

// The texts of the tokens; the last one is "!reason" if there is a fault.
Tokens tokens_of(std::string_view text) {
  Tokens tokens;
  for (Token token = next_token(text, 0, true); token.kind != TokenKind::end;
       token = next_token(text, token.end, true)) {
    if (token.kind == TokenKind::fault) {
      tokens.push_back("!" + std::to_string(token.end));
      break;
    }
    tokens.emplace_back(text.substr(token.begin, token.end - token.begin));
  }
  return tokens;
}

}  // namespace

TEST(TurtleLexer, NoLocalNameBeginsWithADot) {
  const Token name = next_token(":.:s", 0, true);
  EXPECT_EQ(name.kind, TokenKind::prefixed_name);
  EXPECT_EQ(name.end, 1u);
  EXPECT_EQ(next_token(":.:s", name.end, true).kind, TokenKind::dot);
}

TEST(TurtleLexer, AMinusAndDigitsAfterAPrefixAreANumber) {
  EXPECT_EQ(tokens_of("a:-1"), (Tokens{"a:", "-1"}));
  EXPECT_EQ(tokens_of(":-.5e1"), (Tokens{":", "-.5e1"}));
  EXPECT_EQ(tokens_of("a:b-1"), (Tokens{"a:b-1"}));
}

TEST(TurtleLexer, DotsEndNamesOnlyAtTheirEnd) {
  EXPECT_EQ(tokens_of("a:b.c."), (Tokens{"a:b.c", "."}));
  EXPECT_EQ(tokens_of("_:b.c.."), (Tokens{"_:b.c", ".", "."}));
  EXPECT_EQ(tokens_of("a:."), (Tokens{"a:", "."}));
  EXPECT_EQ(tokens_of(":."), (Tokens{":", "."}));
  EXPECT_EQ(tokens_of("a:b\\..x"), (Tokens{"a:b\\..x"}));
  EXPECT_EQ(tokens_of("true."), (Tokens{"true", "."}));
}

TEST(TurtleLexer, DotsBelongToNumbersIfDigitsOrAnExponentFollow) {
  EXPECT_EQ(tokens_of("1."), (Tokens{"1", "."}));
  EXPECT_EQ(tokens_of("1.5."), (Tokens{"1.5", "."}));
  EXPECT_EQ(tokens_of("-.5e-3."), (Tokens{"-.5e-3", "."}));
  EXPECT_EQ(tokens_of("1.e5 +1E5"), (Tokens{"1.e5", "+1E5"}));
  EXPECT_EQ(tokens_of("1.e"), (Tokens{"1", ".", "e"}));
  EXPECT_EQ(tokens_of("+ 1"), (Tokens{"!0"}));
}

TEST(TurtleLexer, StringsAreClosedByTheirOwnQuotes) {
  EXPECT_EQ(tokens_of(R"("a'b" 'a"b' "" '' """a"b""c""" '''x''')"),
            (Tokens{"\"a'b\"", "'a\"b'", "\"\"", "''", "\"\"\"a\"b\"\"c\"\"\"", "'''x'''"}));
  EXPECT_EQ(tokens_of(R"("a\"b\\" "\u00e4\U0001F600")"), (Tokens{"\"a\\\"b\\\\\"", "\"\\u00e4\\U0001F600\""}));
  EXPECT_EQ(tokens_of("\"a\nb\""), (Tokens{"!0"}));
  EXPECT_EQ(tokens_of("'''a\nb'"), (Tokens{"!0"}));
}

TEST(TurtleLexer, EscapesAreCheckedWhereTheyStand) {
  EXPECT_EQ(tokens_of(R"("ab\q")"), (Tokens{"!3"}));
  EXPECT_EQ(tokens_of(R"("ab\uD800")"), (Tokens{"!3"}));
  EXPECT_EQ(tokens_of(R"("ab\U00110000")"), (Tokens{"!3"}));
  EXPECT_EQ(tokens_of(R"("ab\u00g0")"), (Tokens{"!3"}));
  EXPECT_EQ(tokens_of(R"(<a\u0041>)"), (Tokens{R"(<a\u0041>)"}));
  EXPECT_EQ(tokens_of(R"(<a\n>)"), (Tokens{"!2"}));
  EXPECT_EQ(tokens_of("<a b>"), (Tokens{"!2"}));
}

TEST(TurtleLexer, CommentsAndSpaceAreBetweenTokens) {
  EXPECT_EQ(tokens_of("a:b#c\n <d#e> # x"), (Tokens{"a:b", "<d#e>"}));
  EXPECT_EQ(tokens_of("[a:b(1 2)]{},;^^@en-gb"),
            (Tokens{"[", "a:b", "(", "1", "2", ")", "]", "{", "}", ",", ";", "^^", "@en-gb"}));
  EXPECT_EQ(tokens_of("<<<a><<(<a>)>>>>{|~|}@ar--rtl)>"),
            (Tokens{"<<", "<a>", "<<(", "<a>", ")>>", ">>", "{|", "~", "|}", "@ar--rtl", ")", "!30"}));
}

// A part of a text has the same tokens as the whole, or needs more text.
TEST(TurtleLexer, AsksForMoreWhereATokenMayGoOn) {
  const std::string text = R"(@prefix p: <http://a\u0041> . p:a.b "x\t"@en, '''y''z''', _:b.c., -1.5e+3. # c
 << <a>>> <<( )>> {| ~ |} ) """""" [ ] a true:x%20\. ^^ . )";
  std::vector<Token> all;
  for (Token token = next_token(text, 0, true); token.kind != TokenKind::end;
       token = next_token(text, token.end, true)) {
    ASSERT_NE(token.kind, TokenKind::fault) << token.reason;
    all.push_back(token);
  }
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string_view part = std::string_view(text).substr(0, size);
    std::size_t from = 0;
    for (const Token& expected : all) {
      const Token token = next_token(part, from, false);
      if (token.kind == TokenKind::incomplete) break;
      ASSERT_EQ(token.kind, expected.kind) << part;
      ASSERT_EQ(token.begin, expected.begin) << part;
      ASSERT_EQ(token.end, expected.end) << part;
      from = token.end;
    }
  }
}

}  // namespace quadrille
