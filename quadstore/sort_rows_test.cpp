#include "quadstore/sort_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "quadstore/testing/random.hpp"

namespace quadrille {
namespace {

using detail::Random;

constexpr std::uint64_t kSortSeed = 31337;

template <int kColumns>
std::vector<Row<kColumns>> rows_of_many_kinds(std::size_t count, std::uint64_t spread, Random& random) {
  std::vector<Row<kColumns>> rows(count);
  for (auto& row : rows) {
    for (Huri& value : row) {
      const auto kind = static_cast<HuriKind>(1 + random() % 4 * 3);
      value = Huri::make(kind, (spread == 0 ? random() : random() % spread) & Huri::kPayloadMask);
    }
  }
  return rows;
}

template <int kColumns>
void expect_sorts_like_the_standard(std::span<const Position> order, std::vector<Row<kColumns>> rows) {
  auto expected = rows;
  std::stable_sort(expected.begin(), expected.end(), [&](const auto& a, const auto& b) {
    for (const Position position : order) {
      if (a[index(position)] != b[index(position)]) return a[index(position)] < b[index(position)];
    }
    return false;
  });
  std::vector<Row<kColumns>> scratch(rows.size());
  sort_rows<kColumns>(rows, scratch, order);
  ASSERT_EQ(rows, expected);
}

TEST(SortRows, SortsLikeTheStandardLibrary) {
  SCOPED_TRACE(kSortSeed);
  Random random(kSortSeed);
  for (const std::size_t count : {0, 1, 2, 100, 129, 1000, 20000}) {
    for (const std::uint64_t spread : {1, 2, 10, 1000, 1000000, 0}) {
      for (const Permutation permutation : kDefaultGraphPermutations) {
        expect_sorts_like_the_standard<3>(positions(permutation), rows_of_many_kinds<3>(count, spread, random));
      }
      for (const Permutation permutation : kNamedGraphPermutations) {
        expect_sorts_like_the_standard<4>(positions(permutation), rows_of_many_kinds<4>(count, spread, random));
      }
    }
  }
}

TEST(SortRows, SortsByTheHighestBits) {
  Random random(kSortSeed);
  std::vector<TripleRow> rows(5000, TripleRow{});
  for (TripleRow& row : rows) row[0] = Huri(random() << 60);
  expect_sorts_like_the_standard<3>(positions(Permutation::spo), rows);
}

// The index step relies on this: PSO is SPO, stably sorted by predicate.
TEST(SortRows, StableSortByAColumnLeadsFromOnePermutationToAnother) {
  SCOPED_TRACE(kSortSeed);
  Random random(kSortSeed);
  const struct {
    Permutation from, to;
  } steps[] = {{Permutation::spog, Permutation::psog},
               {Permutation::opsg, Permutation::posg},
               {Permutation::spog, Permutation::gspo},
               {Permutation::posg, Permutation::gpos}};
  for (const auto& step : steps) {
    auto rows = rows_of_many_kinds<4>(30000, 50, random), direct = rows;
    std::vector<QuadRow> scratch(rows.size());
    sort_rows<4>(rows, scratch, positions(step.from));
    stable_sort_by<4>(rows, scratch, positions(step.to).front());
    sort_rows<4>(direct, scratch, positions(step.to));
    EXPECT_EQ(rows, direct) << name(step.to);
  }
}

TEST(SortRows, DuplicatesGo) {
  Random random(kSortSeed);
  auto rows = rows_of_many_kinds<3>(5000, 4, random);
  std::vector<TripleRow> scratch(rows.size());
  sort_rows<3>(rows, scratch, positions(Permutation::spo));
  auto expected = rows;
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  rows.resize(remove_duplicates<3>(rows));
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(remove_duplicates<3>({}), 0u);
}

}  // namespace
}  // namespace quadrille
