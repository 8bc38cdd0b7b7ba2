#include "pgas/exchange.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "pgas/detail/message_limit.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

// Member r sends to member j a block of (r * 7 + j * 3) % 50 * `factor` words, each of them r * 100 + j.
void exchange_once(std::size_t factor, bool in_place) {
  Team& team = test_job().team();
  QueryArena arena(test_job().heap());
  const auto words = [&](int from, int to) { return static_cast<std::size_t>((from * 7 + to * 3) % 50) * factor; };
  std::vector<Block> outgoing;
  for (int to = 0; to < team.size(); ++to) {
    const auto block = arena.make_span<int>(words(team.rank(), to));
    std::fill(block.begin(), block.end(), team.rank() * 100 + to);
    outgoing.push_back(std::as_bytes(block));
  }
  const auto check = [&](const auto& received) {
    for (int from = 0; from < team.size(); ++from) {
      const auto block = received.template from_as<int>(from);
      ASSERT_EQ(block.size(), words(from, team.rank()));
      for (const int word : block) ASSERT_EQ(word, from * 100 + team.rank());
    }
  };
  if (in_place) {
    const auto shared = arena.make_span<Block>(outgoing.size());
    std::copy(outgoing.begin(), outgoing.end(), shared.begin());
    ExchangeView view(team, shared);
    check(view);
    view.finish();
  } else {
    check(exchange(team, arena, outgoing));
  }
}

TEST(Exchange, BringsEveryBlockToItsMember) {
  for (const std::size_t factor : {0, 1, 100, 10000, 100000}) exchange_once(factor, false);
}

TEST(Exchange, InPlaceReadsTheSame) {
  for (const std::size_t factor : {0, 1, 100, 10000, 100000}) exchange_once(factor, true);
}

// As those of more than a GB do.
TEST(Exchange, LargeBlocksTravelInParts) {
  const LoweredLimit lowered(detail::most_sent, 33'333);
  for (const std::size_t factor : {1, 10000, 20001}) {
    exchange_once(factor, false);
    exchange_once(factor, true);
  }
}

// Small blocks are one message between two groups.
TEST(Exchange, OfTooLongAMessageIsAnError) {
  Team& team = test_job().team();
  {
    const LoweredLimit lowered(detail::most_sent, 8);
    if (!team.is_one_group()) {
      EXPECT_THROW(team.run([&] { exchange_once(1, true); }), Error);
    }
    team.barrier();
  }
  team.run([&] { exchange_once(1, true); });
}

TEST(Exchange, NeedsNoMessageInsideAGroup) {
  Team& team = test_job().team();
  if (!team.is_one_group()) return;
  const Counters before = team.counters();
  exchange_once(10, false);
  const Counters used = team.counters() - before;
  EXPECT_EQ(used.messages, 0u);
  if (team.size() > 1) {
    EXPECT_GT(used.bytes, 0u);
  }
}

// CGE21 5.3: with G groups of S images an image sends at most ceil(G / S) messages a phase.
TEST(Exchange, AcrossGroupsAnImageSendsFewMessages) {
  Team& team = test_job().team();
  QueryArena arena(test_job().heap());
  std::vector<int> values(static_cast<std::size_t>(team.size()), team.rank());
  const auto words = arena.make_span<int>(values.size());
  std::copy(values.begin(), values.end(), words.begin());
  const auto blocks = arena.make_span<Block>(values.size());
  for (std::size_t to = 0; to < values.size(); ++to) blocks[to] = std::as_bytes(words.subspan(to, 1));
  int smallest = team.size();
  for (int group = 0; group < team.num_groups(); ++group) {
    smallest = std::min(smallest, team.group_end(group) - team.group_begin(group));
  }
  const auto bound = static_cast<std::uint64_t>((team.num_groups() + smallest - 1) / smallest);
  const Counters before = team.counters();
  ExchangeView view(team, blocks);
  for (int from = 0; from < team.size(); ++from) EXPECT_EQ(view.from_as<int>(from)[0], from);
  view.finish();
  EXPECT_LE((team.counters() - before).messages, team.is_one_group() ? 0 : bound);
}

TEST(Exchange, ThatOneMemberLeavesEndsForAllAndTheNextOneIsRight) {
  Team& team = test_job().team();
  for (int round = 0; round < 12; ++round) {
    const int failing = round % team.size();
    EXPECT_THROW(team.run([&] {
      for (int step = 0; step < 4; ++step) {
        if (team.rank() == failing && step == round % 4) fail(ErrorKind::cancelled, "round {}", round);
        exchange_once(step % 2 == 0 ? 20000 : 10, step > 1);
      }
    }),
                 Error);
    team.run([&] { exchange_once(5000, true); });
  }
}

TEST(Exchange, BlocksThatAreTheSameForAllTravelOnce) {
  Team& team = test_job().team();
  if (team.is_one_group()) return;
  QueryArena arena(test_job().heap());
  const auto block = arena.make_span<int>(100'000);
  std::fill(block.begin(), block.end(), team.rank());
  const auto blocks = arena.make_span<Block>(static_cast<std::size_t>(team.size()));
  std::uninitialized_fill(blocks.begin(), blocks.end(), std::as_bytes(block));
  const Counters before = team.counters();
  ExchangeView view(team, blocks);
  for (int from = 0; from < team.size(); ++from) {
    const auto theirs = view.from_as<int>(from);
    ASSERT_EQ(theirs.size(), block.size());
    EXPECT_EQ(theirs[99'999], from);
  }
  view.finish();
  const std::uint64_t sent = team.sum((team.counters() - before).sent_bytes);
  const auto to_groups = static_cast<std::uint64_t>(team.size() * (team.num_groups() - 1));
  EXPECT_LE(sent, to_groups * (block.size_bytes() + 4096));
}

}  // namespace
}  // namespace quadrille::pgas
