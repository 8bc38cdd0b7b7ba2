#include "quadstore/frequent_objects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::iri;

// Every object's real number of rows is between its count and its count + allowance.
void expect_bounds(const FrequentObjects& frequent, const std::map<Huri, std::uint64_t>& expected,
                   std::size_t counters) {
  std::map<Huri, std::uint64_t> listed;
  for (const ObjectCount& count : frequent.counts()) listed[count.object] = count.rows;
  EXPECT_EQ(listed.size(), frequent.counts().size()) << "each object is listed once";
  EXPECT_LE(listed.size(), counters);
  for (const auto& [object, rows] : expected) {
    const std::uint64_t least = listed.contains(object) ? listed.at(object) : 0;
    EXPECT_GE(rows, least);
    EXPECT_LE(rows, least + frequent.allowance());
  }
}

TEST(FrequentObjects, MissesNoFrequentObjectWhateverTheOrderOfRows) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::size_t counters = 1 + random() % 40, others = 1 + random() % 5000;
    std::vector<TripleRow> rows;
    std::map<Huri, std::uint64_t> expected;
    for (std::size_t i = 0; i < 20'000; ++i) {
      const Huri object = iri(random() % 3 == 0 ? random() % counters : 100 + random() % others);
      rows.push_back({iri(i), iri(1), object});
      ++expected[object];
    }
    if (seed % 2 == 0) {
      std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a[2] < b[2]; });
    }
    FrequentObjects frequent(counters);
    for (std::size_t at = 0; at < rows.size(); at += 700) {
      frequent.add(std::span(rows).subspan(at, std::min<std::size_t>(700, rows.size() - at)));
    }
    expect_bounds(frequent, expected, counters);
  }
}

TEST(FrequentObjects, DifferentObjectsLeaveNothing) {
  FrequentObjects frequent(10);
  for (std::size_t i = 0; i < 100'000; ++i) {
    const TripleRow row{iri(1), iri(2), iri(i)};
    frequent.add(std::span(&row, 1));
  }
  EXPECT_TRUE(frequent.counts().empty());
}

TEST(FrequentObjects, NamedGraphsCountToo) {
  FrequentObjects frequent(4);
  frequent.add(std::vector<QuadRow>(500, QuadRow{iri(1), iri(2), iri(3), iri(4)}));
  frequent.add(std::vector<TripleRow>(500, TripleRow{iri(1), iri(2), iri(3)}));
  ASSERT_EQ(frequent.counts().size(), 1u);
  EXPECT_EQ(frequent.counts().front().object, iri(3));
  EXPECT_EQ(frequent.counts().front().rows + frequent.allowance(), 1000u);
}

TEST(FrequentObjects, NoRowsHaveNoObjects) {
  EXPECT_TRUE(FrequentObjects(3).counts().empty());
  EXPECT_EQ(FrequentObjects(3).allowance(), 0u);
}

}  // namespace
}  // namespace quadrille
