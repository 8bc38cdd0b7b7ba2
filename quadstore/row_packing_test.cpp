#include "quadstore/row_packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "quadstore/sort_rows.hpp"
#include "quadstore/testing/random.hpp"

namespace quadrille {
namespace {

using detail::Random;

// Values of some kinds with ranks below `ranks`; 0: any bits.
template <int kColumns>
std::vector<Row<kColumns>> rows_with_ranks(std::size_t count, const std::array<std::uint64_t, kColumns>& ranks,
                                           Random& random) {
  std::vector<Row<kColumns>> rows(count);
  for (Row<kColumns>& row : rows) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      const std::uint64_t rank = ranks[column] == 0 ? random() & Huri::kPayloadMask : random() % ranks[column];
      row[column] = Huri::make(random() % 3 == 0 ? HuriKind::string : HuriKind::iri, rank);
    }
  }
  return rows;
}

template <class Key, int kColumns>
void expect_order(const std::vector<Row<kColumns>>& rows, Permutation permutation) {
  const RowPacking<kColumns> packing{std::span<const Row<kColumns>>(rows)};
  ASSERT_LE(packing.bits(), static_cast<int>(8 * sizeof(Key)));
  const KeyOrder<Key, kColumns> order(packing, positions(permutation));
  std::vector<Key> keys, scratch(rows.size());
  for (const Row<kColumns>& row : rows) keys.push_back(order.pack(row));
  sort_keys<Key>(keys, scratch, 0, packing.bits());
  std::vector<Row<kColumns>> expected = rows, working(rows.size());
  sort_rows<kColumns>(expected, working, positions(permutation));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      const auto position = static_cast<std::size_t>(positions(permutation)[column]);
      ASSERT_EQ(order.value(keys[row], column), expected[row][position].bits()) << name(permutation) << " " << row;
    }
  }
}

TEST(RowPacking, KeysAreSortedAsRows) {
  Random random(4711);
  for (const std::size_t count : {1, 2, 48, 49, 1000, 40'000, 300'000}) {
    for (const std::uint64_t ranks : {1, 2, 300, 50'000, 1 << 16}) {
      const auto triples = rows_with_ranks<3>(count, {ranks, 20, ranks}, random);
      for (const Permutation permutation : kDefaultGraphPermutations) {
        expect_order<std::uint64_t, 3>(triples, permutation);
        expect_order<WideKey, 3>(triples, permutation);
      }
      const auto quads = rows_with_ranks<4>(count, {ranks, 5, 0, ranks}, random);
      for (const Permutation permutation : kNamedGraphPermutations) expect_order<WideKey, 4>(quads, permutation);
    }
  }
}

TEST(RowPacking, ASortFromTheFirstColumnOnKeepsTheOrderOfTheOthers) {
  Random random(7);
  for (const std::size_t count : {10, 5'000, 200'000}) {
    const auto rows = rows_with_ranks<3>(count, {1000, 17, 90'000}, random);
    const RowPacking<3> packing{std::span<const TripleRow>(rows)};
    const KeyOrder<std::uint64_t, 3> spo(packing, positions(Permutation::spo)),
        pso(packing, positions(Permutation::pso));
    std::vector<std::uint64_t> keys, scratch(count), expected;
    for (const TripleRow& row : rows) keys.push_back(spo.pack(row)), expected.push_back(pso.pack(row));
    sort_keys<std::uint64_t>(keys, scratch, 0, packing.bits());
    for (std::uint64_t& key : keys) key = spo.repacked(key, pso);
    sort_keys<std::uint64_t>(keys, scratch, pso.first_column_bit(), packing.bits());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(keys, expected) << count;
  }
}

TEST(RowPacking, ASortByHigherBitsIsStable) {
  Random random(8);
  std::vector<WideKey> keys, scratch(100'000);
  for (std::uint64_t i = 0; i < 100'000; ++i) keys.push_back(static_cast<unsigned __int128>(random() % 300) << 70 | i);
  auto expected = keys;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const WideKey& a, const WideKey& b) { return a >> 70 < b >> 70; });
  sort_keys<WideKey>(keys, scratch, 70, 80);
  EXPECT_TRUE(keys == expected);
}

TEST(RowPacking, FieldsLeaveOutTheWidestGap) {
  const auto fields = [](std::uint64_t varying) {
    std::vector<int> all;
    for (const VaryingField& field : fields_of(varying)) all.insert(all.end(), {field.shift, field.width});
    return all;
  };
  EXPECT_EQ(fields(0), (std::vector{0, 0, 0, 0}));
  EXPECT_EQ(fields(1), (std::vector{0, 0, 0, 1}));
  EXPECT_EQ(fields(~std::uint64_t{0}), (std::vector{0, 0, 0, 64}));
  EXPECT_EQ(fields(std::uint64_t{1} << 63), (std::vector{0, 0, 63, 1}));
  EXPECT_EQ(fields(std::uint64_t{0b1011} << 60 | 0x15), (std::vector{60, 4, 0, 5}));
  EXPECT_EQ(fields(0b1000100000101), (std::vector{8, 5, 0, 3}));
}

}  // namespace
}  // namespace quadrille
