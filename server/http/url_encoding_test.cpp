#include "server/http/url_encoding.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(UrlEncoding, PercentAndPlusAreDecoded) {
  EXPECT_EQ(decode_url("a+b%20c%2B%c3%A9"), "a b c+\xc3\xa9");
  EXPECT_EQ(decode_url("%00"), std::string(1, '\0'));
}

TEST(UrlEncoding, APercentWithoutTwoDigitsIsAnError) {
  for (const char* text : {"%", "%4", "%zz", "%4z", "a%", "%-1", "%+1"})
    EXPECT_EQ(decode_url(text), std::nullopt) << text;
}

TEST(UrlEncoding, EncodedTextIsDecodedToTheSame) {
  EXPECT_EQ(encode_url("/a b+%\xc3\xa9~"), "/a%20b%2B%25%C3%A9~");
  EXPECT_EQ(decode_url(encode_url("/a b+%&=?#\xc3\xa9~")), "/a b+%&=?#\xc3\xa9~");
}

TEST(UrlEncoding, ParametersKeepTheirOrderAndTheirDuplicates) {
  const Parameters expected{{"a", "1"}, {"b", ""}, {"a", "2=3"}, {"", "x"}, {"c", ""}};
  EXPECT_EQ(parse_parameters("a=1&b&&a=2=3&=x&c="), expected);
  EXPECT_EQ(parse_parameters(""), Parameters{});
  EXPECT_EQ(parse_parameters("a=%"), std::nullopt);
}

}  // namespace quadrille::server
