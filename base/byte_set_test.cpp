#include "base/byte_set.hpp"

#include <gtest/gtest.h>

namespace quadrille {

namespace {
constexpr ByteSet kSet("\"\\\xef", 0x00, 0x1f);

bool is_member(unsigned byte) {
  return byte < 0x20 || byte == '"' || byte == '\\' || byte == 0xef;
}
}  // namespace

TEST(ByteSet, ContainsItsMembersAndNothingElse) {
  for (unsigned byte = 0; byte < 256; ++byte)
    EXPECT_EQ(kSet.contains(static_cast<char>(byte)), is_member(byte)) << byte;
}

TEST(ByteSet, FindsTheFirstMemberWhereverItStands) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (std::size_t size = 1; size < 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(kSet.find(text), is_member(byte) ? at : size) << byte << " at " << at << " of " << size;
      }
    }
  }
}

TEST(ByteSet, FindGoesOnFromAGivenPlace) {
  const std::string text = "\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"b";
  EXPECT_EQ(kSet.find(text, 0), 0u);
  EXPECT_EQ(kSet.find(text, 1), 27u);
  EXPECT_EQ(kSet.find(text, 28), text.size());
  EXPECT_EQ(kSet.find(text, text.size()), text.size());
  EXPECT_EQ(kSet.find(""), 0u);
  for (std::size_t from = 0; from < 27; ++from) EXPECT_EQ(kSet.find(text, from), from == 0 ? 0u : 27u);
  EXPECT_EQ(kSet.find("\"\"\"aaaaaaaaaaaaaaaaa", 3), 20u);
}

}  // namespace quadrille
