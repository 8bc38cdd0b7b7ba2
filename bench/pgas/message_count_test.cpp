#include "bench/pgas/message_count.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace quadrille::bench {
namespace {

std::vector<int> equal(int groups, int size) {
  return std::vector<int>(static_cast<std::size_t>(groups), size);
}

// The numbers of CGE21 5.3 for 16 images in 4 groups.
TEST(MessageCount, SixteenImagesInFourGroups) {
  EXPECT_EQ(count_naive(equal(4, 4)), (MessageCount{12, 192}));
  EXPECT_EQ(count_stride(equal(4, 4)), (MessageCount{3, 48}));
  EXPECT_EQ(count_consecutive(equal(4, 4)), (MessageCount{1, 16}));
}

// CGE21 5.3: with 16 images a group and 512 images, image 0 serves images 0-31, which are two groups.
TEST(MessageCount, ThirtyTwoGroupsOfSixteen) {
  EXPECT_EQ(count_naive(equal(32, 16)), (MessageCount{496, 253'952}));
  EXPECT_EQ(count_stride(equal(32, 16)), (MessageCount{31, 15'872}));
  EXPECT_EQ(count_consecutive(equal(32, 16)), (MessageCount{2, 992}));
}

TEST(MessageCount, GroupsOfOneImageHaveNothingToGather) {
  for (const auto count : {count_naive, count_stride, count_consecutive}) {
    EXPECT_EQ(count(equal(5, 1)), (MessageCount{4, 20}));
  }
}

TEST(MessageCount, OneGroupSendsNothing) {
  for (const auto count : {count_naive, count_stride, count_consecutive}) {
    EXPECT_EQ(count(equal(1, 8)), MessageCount{});
  }
}

TEST(MessageCount, UnequalGroupsHaveAsManyStridePairsAsTheSmallerOne) {
  EXPECT_EQ(count_stride(std::vector{3, 1}), (MessageCount{1, 2}));
  EXPECT_EQ(count_naive(std::vector{3, 1}), (MessageCount{3, 6}));
  EXPECT_EQ(count_stride(std::vector{5, 3, 4}), (MessageCount{2, 20}));
}

TEST(MessageCount, ConsecutiveIsNeverMoreThanStride) {
  for (int groups = 1; groups <= 24; ++groups) {
    for (int size = 1; size <= 24; ++size) {
      const MessageCount stride = count_stride(equal(groups, size)), ours = count_consecutive(equal(groups, size));
      EXPECT_LE(ours.most, stride.most) << groups << " groups of " << size;
      EXPECT_LE(ours.total, stride.total) << groups << " groups of " << size;
    }
  }
}

TEST(MessageCount, NamesAShape) {
  EXPECT_EQ(describe_shape(equal(32, 16)), "32 groups of 16");
  EXPECT_EQ(describe_shape(equal(1, 4)), "1 group of 4");
  EXPECT_EQ(describe_shape(std::vector{3, 1, 2}), "3 groups: 3, 1, 2");
}

}  // namespace
}  // namespace quadrille::bench
