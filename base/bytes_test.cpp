#include "base/bytes.hpp"

#include <gtest/gtest.h>

namespace quadrille {

TEST(Varint, ComesBackAsWritten) {
  for (int bits = 0; bits < 64; ++bits) {
    for (const std::uint64_t value : {(std::uint64_t{1} << bits) - 1, std::uint64_t{1} << bits}) {
      std::string bytes;
      append_varint(bytes, value);
      const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
      EXPECT_EQ(get_varint(from), value);
      EXPECT_EQ(from, reinterpret_cast<const unsigned char*>(bytes.data()) + bytes.size());
    }
  }
}

TEST(RoundUp, LeavesMultiplesAlone) {
  EXPECT_EQ(round_up(0, 8), 0u);
  EXPECT_EQ(round_up(8, 8), 8u);
  EXPECT_EQ(round_up(9, 8), 16u);
}

}  // namespace quadrille
