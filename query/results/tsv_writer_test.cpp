#include <gtest/gtest.h>

#include "query/results/result_writer.hpp"
#include "query/results/testing/written_answer.hpp"

namespace quadrille::results {

using testing::written_answer;

TEST(TsvWriter, WritesTheExampleOfTheRecommendation) {
  const std::vector<Cell> cells{
      TermView::iri("http://example/x"),
      TermView::string("String"),
      TermView::iri("http://example/x"),
      TermView::string("String-with-dquote\""),
      TermView::blank("blank0"),
      TermView::string("Blank node"),
      std::nullopt,
      TermView::string("Missing 'x'"),
      std::nullopt,
      std::nullopt,
      TermView::iri("http://example/x"),
      std::nullopt,
      TermView::blank("blank1"),
      TermView::language_string("String-with-lang", "en"),
      TermView::blank("blank1"),
      TermView::literal("123", iri::kXsdInteger),
  };
  EXPECT_EQ(written_answer(ResultFormat::tsv, {"x", "literal"}, cells, 8),
            "?x\t?literal\n"
            "<http://example/x>\t\"String\"\n"
            "<http://example/x>\t\"String-with-dquote\\\"\"\n"
            "_:blank0\t\"Blank node\"\n"
            "\t\"Missing 'x'\"\n"
            "\t\n"
            "<http://example/x>\t\n"
            "_:blank1\t\"String-with-lang\"@en\n"
            "_:blank1\t123\n");
}

TEST(TsvWriter, ARowIsOneLineWhateverTheTermsHold) {
  const std::vector<Cell> cells{TermView::string("a\tb\nc\rd\\"), TermView::literal("x", "http://a/b\tc"),
                                TermView::literal("1\n", iri::kXsdInteger)};
  EXPECT_EQ(
      written_answer(ResultFormat::tsv, {"a", "b", "c"}, cells, 1),
      "?a\t?b\t?c\n"
      "\"a\\tb\\nc\\rd\\\\\"\t\"x\"^^<http://a/b\\u0009c>\t\"1\\n\"^^<http://www.w3.org/2001/XMLSchema#integer>\n");
}

TEST(TsvWriter, RowsWithoutVariablesAreEmptyLines) {
  EXPECT_EQ(written_answer(ResultFormat::tsv, {}, {}, 2), "\n\n\n");
}

TEST(TsvWriter, ABooleanIsOneWord) {
  std::string out;
  append_boolean(ResultFormat::tsv, false, out);
  EXPECT_EQ(out, "false\n");
}

}  // namespace quadrille::results
