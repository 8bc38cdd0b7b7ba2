#include "loader/rdf/syntax_error.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"

namespace quadrille {

TEST(ErrorPolicy, StopThrowsTheFirstErrorWithItsPlace) {
  ErrorPolicy errors = ErrorPolicy::stop();
  try {
    errors.report({"f.nt", 3, 7, "no dot", "<a>"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::syntax);
    EXPECT_STREQ(error.what(), "f.nt:3:7: no dot");
  }
}

TEST(ErrorPolicy, SkipCountsAndHandsTheRejectsOn) {
  std::vector<std::string> texts;
  ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) { texts.push_back(error.text_of_line); });
  errors.report({"f.nt", 3, 7, "no dot", "<a>"});
  errors.report({"f.nt", 4, 7, "no dot", "<b>"});
  EXPECT_EQ(errors.rejects(), 2u);
  EXPECT_EQ(texts, (std::vector<std::string>{"<a>", "<b>"}));
}

TEST(Locate, CountsLinesAndCharactersFromWhereTheTextBegins) {
  const SyntaxErrorAt first = locate({5, "r"}, "\xC3\xA4\xC3\xB6 x\ny", "f", 10, 4);
  EXPECT_EQ(first.line, 10u);
  EXPECT_EQ(first.column, 7u);
  const SyntaxErrorAt second = locate({8, "r"}, "\xC3\xA4\xC3\xB6 x\nyz", "f", 10, 4);
  EXPECT_EQ(second.line, 11u);
  EXPECT_EQ(second.column, 2u);
}

TEST(RejectFile, HoldsTheReasonAsACommentAndTheTextAsItWas) {
  std::string out;
  append_reject(out, {"f.nt", 3, 7, "bad\nthing", "<a> <b>"});
  EXPECT_EQ(out, "# f.nt:3:7: bad thing\n<a> <b>\n");
}

}  // namespace quadrille
