#include "server/commands/byte_size.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(ByteSize, IsReadAsPeopleWriteIt) {
  EXPECT_EQ(parse_byte_size("0"), 0u);
  EXPECT_EQ(parse_byte_size("65536"), 65536u);
  EXPECT_EQ(parse_byte_size("100B"), 100u);
  EXPECT_EQ(parse_byte_size("4k"), 4096u);
  EXPECT_EQ(parse_byte_size("512M"), 512u << 20);
  EXPECT_EQ(parse_byte_size("2GB"), 2ull << 30);
  EXPECT_EQ(parse_byte_size("1.5 GiB"), 3ull << 29);
  EXPECT_EQ(parse_byte_size("3T"), 3ull << 40);
}

TEST(ByteSize, WhatIsNoSizeIsToldSo) {
  for (const char* text :
       {"", "M", "-1", "-0", "1X", "1MM", "1 ", "iB", "1iB", "1e3", "nan", "inf", "9999999T", " 1"}) {
    EXPECT_EQ(parse_byte_size(text), std::nullopt) << text;
  }
}

}  // namespace quadrille::server
