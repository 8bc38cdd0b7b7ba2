#include "quadstore/heavy_finder.hpp"

#include <gtest/gtest.h>

#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::iri;

TEST(HeavyFinder, CountsTheRowsOfAllGraphs) {
  std::vector<TripleRow> triples;
  for (std::uint64_t i = 0; i < 1000; ++i) triples.push_back({iri(i), iri(1), iri(i % 7)});
  const std::vector<QuadRow> quads(500, QuadRow{iri(1), iri(2), iri(3), iri(4)});
  EXPECT_EQ(count_objects(triples, quads, std::vector{iri(0), iri(3), iri(9)}),
            (std::vector<std::uint64_t>{143, 643, 0}));
}

TEST(HeavyFinder, NoRowsCountNothing) {
  EXPECT_TRUE(count_objects({}, {}, {}).empty());
}

}  // namespace
}  // namespace quadrille
