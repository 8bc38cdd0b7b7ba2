#include "server/access/base64.hpp"

#include <gtest/gtest.h>

#include <array>

namespace quadrille::server {

// RFC 4648, 10.
TEST(Base64, IsWrittenAndRead) {
  for (const auto& [bytes, usual, url] : {std::array<const char*, 3>{"", "", ""},
                                          {"f", "Zg==", "Zg"},
                                          {"fo", "Zm8=", "Zm8"},
                                          {"foo", "Zm9v", "Zm9v"},
                                          {"\xfb\xff", "+/8=", "-_8"}}) {
    EXPECT_EQ(encode_base64(bytes, Base64::usual), usual);
    EXPECT_EQ(encode_base64(bytes, Base64::url), url);
    EXPECT_EQ(decode_base64(usual, Base64::usual), bytes);
    EXPECT_EQ(decode_base64(url, Base64::url), bytes);
  }
}

TEST(Base64, OtherFormsAreRefused) {
  for (const char* text : {"Zg", "Zg=", "Zm 8=", "-_8=", "Zh==", "Zg==x", "="})
    EXPECT_FALSE(decode_base64(text, Base64::usual)) << text;
  for (const char* text : {"Zg==", "+/8", "Zm9v\n", "Z", "Zh"}) EXPECT_FALSE(decode_base64(text, Base64::url)) << text;
}

}  // namespace quadrille::server
