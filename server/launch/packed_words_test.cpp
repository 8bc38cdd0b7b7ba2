#include "server/launch/packed_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace quadrille::server {

namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST(PackedWords, FewWordsStayAsTheyAre) {
  const Words words{"build", "--db", "d", "a\nb.nt", ""};
  EXPECT_EQ(pack_words(words), words);
  EXPECT_EQ(unpack_words(words), words);
}

TEST(PackedWords, ManyWordsBecomeFewAndComeBack) {
  Words words{"build", "--db", "a b", "", "\n", "\\n", "\\", "a\\\nb", "\xff\x01", std::string(90'000, 'x')};
  for (int file = 0; file < 30'000; ++file) words.push_back("folder/file-" + std::to_string(file) + ".nt");
  const Words packed = pack_words(words);
  EXPECT_LT(packed.size(), 20u);
  for (const std::string& word : packed) EXPECT_LT(word.size(), 128u << 10);
  EXPECT_EQ(unpack_words(packed), words);
}

}  // namespace quadrille::server
