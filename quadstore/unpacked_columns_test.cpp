#include "quadstore/unpacked_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include "quadstore/bit_packing.hpp"

namespace quadrille {
namespace {

constexpr std::uint64_t kSeed = 2718;

// A column as a block has it, with the values that it was made of.
struct Packed {
  std::vector<std::uint64_t> values;
  std::vector<std::byte> bytes;

  explicit Packed(std::mt19937_64& random, std::size_t rows = kBlockRows) : values(rows) {
    for (auto& value : values) value = 10 + random() % 100'000;
    std::sort(values.begin(), values.end());
    EXPECT_TRUE(encode_column_as(Codec::differences, values, bytes));
    bytes.resize(bytes.size() + kPackingSlack);
  }
  UnpackedColumns::Column column(std::uint64_t checksum = 1) const {
    return {bytes.data(), checksum, values.size(), values.front()};
  }
  FoundRows found(std::size_t from, std::size_t to, std::uint64_t wanted) const {
    const auto [first, last] = std::equal_range(values.begin() + from, values.begin() + to, wanted);
    return {static_cast<std::size_t>(first - values.begin()), static_cast<std::size_t>(last - values.begin())};
  }
};

TEST(UnpackedColumns, AColumnComesWhenItIsAskedForTheSecondTime) {
  std::mt19937_64 random(kSeed);
  const Packed packed(random);
  UnpackedColumns columns;
  EXPECT_EQ(columns.find(packed.column(), 0, kBlockRows, 5), std::nullopt);
  EXPECT_EQ(columns.find(packed.column(), 0, kBlockRows, 5), std::nullopt);
  EXPECT_EQ(columns.find(packed.column(), 0, kBlockRows, 5), packed.found(0, kBlockRows, 5));
}

TEST(UnpackedColumns, TheSameBytesAtTheSamePlaceMayBeAnotherColumn) {
  std::vector<std::uint64_t> values(300);
  for (std::size_t row = 0; row < values.size(); ++row) values[row] = 1000 + row;
  std::vector<std::byte> bytes;
  ASSERT_TRUE(encode_column_as(Codec::differences, values, bytes));
  bytes.resize(bytes.size() + kPackingSlack);
  UnpackedColumns columns;
  const UnpackedColumns::Column here{bytes.data(), 1, 300, 1000};
  for (int i = 0; i < 3; ++i) columns.find(here, 0, 300, 1100);
  ASSERT_EQ(columns.find(here, 0, 300, 1100), (FoundRows{100, 101}));
  EXPECT_EQ(columns.find({bytes.data(), 1, 300, 5000}, 0, 300, 5100), std::nullopt) << "another least value";
  EXPECT_EQ(columns.find({bytes.data(), 1, 400, 1000}, 0, 400, 1350), std::nullopt) << "more rows";
  EXPECT_EQ(columns.find({bytes.data(), 2, 300, 1000}, 0, 300, 1100), std::nullopt) << "another block";
}

TEST(UnpackedColumns, WhoMayNotComeDoesNot) {
  std::mt19937_64 random(kSeed);
  const Packed packed(random);
  UnpackedColumns columns;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(columns.find(packed.column(), 0, kBlockRows, 5, false), std::nullopt);
}

TEST(UnpackedColumns, AreFoundAndReadAsTheirValuesAre) {
  std::mt19937_64 random(kSeed);
  for (const std::size_t rows : {std::size_t{2}, std::size_t{77}, kBlockRows}) {
    const Packed packed(random, rows);
    UnpackedColumns columns;
    std::uint64_t none;
    columns.read(packed.column(), 0, 1, &none), columns.read(packed.column(), 0, 1, &none);
    for (int i = 0; i < 2000; ++i) {
      std::size_t from = random() % (rows + 1), to = random() % (rows + 1);
      if (from > to) std::swap(from, to);
      const std::uint64_t wanted = packed.values[random() % rows] + random() % 3 - 1;
      ASSERT_EQ(columns.find(packed.column(), from, to, wanted), packed.found(from, to, wanted));
      std::vector<std::uint64_t> read(to - from);
      ASSERT_TRUE(columns.read(packed.column(), from, to, read.data()));
      ASSERT_TRUE(std::equal(read.begin(), read.end(), packed.values.begin() + from));
    }
  }
}

TEST(UnpackedColumns, AnotherBlockAtTheSamePlaceIsAnotherColumn) {
  std::mt19937_64 random(kSeed);
  const Packed packed(random);
  UnpackedColumns columns;
  for (int i = 0; i < 3; ++i) columns.find(packed.column(1), 0, kBlockRows, 5);
  ASSERT_NE(columns.find(packed.column(1), 0, kBlockRows, 5), std::nullopt);
  EXPECT_EQ(columns.find(packed.column(2), 0, kBlockRows, 5), std::nullopt);
}

// More columns than slots, so that threads drive each other's out while they are read.
TEST(UnpackedColumns, ThreadsFindTheRightRowsOrNone) {
  std::mt19937_64 random(kSeed);
  std::vector<Packed> all;
  for (std::size_t i = 0; i < 2 * UnpackedColumns::kSlots; ++i) all.emplace_back(random, 50 + i % 50);
  UnpackedColumns columns;
  std::atomic<int> found = 0, wrong = 0;
  const auto work = [&](std::uint64_t seed) {
    std::mt19937_64 mine(seed);
    for (int i = 0; i < 60'000; ++i) {
      const Packed& packed = all[mine() % 20 == 0 ? mine() % all.size() : mine() % 8];
      const std::uint64_t wanted = packed.values[mine() % packed.values.size()];
      const auto rows = columns.find(packed.column(), 0, packed.values.size(), wanted);
      if (!rows) continue;
      ++found;
      if (*rows != packed.found(0, packed.values.size(), wanted)) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(work, seed);
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(found, 1000);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace quadrille
