#include "base/sort_stretches.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <vector>

namespace quadrille {

TEST(SortStretches, SortsAnyNumberOfThem) {
  std::mt19937 random(1);
  for (int stretches = 0; stretches < 40; ++stretches) {
    std::vector<int> values;
    for (int stretch = 0; stretch < stretches; ++stretch) {
      const std::size_t begin = values.size();
      for (int i = static_cast<int>(random() % 50); i >= 0; --i) values.push_back(static_cast<int>(random() % 1000));
      std::sort(values.begin() + static_cast<std::ptrdiff_t>(begin), values.end());
    }
    std::vector<int> expected = values;
    std::sort(expected.begin(), expected.end());
    sort_stretches(values.begin(), values.end(), std::less<>());
    EXPECT_EQ(values, expected) << stretches;
  }
}

TEST(SortStretches, SortsWhatDescends) {
  std::vector<int> values;
  for (int i = 100; i > 0; --i) values.push_back(i);
  sort_stretches(values.begin(), values.end(), std::less<>());
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
}

}  // namespace quadrille
