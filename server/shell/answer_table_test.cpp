#include "server/shell/answer_table.hpp"

#include <gtest/gtest.h>

#include <clocale>

#include "server/shell/table.hpp"

namespace quadrille::server {

namespace {

class AnswerTableTest : public testing::Test {
 protected:
  void SetUp() override { std::setlocale(LC_CTYPE, "C.UTF-8"); }

  std::string laid_out(const std::string& answer, std::size_t columns, std::size_t piece = 3) {
    std::string text;
    AnswerTable table(prefixes_, columns, [&](std::string_view lines) { text += lines; });
    for (std::size_t at = 0; at < answer.size(); at += piece) table.take(std::string_view(answer).substr(at, piece));
    table.end();
    rows_ = table.rows();
    return text;
  }

  SessionPrefixes prefixes_;
  std::uint64_t rows_ = 0;
};

TEST_F(AnswerTableTest, HasNamesAndRows) {
  EXPECT_EQ(laid_out("?s\t?n\n<urn:a>\t1\n\t\"x\\ty\"@en\n", 80),
            " s       | n\n---------+-----------\n <urn:a> | 1\n         | \"x\\ty\"@en\n");
  EXPECT_EQ(rows_, 2U);
}

TEST_F(AnswerTableTest, OfNoRowsHasNames) {
  EXPECT_EQ(laid_out("?s\n", 80), " s\n---\n");
  EXPECT_EQ(rows_, 0U);
}

TEST_F(AnswerTableTest, IsCutAtTheWidthOfTheTerminal) {
  EXPECT_EQ(laid_out("?s\n\"a long value\"\n", 12), " s\n------------\n \"a long v\xE2\x80\xA6\n");
}

TEST_F(AnswerTableTest, WithTooManyColumnsHasALineForEachValue) {
  EXPECT_EQ(laid_out("?aaaaaaaaa\t?b\n1234567890\t1234567890\n", 19),
            "-- 1 --\naaaaaaaaa  1234567\xE2\x80\xA6\nb          1234567\xE2\x80\xA6\n");
}

TEST_F(AnswerTableTest, PassesRowsOnBehindTheFirstOnes) {
  std::string answer = "?n\n", text;
  AnswerTable table(prefixes_, kNoLimit, [&](std::string_view lines) { text += lines; });
  for (std::size_t row = 1; row < AnswerTable::kRowsForWidths; ++row) answer += "1\n";
  table.take(answer);
  EXPECT_EQ(text, "");
  table.take("2\n1234\n");
  EXPECT_TRUE(text.ends_with(" 1\n 2\n \xE2\x80\xA6\n")) << text.substr(text.size() - 20);
}

TEST_F(AnswerTableTest, ShortensIrisAlsoOfTypes) {
  prefixes_.set("ex", "http://ex.org/");
  EXPECT_EQ(shown_term("<http://ex.org/a>", prefixes_), "ex:a");
  EXPECT_EQ(shown_term("<http://ex.org/a/b>", prefixes_), "<http://ex.org/a/b>");
  EXPECT_EQ(shown_term("<http://ex.org/>", prefixes_), "<http://ex.org/>");
  EXPECT_EQ(shown_term("<http://xmlns.com/foaf/0.1/name>", prefixes_), "foaf:name");
  EXPECT_EQ(shown_term("\"1\"^^<http://ex.org/t>", prefixes_), "\"1\"^^ex:t");
  EXPECT_EQ(shown_term("\"<http://ex.org/a>\"@en", prefixes_), "\"<http://ex.org/a>\"@en");
  EXPECT_EQ(shown_term("_:b1", prefixes_), "_:b1");
  EXPECT_EQ(shown_term("\"\x1b[2J\"", prefixes_), "\"\\u001B[2J\"");
}

}  // namespace

}  // namespace quadrille::server
