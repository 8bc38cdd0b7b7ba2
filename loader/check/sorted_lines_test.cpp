#include "loader/check/sorted_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {
namespace {

std::string sorted_by_it(const std::vector<std::string>& lines, std::size_t memory_bytes) {
  const testing::TemporaryFolder folder;
  SortedLines sorted(folder.path(), memory_bytes);
  for (const std::string& line : lines) sorted.add(line);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  std::string all;
  sorted.take([&](std::string_view some) {
    EXPECT_TRUE(some.ends_with('\n'));
    all += some;
  });
  return all;
}

TEST(SortedLines, OfNothingAreNone) {
  EXPECT_EQ(sorted_by_it({}, 100), "");
}

TEST(SortedLines, ComeInOrderHoweverLittleMemoryThereIs) {
  std::mt19937 dice(7);
  std::vector<std::string> lines;
  for (int number = 0; number < 5000; ++number) {
    lines.push_back(std::string(dice() % 40, static_cast<char>('a' + dice() % 3)) + std::to_string(dice() % 1000) +
                    "\n");
  }
  lines.push_back(std::string(100000, 'b') + "\n");
  std::vector<std::string> right = lines;
  std::sort(right.begin(), right.end());
  std::string wanted;
  for (const std::string& line : right) wanted += line;
  for (const std::size_t memory : {std::size_t{1}, std::size_t{4000}, std::size_t{60000}, SortedLines::kMemoryBytes}) {
    if (memory == 1) {  // a file a line
      EXPECT_EQ(sorted_by_it({"b\n", "a\n", "c\n"}, 1), "a\nb\nc\n");
      continue;
    }
    EXPECT_EQ(sorted_by_it(lines, memory) == wanted, true) << memory;
  }
}

}  // namespace
}  // namespace quadrille
