#include "base/term.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace quadrille {

TEST(Term, IsWrittenAsNTriples) {
  EXPECT_EQ(to_ntriples(TermView::iri("http://a/b")), "<http://a/b>");
  EXPECT_EQ(to_ntriples(TermView::blank("x1")), "_:x1");
  EXPECT_EQ(to_ntriples(TermView::string("a\"b\\c\n")), "\"a\\\"b\\\\c\\n\"");
  EXPECT_EQ(to_ntriples(TermView::language_string("a", "en-us")), "\"a\"@en-us");
  EXPECT_EQ(to_ntriples(TermView::literal("1", iri::kXsdInteger)), "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
}

TEST(Term, ForbiddenCharactersOfIrisAreEscaped) {
  EXPECT_EQ(to_ntriples(TermView::iri("http://a/b c")), "<http://a/b\\u0020c>");
}

TEST(Term, ControlsAndNoncharactersOfStringsAreEscaped) {
  EXPECT_EQ(to_ntriples(TermView::string(std::string_view("\0\x0B\x7F", 3))), "\"\\u0000\\u000B\\u007F\"");
  EXPECT_EQ(to_ntriples(TermView::string("\xEF\xBF\xBE\xEF\xBF\xBFx")), "\"\\uFFFE\\uFFFFx\"");
  EXPECT_EQ(to_ntriples(TermView::string("\xEF\xBF\xBD\xEF\xBC\x8C.")), "\"\xEF\xBF\xBD\xEF\xBC\x8C.\"");
}

TEST(Term, TagsWithAndWithoutADirectionAreTwoKindsOfStrings) {
  EXPECT_EQ(TermView::tagged_string("a", "en"), TermView::language_string("a", "en"));
  EXPECT_EQ(TermView::tagged_string("a", "en--ltr"), TermView::direction_string("a", "en--ltr"));
}

TEST(Term, LanguageTagsAreLowered) {
  EXPECT_EQ(to_lower("en-US"), "en-us");
}

}  // namespace quadrille
