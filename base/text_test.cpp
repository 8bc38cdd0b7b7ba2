#include "base/text.hpp"

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

TEST(Utf8, TheSizeOfACharacterIsThatOfItsBytes) {
  EXPECT_EQ(utf8_size("a"), 1u);
  EXPECT_EQ(utf8_size("\xC3\xA4x"), 2u);
  EXPECT_EQ(utf8_size("\xE2\x82\xAC"), 3u);
  EXPECT_EQ(utf8_size("\xF0\x9F\x98\x80"), 4u);
  for (const std::string_view broken : {"", "\x80", "\xC3", "\xED\xA0\x80", "\xF4\x90\x80\x80"})
    EXPECT_EQ(utf8_size(broken), 0u);
}

TEST(Text, LettersOfAsciiAloneAreMadeSmall) {
  EXPECT_EQ(to_lower("En-GB \xC3\x84 @[`{"), "en-gb \xC3\x84 @[`{");
  EXPECT_TRUE(same_in_lower("Content-Type", "content-type"));
  EXPECT_FALSE(same_in_lower("Content-Type", "content-typ"));
}

TEST(Text, BlanksGoAtTheEndsAlone) {
  EXPECT_EQ(trimmed(" \t a b\t"), "a b");
  EXPECT_EQ(trimmed(" \t "), "");
  EXPECT_EQ(trimmed("\n1\r", " \t\n\r"), "1");
  EXPECT_EQ(trimmed("\n1"), "\n1");
}

TEST(Text, HexadecimalDigitsHaveValues) {
  for (int value = 0; value < 16; ++value) {
    EXPECT_EQ(hex_value("0123456789abcdef"[value]), value);
    EXPECT_EQ(hex_value("0123456789ABCDEF"[value]), value);
  }
  for (const char c : {'g', 'G', '/', ':', '@', '`', '\0', '\xE4'}) EXPECT_EQ(hex_value(c), -1) << c;
}

}  // namespace quadrille
