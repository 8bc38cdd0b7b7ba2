#include "quadstore/bit_packing.hpp"

#include <gtest/gtest.h>

#include <random>

namespace quadrille {
namespace {

constexpr std::uint64_t kPackingSeed = 20240611;

std::vector<std::uint64_t> random_values(std::size_t count, int width, std::mt19937_64& random) {
  std::vector<std::uint64_t> values(count);
  for (std::uint64_t& value : values) value = random() & low_bits(width);
  return values;
}

std::vector<std::byte> packed(const std::vector<std::uint64_t>& values, int width) {
  std::vector<std::byte> bytes;
  pack_bits(values, width, bytes);
  EXPECT_EQ(bytes.size(), packed_bytes(values.size(), width));
  bytes.resize(bytes.size() + kPackingSlack);
  return bytes;
}

TEST(BitPacking, BitsNeededIsTheWidthOfTheValue) {
  EXPECT_EQ(bits_needed(0), 0);
  EXPECT_EQ(bits_needed(1), 1);
  EXPECT_EQ(bits_needed(255), 8);
  EXPECT_EQ(bits_needed(256), 9);
  EXPECT_EQ(bits_needed(~std::uint64_t{0}), 64);
}

TEST(BitPacking, EveryWidthComesBack) {
  SCOPED_TRACE(kPackingSeed);
  std::mt19937_64 random(kPackingSeed);
  for (int width = 0; width <= 64; ++width) {
    for (const std::size_t count : {0, 1, 7, 8, 9, 63, 64, 65, 1000, 1024}) {
      const auto values = random_values(count, width, random);
      const auto bytes = packed(values, width);
      std::vector<std::uint64_t> out(count);
      unpack_bits(bytes.data(), width, 0, count, 0, out.data());
      ASSERT_EQ(out, values) << width;
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(packed_value(bytes.data(), width, i), values[i]) << width;
    }
  }
}

TEST(BitPacking, EverySubrangeOfASmallSequenceComesBack) {
  SCOPED_TRACE(kPackingSeed);
  std::mt19937_64 random(kPackingSeed);
  constexpr std::size_t kCount = 27;
  for (int width = 0; width <= 64; ++width) {
    const auto values = random_values(kCount, width, random);
    const auto bytes = packed(values, width);
    const std::uint64_t base = random();
    for (std::size_t from = 0; from <= kCount; ++from) {
      for (std::size_t to = from; to <= kCount; ++to) {
        std::vector<std::uint64_t> out(to - from + 1, 77);
        unpack_bits(bytes.data(), width, from, to, base, out.data());
        for (std::size_t i = from; i < to; ++i) ASSERT_EQ(out[i - from], base + values[i]);
        ASSERT_EQ(out.back(), 77u) << "written behind the end";
      }
    }
  }
}

TEST(BitPacking, AppendsBehindWhatIsThere) {
  std::vector<std::byte> bytes{std::byte{0xaa}};
  pack_bits(std::vector<std::uint64_t>{1, 2, 3}, 4, bytes);
  EXPECT_EQ(bytes, (std::vector<std::byte>{std::byte{0xaa}, std::byte{0x21}, std::byte{0x03}}));
}

}  // namespace
}  // namespace quadrille
