#include "pgas/group_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::pgas {
namespace {

using Sizes = std::vector<int>;

GroupPlan plan_of(const Sizes& sizes) {
  std::vector<int> begins{0};
  for (const int size : sizes) begins.push_back(begins.back() + size);
  return GroupPlan(begins);
}

Sizes equal(int groups, int size) {
  return Sizes(static_cast<std::size_t>(groups), size);
}

int ceil_of(int count, int share) {
  return (count + share - 1) / share;
}

// Every number of groups and of images in a group up to 40; then unequal groups: all shapes of four groups of up to
// four images, and random ones.
template <class Claim>
void for_many_shapes(Claim&& claim) {
  const auto check = [&](const Sizes& sizes) {
    std::string shape;
    for (const int size : sizes) shape += std::to_string(size) + " ";
    SCOPED_TRACE("groups of " + shape);
    claim(sizes);
    return !testing::Test::HasFailure();
  };
  for (int groups = 1; groups <= 40; ++groups) {
    for (int size = 1; size <= 40; ++size) {
      if (!check(equal(groups, size))) return;
    }
  }
  for (int shape = 0; shape < 256; ++shape) {
    if (!check({1 + shape % 4, 1 + shape / 4 % 4, 1 + shape / 16 % 4, 1 + shape / 64})) return;
  }
  std::mt19937 random(20260301);
  for (int turn = 0; turn < 200; ++turn) {
    Sizes sizes(2 + random() % 20);
    for (int& size : sizes) size = 1 + static_cast<int>(random() % 24);
    if (!check(sizes)) return;
  }
}

int messages_in_all(const GroupPlan& plan) {
  std::size_t messages = 0;
  for (int member = 0; member < plan.members(); ++member) messages += plan.from(member).size();
  return static_cast<int>(messages);
}

TEST(GroupPlan, EveryGroupAndMemberOfAnotherOneAreInOneStream) {
  for_many_shapes([](const Sizes& sizes) {
    const GroupPlan plan = plan_of(sizes);
    std::vector<int> streams(static_cast<std::size_t>(plan.groups() * plan.members()));  // by group and destination
    for (int member = 0; member < plan.members(); ++member) {
      for (const Stream& stream : plan.from(member)) {
        ASSERT_LT(stream.dest_begin, stream.dest_end);
        for (int dest = stream.dest_begin; dest < stream.dest_end; ++dest) {
          ASSERT_EQ(plan.group_of(dest), stream.to_group);
          ++streams[static_cast<std::size_t>(stream.from_group * plan.members() + dest)];
        }
      }
    }
    for (int group = 0; group < plan.groups(); ++group) {
      for (int dest = 0; dest < plan.members(); ++dest) {
        const int wanted = plan.group_of(dest) == group ? 0 : 1;
        ASSERT_EQ(streams[static_cast<std::size_t>(group * plan.members() + dest)], wanted)
            << "from group " << group << " to member " << dest;
      }
    }
  });
}

TEST(GroupPlan, SendersAndReceiversAreInTheirGroups) {
  for_many_shapes([](const Sizes& sizes) {
    const GroupPlan plan = plan_of(sizes);
    for (int member = 0; member < plan.members(); ++member) {
      for (const Stream& stream : plan.from(member)) {
        ASSERT_EQ(stream.sender, member);
        ASSERT_EQ(plan.group_of(stream.sender), stream.from_group);
        ASSERT_EQ(plan.group_of(stream.receiver), stream.to_group);
        ASSERT_NE(stream.from_group, stream.to_group);
      }
      for (const Stream& stream : plan.to(member)) ASSERT_EQ(stream.receiver, member);
    }
  });
}

TEST(GroupPlan, AnImageSendsAtMostGroupsByGroupSizeMessages) {
  for_many_shapes([](const Sizes& sizes) {
    const GroupPlan plan = plan_of(sizes);
    const int smallest = *std::min_element(sizes.begin(), sizes.end());
    for (int member = 0; member < plan.members(); ++member) {
      const auto sent = static_cast<int>(plan.from(member).size());
      ASSERT_LE(sent, ceil_of(plan.groups(), smallest)) << "member " << member;
      ASSERT_LE(sent, ceil_of(plan.groups() - 1, plan.size(plan.group_of(member)))) << "member " << member;
    }
  });
}

TEST(GroupPlan, ReceiversAreBalanced) {
  for_many_shapes([](const Sizes& sizes) {
    const GroupPlan plan = plan_of(sizes);
    for (int group = 0; group < plan.groups(); ++group) {
      int received = 0;
      for (int member = plan.begin(group); member < plan.end(group); ++member) {
        received += static_cast<int>(plan.to(member).size());
      }
      for (int member = plan.begin(group); member < plan.end(group); ++member) {
        ASSERT_LE(static_cast<int>(plan.to(member).size()), ceil_of(received, plan.size(group)));
      }
    }
  });
}

TEST(GroupPlan, PlacesAndNumbersAreDenseAndFindTheSameStream) {
  for_many_shapes([](const Sizes& sizes) {
    const GroupPlan plan = plan_of(sizes);
    for (int member = 0; member < plan.members(); ++member) {
      int place = 0;
      for (const Stream& stream : plan.from(member)) {
        ASSERT_EQ(stream.place, place++);
        const auto incoming = plan.to(stream.receiver);
        ASSERT_LT(stream.number, static_cast<int>(incoming.size()));
        const Stream& same = incoming[static_cast<std::size_t>(stream.number)];
        ASSERT_EQ(same.number, stream.number);
        ASSERT_EQ(same.sender, stream.sender);
        ASSERT_EQ(same.place, stream.place);
        ASSERT_EQ(same.dest_begin, stream.dest_begin);
        ASSERT_EQ(same.dest_end, stream.dest_end);
      }
    }
  });
}

TEST(GroupPlan, StreamsAreFoundByGroupAndDestination) {
  for_many_shapes([](const Sizes& sizes) {
    const GroupPlan plan = plan_of(sizes);
    for (int group = 0; group < plan.groups(); ++group) {
      for (int to = 0; to < plan.groups(); ++to) {
        if (to == group) continue;
        const Stream& first = plan.first_stream(group, to);
        ASSERT_EQ(first.part, 0);
        ASSERT_EQ(first.dest_begin, plan.begin(to));
        for (int dest = plan.begin(to); dest < plan.end(to); dest += std::max(1, plan.size(to) / 3)) {
          const Stream& stream = plan.stream_to(group, dest);
          ASSERT_EQ(stream.from_group, group);
          ASSERT_TRUE(stream.dest_begin <= dest && dest < stream.dest_end);
        }
      }
    }
  });
}

// CGE21 5.3: 16 images in 4 groups need 48 messages with a partner in every group and 192 without aggregation.
TEST(GroupPlan, SixteenImagesInFourGroupsSendSixteenMessages) {
  EXPECT_EQ(messages_in_all(plan_of(equal(4, 4))), 16);
}

TEST(GroupPlan, OneGroupSendsNothing) {
  for (int size = 1; size <= 64; ++size) EXPECT_EQ(messages_in_all(plan_of({size})), 0);
}

TEST(GroupPlan, NoTwoStreamsHaveTheSameSenderAndDestinations) {
  for (const Sizes& sizes : {equal(3, 5), Sizes{5, 1, 3}, Sizes{1, 7}, Sizes{2, 2, 9, 1}}) {
    const GroupPlan plan = plan_of(sizes);
    std::set<std::pair<int, int>> ends;  // sender and destinations
    for (int member = 0; member < plan.members(); ++member) {
      for (const Stream& stream : plan.from(member)) {
        EXPECT_TRUE(ends.insert({stream.sender, stream.dest_begin}).second);
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::pgas
