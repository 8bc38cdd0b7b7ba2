#include "server/algorithms/distinct_estimate.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace quadrille::server {
namespace {

std::vector<Huri> ids(std::uint64_t begin, std::uint64_t end) {
  std::vector<Huri> all;
  for (std::uint64_t number = begin; number < end; ++number) all.push_back(Huri::make(HuriKind::iri, number));
  return all;
}

TEST(DistinctEstimate, IsCloseForFewAndManyTerms) {
  for (const std::uint64_t count : {0, 1, 10, 1000, 30'000, 1'000'000}) {
    DistinctEstimate estimate;
    estimate.add(ids(0, count));
    estimate.add(ids(0, count));  // repetitions do not count
    EXPECT_NEAR(static_cast<double>(estimate.count()), static_cast<double>(count), 0.06 * static_cast<double>(count));
  }
}

TEST(DistinctEstimate, UnitesThoseOfTwoImages) {
  DistinctEstimate one, other, both;
  one.add(ids(0, 60'000));
  other.add(ids(40'000, 100'000));
  both.add(ids(0, 100'000));
  one.add(other.registers());
  EXPECT_EQ(one.count(), both.count());
}

}  // namespace
}  // namespace quadrille::server
