#include <gtest/gtest.h>

#include "query/results/result_writer.hpp"
#include "query/results/testing/written_answer.hpp"

namespace quadrille::results {

using testing::written_answer;

TEST(CsvWriter, WritesTheExampleOfTheRecommendation) {
  const std::vector<Cell> cells{
      TermView::iri("http://example/x"),
      TermView::string("String"),
      TermView::iri("http://example/x"),
      TermView::string("String-with-dquote\""),
      TermView::blank("b0"),
      TermView::string("Blank node"),
      std::nullopt,
      TermView::string("Missing 'x'"),
      std::nullopt,
      std::nullopt,
      TermView::iri("http://example/x"),
      std::nullopt,
      TermView::blank("b1"),
      TermView::language_string("String-with-lang", "en"),
      TermView::blank("b1"),
      TermView::literal("123", iri::kXsdInteger),
  };
  EXPECT_EQ(written_answer(ResultFormat::csv, {"x", "literal"}, cells, 8),
            "x,literal\r\n"
            "http://example/x,String\r\n"
            "http://example/x,\"String-with-dquote\"\"\"\r\n"
            "_:b0,Blank node\r\n"
            ",Missing 'x'\r\n"
            ",\r\n"
            "http://example/x,\r\n"
            "_:b1,String-with-lang\r\n"
            "_:b1,123\r\n");
}

TEST(CsvWriter, QuotesWhatWouldBreakTheLine) {
  const std::vector<Cell> cells{TermView::string("a,b"), TermView::string("a\nb"), TermView::string("a\r"),
                                TermView::string("a\tb 'c'")};
  EXPECT_EQ(written_answer(ResultFormat::csv, {"a", "b", "c", "d"}, cells, 1),
            "a,b,c,d\r\n\"a,b\",\"a\nb\",\"a\r\",a\tb 'c'\r\n");
}

TEST(CsvWriter, ABooleanIsOneWord) {
  std::string out;
  append_boolean(ResultFormat::csv, true, out);
  EXPECT_EQ(out, "true\r\n");
}

}  // namespace quadrille::results
