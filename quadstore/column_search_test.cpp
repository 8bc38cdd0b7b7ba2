#include "quadstore/column_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "quadstore/bit_packing.hpp"
#include "quadstore/column_codec.hpp"
#include "quadstore/testing/column.hpp"
#include "quadstore/testing/old_forms.hpp"
#include "quadstore/testing/random.hpp"

namespace quadrille {
namespace {

using detail::Column;
using detail::kLargest;
using detail::Random;

using Forms = std::vector<std::vector<std::byte>>;  // of one column

constexpr std::uint64_t kSearchSeed = 31415;

// The result of a search in the values themselves.
FoundRows found_in(const Column& column, std::size_t from, std::size_t to, std::uint64_t wanted) {
  const auto [first, last] = std::equal_range(column.begin() + from, column.begin() + to, wanted);
  return {static_cast<std::size_t>(first - column.begin()), static_cast<std::size_t>(last - column.begin())};
}

// The rows around `row` whose values ascend.
FoundRows ascending_around(const Column& column, std::size_t row) {
  FoundRows rows{row, row + 1};
  while (rows.begin > 0 && column[rows.begin - 1] <= column[rows.begin]) --rows.begin;
  while (rows.end < column.size() && column[rows.end - 1] <= column[rows.end]) ++rows.end;
  return rows;
}

Forms forms_of(const Column& column) {
  Forms forms;
  for (int codec = 0; codec < kCodecs; ++codec) {
    std::vector<std::byte> form;
    if (!detail::encode_any_form(static_cast<Codec>(codec), column, form)) continue;
    form.resize(form.size() + kPackingSlack);
    forms.push_back(std::move(form));
  }
  return forms;
}

void expect_found(const Column& column, const Forms& forms, std::size_t from, std::size_t to, std::uint64_t wanted) {
  const std::uint64_t min = *std::min_element(column.begin(), column.end());
  for (const auto& form : forms) {
    ASSERT_EQ(find_in_column(form.data(), column.size(), min, from, to, wanted), found_in(column, from, to, wanted))
        << name(codec_of(form.data())) << ": " << wanted << " in [" << from << ", " << to << ")";
  }
}

TEST(ColumnSearch, EverySmallColumnIsSearchedAsItsValuesAre) {
  for (std::size_t rows = 1; rows <= 5; ++rows) {
    for (std::size_t number = 0; number < (std::size_t{1} << (2 * rows)); ++number) {
      Column column(rows);
      for (std::size_t row = 0; row < rows; ++row) column[row] = 2 * (number >> (2 * row) & 3) + 1;
      const Forms forms = forms_of(column);
      for (std::size_t row = 0; row < rows; ++row) {
        const FoundRows around = ascending_around(column, row);
        for (std::uint64_t wanted = 0; wanted <= 8; ++wanted) {
          ASSERT_NO_FATAL_FAILURE(expect_found(column, forms, around.begin, around.end, wanted));
          ASSERT_NO_FATAL_FAILURE(expect_found(column, forms, row, around.end, wanted));
        }
      }
    }
  }
}

// Columns that ascend in pieces, with repeats, gaps and values far apart.
Column random_column(Random& random) {
  const std::size_t rows = 1 + random() % kBlockRows, piece = 1 + random() % 400;
  const int width = static_cast<int>(random() % 65);
  const std::uint64_t repeat = 1 + random() % 20;
  Column column;
  while (column.size() < rows) {
    const std::uint64_t value = random() & low_bits(random() % 8 == 0 ? width : width / 2);
    for (std::uint64_t i = random() % repeat + 1; i != 0 && column.size() < rows; --i) column.push_back(value);
  }
  for (std::size_t begin = 0; begin < rows; begin += piece) {
    std::sort(column.begin() + begin, column.begin() + std::min(rows, begin + piece));
  }
  return column;
}

TEST(ColumnSearch, RandomColumnsAreSearchedAsTheirValuesAre) {
  SCOPED_TRACE(kSearchSeed);
  Random random(kSearchSeed);
  for (int round = 0; round < 1000; ++round) {
    const Column column = random_column(random);
    const Forms forms = forms_of(column);
    for (int i = 0; i < 10; ++i) {
      FoundRows part = ascending_around(column, random() % column.size());
      part.begin += random() % (part.end - part.begin);
      const std::uint64_t near = column[part.begin + random() % (part.end - part.begin)];
      for (const std::uint64_t wanted : {near, near - 1, near + 1, random(), std::uint64_t{0}, kLargest}) {
        ASSERT_NO_FATAL_FAILURE(expect_found(column, forms, part.begin, part.end, wanted)) << "round " << round;
      }
    }
  }
}

// Columns that ascend nearly in straight lines, with jumps: differences of no or one bit.
Column column_with_jumps(Random& random) {
  const std::size_t rows = 1 + random() % kBlockRows;
  const std::uint64_t slope = random() % 4, bits = random() % 2, jumps = random() % 60;
  Column column{random() % 1000};
  while (column.size() < rows) {
    const std::uint64_t jump = random() % 100 < jumps ? random() % 100'000 : 0;
    column.push_back(column.back() + slope + (random() & bits) + (random() % 4 == 0 ? jump : 0));
  }
  return column;
}

TEST(ColumnSearch, ColumnsWithJumpsAreSearchedAsTheirValuesAre) {
  SCOPED_TRACE(kSearchSeed);
  Random random(kSearchSeed);
  for (int round = 0; round < 1000; ++round) {
    const Column column = column_with_jumps(random);
    const Forms forms = forms_of(column);
    for (int i = 0; i < 20; ++i) {
      std::size_t from = random() % column.size(), to = random() % (column.size() + 1);
      if (i == 0) from = 0, to = column.size();
      if (from > to) std::swap(from, to);
      const std::uint64_t near = column[random() % column.size()];
      for (const std::uint64_t wanted : {near, near - 1, near + 1, std::uint64_t{0}, kLargest}) {
        ASSERT_NO_FATAL_FAILURE(expect_found(column, forms, from, to, wanted)) << "round " << round;
      }
    }
  }
}

TEST(ColumnSearch, InNoRowsIsNothing) {
  const Column column{1, 2, 3};
  expect_found(column, forms_of(column), 1, 1, 2);
  expect_found(column, forms_of(column), 3, 3, 2);
}

}  // namespace
}  // namespace quadrille
