#include "loader/rdf/utf8.hpp"

#include <gtest/gtest.h>

namespace quadrille {

TEST(Utf8, TakesEveryCodePointButSurrogates) {
  for (std::uint32_t c = 0; c <= kLastCodePoint; c += c < 0x11000 ? 1 : 97) {
    std::string text;
    append_utf8(text, c);
    EXPECT_EQ(is_valid_utf8(text), !is_surrogate(c)) << c;
    if (!is_surrogate(c)) {
      EXPECT_EQ(first_code_point(text), c);
    }
  }
}

TEST(Utf8, RefusesOverlongFormsAndWhatIsAboveTheLastCodePoint) {
  EXPECT_FALSE(is_valid_utf8("\xC0\x80"));
  EXPECT_FALSE(is_valid_utf8("\xC1\xBF"));
  EXPECT_FALSE(is_valid_utf8("\xE0\x9F\xBF"));
  EXPECT_FALSE(is_valid_utf8("\xF0\x8F\xBF\xBF"));
  EXPECT_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));
  EXPECT_FALSE(is_valid_utf8("\xF5\x80\x80\x80"));
  EXPECT_FALSE(is_valid_utf8("\x80"));
}

TEST(Utf8, SaysHowFarATextIsRight) {
  const std::string ascii(40, 'a');
  for (std::size_t at = 0; at <= ascii.size(); ++at) {
    EXPECT_EQ(valid_utf8_prefix(ascii.substr(0, at) + "\xFF" + ascii), at);
    EXPECT_EQ(valid_utf8_prefix(ascii.substr(0, at) + "\xC3\xA4"), at + 2);
    EXPECT_EQ(valid_utf8_prefix(ascii.substr(0, at) + "\xE2\x82"), at) << "cut off within a character";
  }
}

}  // namespace quadrille
