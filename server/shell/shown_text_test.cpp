#include "server/shell/shown_text.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace quadrille::server {

namespace {

class ShownText : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(std::setlocale(LC_CTYPE, "C.UTF-8"), nullptr); }
};

TEST_F(ShownText, HasNoControlCharacters) {
  EXPECT_EQ(shown_text("a\x1b[31mb\x07\x7f", LineEnds::kept), "a\\u001B[31mb\\u0007\\u007F");
  EXPECT_EQ(shown_text("\xC2\x9B"
                       "31m",
                       LineEnds::kept),
            "\\u009B31m");
  EXPECT_EQ(shown_text("a\tb\nc\r\nd\re", LineEnds::kept), "a\tb\nc\nd\\u000De");
  EXPECT_EQ(shown_text("a\tb\n", LineEnds::escaped), "a\\u0009b\\u000A");
}

TEST_F(ShownText, HasNoMarksThatChangeTheDirection) {
  EXPECT_EQ(shown_text("a\xE2\x80\xAE"
                       "b\xE2\x81\xA6",
                       LineEnds::kept),
            "a\\u202Eb\\u2066");
}

TEST_F(ShownText, HasNoBytesThatAreNotUtf8) {
  EXPECT_EQ(shown_text("a\xFF\xC3", LineEnds::kept), "a\\xFF\\xC3");
}

TEST_F(ShownText, KeepsOtherText) {
  EXPECT_EQ(shown_text("Zo\xC3\xAB \xE6\x97\xA5\xE6\x9C\xAC", LineEnds::escaped),
            "Zo\xC3\xAB \xE6\x97\xA5\xE6\x9C\xAC");
}

TEST_F(ShownText, HasColumnsOfTheTerminal) {
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("\xE6\x97\xA5\xE6\x9C\xAC"), 4U);  // two wide characters
  EXPECT_EQ(columns_of("e\xCC\x81"), 1U);                 // a combining accent
}

TEST_F(ShownText, IsCutBetweenCharacters) {
  EXPECT_EQ(cut_to("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_to("abcdef", 4), "abc\xE2\x80\xA6");
  EXPECT_EQ(cut_to("abcdef", 1), "\xE2\x80\xA6");
  EXPECT_EQ(cut_to("abcdef", 0), "");
  EXPECT_EQ(cut_to("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", 5), "\xE6\x97\xA5\xE6\x9C\xAC\xE2\x80\xA6");
  EXPECT_EQ(cut_to("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", 4), "\xE6\x97\xA5\xE2\x80\xA6");
}

TEST_F(ShownText, OfAnIriIsCutBetweenItsHostAndItsEnd) {
  const std::string iri = "<http://example.org/departments/7/students/Student1234>";
  EXPECT_EQ(cut_to(iri, iri.size()), iri);
  EXPECT_EQ(cut_to(iri, 42), "<http://example.org/\xE2\x80\xA6students/Student1234>");
  EXPECT_EQ(cut_to(iri, 31), "<http://example\xE2\x80\xA6ts/Student1234>");  // the host would take more than half
  EXPECT_EQ(cut_to(iri, 2), "\xE2\x80\xA6>");
  EXPECT_EQ(cut_to("<urn:isbn:9780201633610>", 12),
            "<urn:\xE2\x80\xA6"
            "33610>");
  EXPECT_EQ(cut_to("<http://a/\xE6\x97\xA5\xE6\x9C\xAC>", 9), "<http\xE2\x80\xA6\xE6\x9C\xAC>");
}

}  // namespace

}  // namespace quadrille::server
