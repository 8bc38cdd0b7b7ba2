#include "quadstore/column_codec.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "dictionary/huri.hpp"
#include "quadstore/bit_packing.hpp"
#include "quadstore/testing/column.hpp"
#include "quadstore/testing/old_forms.hpp"
#include "quadstore/testing/random.hpp"

namespace quadrille {
namespace {

using detail::Column;
using detail::kLargest;
using detail::Random;

constexpr std::uint64_t kCodecSeed = 1618;
constexpr std::size_t kSizes[] = {1, 2, 3, 8, 15, 16, 17, 63, 64, 65, 256, 257, 500, 1023, 1024};

struct Shape {
  const char* name;
  std::function<std::uint64_t(std::size_t row, Random&)> value;
  bool sorted = false;
};

std::uint64_t of_kind(HuriKind kind, std::uint64_t payload) {
  return Huri::make(kind, payload).bits();
}

const Shape kShapes[] = {
    {"all equal", [](std::size_t, Random&) { return std::uint64_t{42}; }},
    {"all largest", [](std::size_t, Random&) { return kLargest; }},
    {"dense", [](std::size_t row, Random&) { return of_kind(HuriKind::iri, 7000 + row); }},
    {"dense descending", [](std::size_t row, Random&) { return of_kind(HuriKind::iri, 7000 - row); }},
    {"dense with shard jumps", [](std::size_t row, Random&) { return row % 64 + row / 64 * 512; }},
    {"full range", [](std::size_t, Random& random) { return random(); }},
    {"full range, sorted", [](std::size_t, Random& random) { return random(); }, true},
    {"both ends", [](std::size_t row, Random&) { return row % 2 == 0 ? 0 : kLargest; }},
    {"both ends, sorted", [](std::size_t row, Random&) { return row % 2 == 0 ? 0 : kLargest; }, true},
    {"one outlier", [](std::size_t row, Random&) { return row == 1 ? kLargest - 5 : row % 16; }},
    {"one outlier, sorted", [](std::size_t row, Random&) { return row == 1 ? kLargest - 5 : row * 3; }, true},
    {"small range", [](std::size_t, Random& random) { return 1000 + random() % 1000; }},
    {"small range, sorted", [](std::size_t, Random& random) { return 1000 + random() % 1000; }, true},
    {"few distinct, far apart", [](std::size_t, Random& random) { return random() % 10 * 0x123456789abcdef; }},
    {"few distinct, sorted", [](std::size_t, Random& random) { return random() % 10 * 0x123456789abcdef; }, true},
    {"long runs, not sorted", [](std::size_t row, Random&) { return row / 100 * 77 % 5 * 1000003; }},
    {"runs of dictionary values", [](std::size_t row, Random&) { return row / 3 % 7 << (row / 3 % 7 * 9); }},
    {"kinds mixed",
     [](std::size_t, Random& random) {
       return of_kind(static_cast<HuriKind>(1 + random() % 4), 100000 + random() % 300);
     }},
    {"kinds mixed, sorted",
     [](std::size_t, Random& random) {
       return of_kind(static_cast<HuriKind>(1 + random() % 15), 100000 + random() % 300);
     },
     true},
    {"kinds of unequal width",
     [](std::size_t, Random& random) {
       return random() % 3 == 0 ? of_kind(HuriKind::floating, random() >> 6) : of_kind(HuriKind::iri, random() % 9);
     }},
    {"volatile among stable", [](std::size_t row, Random& random) {
       return row % 50 == 3 ? Huri::make_volatile(HuriKind::iri, random() % 99).bits() : of_kind(HuriKind::iri, row);
     }}};

Column make_column(const Shape& shape, std::size_t rows, Random& random) {
  Column column(rows);
  for (std::size_t row = 0; row < rows; ++row) column[row] = shape.value(row, random);
  if (shape.sorted) std::sort(column.begin(), column.end());
  return column;
}

Column decoded(std::vector<std::byte> bytes, const Column& column, std::size_t from, std::size_t to) {
  bytes.resize(bytes.size() + kPackingSlack);
  Column out(to - from + 1, 99);
  const std::uint64_t min = *std::min_element(column.begin(), column.end());
  decode_column(bytes.data(), column.size(), min, from, to, out.data());
  EXPECT_EQ(out.back(), 99u) << "written behind the end";
  out.pop_back();
  return out;
}

void expect_comes_back(const std::vector<std::byte>& bytes, const Column& column, Random& random) {
  ASSERT_EQ(decoded(bytes, column, 0, column.size()), column);
  for (int i = 0; i < 40; ++i) {
    std::size_t from = random() % (column.size() + 1), to = random() % (column.size() + 1);
    if (from > to) std::swap(from, to);
    ASSERT_EQ(decoded(bytes, column, from, to), Column(column.begin() + from, column.begin() + to))
        << from << " " << to;
  }
}

TEST(ColumnCodec, EveryShapeComesBackInEveryForm) {
  SCOPED_TRACE(kCodecSeed);
  Random random(kCodecSeed);
  for (const Shape& shape : kShapes) {
    for (const std::size_t rows : kSizes) {
      const Column column = make_column(shape, rows, random);
      for (int codec = 0; codec < kCodecs; ++codec) {
        std::vector<std::byte> bytes;
        if (!detail::encode_any_form(static_cast<Codec>(codec), column, bytes)) continue;
        SCOPED_TRACE(std::string(shape.name) + " as " + std::string(name(static_cast<Codec>(codec))));
        ASSERT_EQ(codec_of(bytes.data()), static_cast<Codec>(codec));
        expect_comes_back(bytes, column, random);
      }
    }
  }
}

TEST(ColumnCodec, ChosenFormComesBackAndIsNearTheSmallest) {
  SCOPED_TRACE(kCodecSeed);
  Random random(kCodecSeed);
  for (const Shape& shape : kShapes) {
    for (const std::size_t rows : kSizes) {
      SCOPED_TRACE(shape.name);
      const Column column = make_column(shape, rows, random);
      std::vector<std::byte> chosen;
      encode_column(column, chosen);
      expect_comes_back(chosen, column, random);
      for (int codec = 0; codec < kCodecs; ++codec) {
        std::vector<std::byte> other;
        if (!encode_column_as(static_cast<Codec>(codec), column, other)) continue;
        // The encoder does not try what can only win by some bytes of headers.
        ASSERT_LE(chosen.size() * 100, (other.size() + 16) * 103) << name(static_cast<Codec>(codec));
      }
    }
  }
}

TEST(ColumnCodec, RandomMixturesComeBack) {
  SCOPED_TRACE(kCodecSeed);
  Random random(kCodecSeed);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t rows = 1 + random() % kBlockRows;
    const int width = static_cast<int>(random() % 65), repeats = 1 + static_cast<int>(random() % 5);
    Column column;
    while (column.size() < rows) {
      const Shape& shape = kShapes[random() % std::size(kShapes)];
      const std::uint64_t value = shape.value(column.size(), random) & low_bits(width);
      for (std::size_t i = random() % repeats + 1; i != 0 && column.size() < rows; --i) column.push_back(value);
    }
    if (random() % 3 == 0) std::sort(column.begin(), column.end());
    std::vector<std::byte> bytes;
    encode_column(column, bytes);
    ASSERT_EQ(decoded(bytes, column, 0, rows), column) << "round " << round;
  }
}

TEST(ColumnCodec, EverySmallColumnComesBack) {
  for (std::size_t rows = 1; rows <= 5; ++rows) {
    for (std::size_t number = 0; number < (std::size_t{1} << (2 * rows)); ++number) {
      Column column(rows);
      for (std::size_t row = 0; row < rows; ++row) column[row] = number >> (2 * row) & 3;
      for (int codec = 0; codec < kCodecs; ++codec) {
        std::vector<std::byte> bytes;
        if (!detail::encode_any_form(static_cast<Codec>(codec), column, bytes)) continue;
        for (std::size_t from = 0; from <= rows; ++from) {
          for (std::size_t to = from; to <= rows; ++to) {
            ASSERT_EQ(decoded(bytes, column, from, to), Column(column.begin() + from, column.begin() + to));
          }
        }
      }
    }
  }
}

// Columns of each width of differences, with some that are wider, upwards or both ways.
TEST(ColumnCodec, DifferencesOfEveryWidthComeBack) {
  SCOPED_TRACE(kCodecSeed);
  Random random(kCodecSeed);
  for (int width = 0; width <= 64; ++width) {
    for (int round = 0; round < 24; ++round) {
      const std::size_t rows = 1 + random() % kBlockRows;
      const std::uint64_t exceptions = round % 3 == 0 ? 0 : 1 + random() % 100, slope = random() % 3;
      const int wider = width + static_cast<int>(random() % (65 - width));
      Column column{random()};
      while (column.size() < rows) {
        const std::uint64_t size = random() & low_bits(random() % 100 < exceptions ? wider : width);
        column.push_back(column.back() + slope + (round % 2 == 0 ? size : size - low_bits(width) / 2));
      }
      SCOPED_TRACE(fmt::format("width {} round {}", width, round));
      std::vector<std::byte> bytes;
      ASSERT_TRUE(encode_column_as(Codec::differences, column, bytes));
      ASSERT_NO_FATAL_FAILURE(expect_comes_back(bytes, column, random));
    }
  }
}

// The places of a column from which row `row` is read: each byte that changes it, with those of the head.
std::size_t bytes_of_row(const std::vector<std::byte>& bytes, const Column& column, std::size_t row) {
  constexpr std::size_t kHead = 7;
  std::size_t used = kHead;
  for (std::size_t at = kHead; at < bytes.size(); ++at) {
    std::vector<std::byte> changed = bytes;
    changed[at] ^= std::byte{0xff};
    used += decoded(changed, column, row, row + 1).front() != column[row];
  }
  return used;
}

TEST(ColumnCodec, ARowIsReadFromTheRestartPointBeforeIt) {
  Random random(kCodecSeed);
  Column ascending, in_pieces;
  for (std::size_t row = 0; row < kBlockRows; ++row) {
    ascending.push_back(row == 0 ? 5 : ascending.back() + random() % 500);
    in_pieces.push_back(row % 300 == 0 ? random() % 100 : in_pieces.back() + random() % 500);
  }
  for (const Column& column : {ascending, in_pieces}) {
    std::vector<std::byte> bytes;
    ASSERT_TRUE(encode_column_as(Codec::differences, column, bytes));
    for (const std::size_t row : {0, 15, 16, 500, 1008, 1023}) EXPECT_LE(bytes_of_row(bytes, column, row), 40u) << row;
  }
}

TEST(ColumnCodec, OldFormsAreReadAndNotWritten) {
  SCOPED_TRACE(kCodecSeed);
  Random random(kCodecSeed);
  for (const Shape& shape : kShapes) {
    const Column column = make_column(shape, kBlockRows, random);
    std::vector<std::byte> bytes;
    EXPECT_FALSE(encode_column_as(Codec::delta, column, bytes));
    EXPECT_FALSE(encode_column_as(Codec::steps, column, bytes));
    encode_column(column, bytes);
    EXPECT_NE(codec_of(bytes.data()), Codec::delta);
    EXPECT_NE(codec_of(bytes.data()), Codec::steps);
    std::vector<std::byte> old;
    ASSERT_TRUE(detail::encode_old_form(Codec::steps, column, old));
    EXPECT_EQ(decoded(old, column, 0, column.size()), column);
  }
}

TEST(ColumnCodec, AConstantColumnTakesOneByte) {
  std::vector<std::byte> bytes;
  encode_column(Column(kBlockRows, kLargest), bytes);
  EXPECT_EQ(bytes.size(), 1u);
}

TEST(ColumnCodec, DenseIdsTakeNextToNothing) {
  Random random(kCodecSeed);
  std::vector<std::byte> bytes;
  encode_column(make_column(kShapes[2], kBlockRows, random), bytes);
  EXPECT_LT(bytes.size(), 10u);
}

}  // namespace
}  // namespace quadrille
