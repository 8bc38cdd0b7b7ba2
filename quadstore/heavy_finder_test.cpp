#include "quadstore/heavy_finder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace quadrille {
namespace {

Huri iri(std::uint64_t rank) {
  return Huri::make(HuriKind::iri, rank);
}

// Object k has `share[k]` of a thousand rows; the others are spread over many objects. In blocks, as sorted input has
// it.
std::vector<TripleRow> rows_with_shares(const std::vector<std::size_t>& share, std::size_t thousands) {
  std::vector<TripleRow> rows;
  for (std::size_t k = 0; k < share.size(); ++k) {
    for (std::size_t i = 0; i < share[k] * thousands; ++i) rows.push_back({iri(i), iri(k % 2), iri(k)});
  }
  for (std::size_t i = rows.size(); i < 1000 * thousands; ++i) rows.push_back({iri(i), iri(1), iri(1000 + i / 3)});
  return rows;
}

TEST(HeavyFinder, FindsEveryHeavyObjectOfFewRowsExactly) {
  const auto rows = rows_with_shares({100, 40, 33, 30, 1}, 50);
  const auto found = heavy_candidates(rows, {}, 2);  // more than 1/32 is heavy, 1/64 a candidate
  EXPECT_EQ(found, (std::vector{iri(0), iri(1), iri(2), iri(3)}));
  EXPECT_EQ(count_objects(rows, {}, found), (std::vector<std::uint64_t>{5000, 2000, 1650, 1500}));
}

TEST(HeavyFinder, ASampleOfManyRowsMissesNothing) {
  auto rows = rows_with_shares({100, 66, 64, 3}, 4000);
  const auto found = heavy_candidates(rows, {}, 1);
  EXPECT_EQ(found, (std::vector{iri(0), iri(1), iri(2)}));
  std::shuffle(rows.begin(), rows.end(), std::mt19937_64(5));
  EXPECT_EQ(heavy_candidates(rows, {}, 1), found);
}

TEST(HeavyFinder, NamedGraphsCountToo) {
  std::vector<QuadRow> quads(500, QuadRow{iri(1), iri(2), iri(3), iri(4)});
  const auto triples = rows_with_shares({}, 1);
  EXPECT_EQ(heavy_candidates(triples, quads, 1), (std::vector{iri(3)}));
  EXPECT_EQ(count_objects(triples, quads, std::vector{iri(3), iri(1000)}), (std::vector<std::uint64_t>{500, 3}));
}

TEST(HeavyFinder, NoRowsHaveNoHeavyObjects) {
  EXPECT_TRUE(heavy_candidates({}, {}, 4).empty());
  EXPECT_TRUE(count_objects({}, {}, {}).empty());
}

}  // namespace
}  // namespace quadrille
