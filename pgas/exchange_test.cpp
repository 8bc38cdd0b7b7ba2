#include "pgas/exchange.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

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

// An exchange that begins ahead. Member r sends to member j `words` words, each of them 1000 * tag + 10 * r + j; every
// other member a word more.
class Ahead {
 public:
  Ahead(QueryArena& arena, int tag, std::size_t words) : tag_(tag), words_(words) {
    Team& team = test_job().team();
    const auto blocks = arena.make_span<Block>(static_cast<std::size_t>(team.size()));
    for (int to = 0; to < team.size(); ++to) {
      const auto block = arena.make_span<int>(words_ + static_cast<std::size_t>(to % 2));
      std::fill(block.begin(), block.end(), word(team.rank(), to));
      std::construct_at(&blocks[static_cast<std::size_t>(to)], std::as_bytes(block));
    }
    view_.emplace(team, blocks, 1, ExchangeView::Begin::ahead);
  }
  void receive() { view_->receive(); }
  void end() {
    const Team& team = test_job().team();
    receive();
    for (int from = 0; from < team.size(); ++from) {
      const auto block = view_->from_as<int>(from);
      ASSERT_EQ(block.size(), words_ + static_cast<std::size_t>(team.rank() % 2));
      for (const int seen : block) ASSERT_EQ(seen, word(from, team.rank()));
    }
    view_->finish();
    view_.reset();
  }

 private:
  int word(int from, int to) const { return 1000 * tag_ + 10 * from + to; }

  const int tag_;
  const std::size_t words_;
  std::optional<ExchangeView> view_;
};

// More of them than there are channels, and others come between.
TEST(Exchange, ThoseBegunAheadEndInAnyOrder) {
  Team& team = test_job().team();
  for (const std::size_t words : {std::size_t{0}, std::size_t{3}, std::size_t{20'000}, std::size_t{300'000}}) {
    QueryArena arena(test_job().heap());
    team.run([&] {
      std::vector<std::unique_ptr<Ahead>> begun;
      for (int tag = 0; tag < 10; ++tag) {
        begun.push_back(std::make_unique<Ahead>(arena, tag, words / static_cast<std::size_t>(tag + 1)));
        exchange_once(tag % 2 == 0 ? 10 : 3000, true);
      }
      for (const int tag : {3, 0, 9, 1, 2}) {
        begun[static_cast<std::size_t>(tag)]->end();
        begun[static_cast<std::size_t>(tag)] = std::make_unique<Ahead>(arena, 20 + tag, words);
        team.barrier();
      }
      for (const auto& ahead : begun) ahead->end();
    });
  }
}

TEST(Exchange, AheadThatNobodyWantsIsDroppedAtTheEndOfTheRun) {
  Team& team = test_job().team();
  for (int round = 0; round < 20; ++round) {
    QueryArena arena(test_job().heap());
    team.run([&] {
      const Ahead dropped(arena, round, round % 2 == 0 ? 100'000 : 5), also_dropped(arena, 500 + round, 10);
      Ahead(arena, 900 + round, 30'000).end();
    });
    team.run([&] { Ahead(arena, 700 + round, round % 3 == 0 ? 50'000 : 7).end(); });
  }
  exchange_once(10'000, true);
}

// As the operators of a plan that outlives its run.
TEST(Exchange, AheadMayOutliveItsRun) {
  Team& team = test_job().team();
  for (int round = 0; round < 12; ++round) {
    QueryArena arena(test_job().heap());
    std::unique_ptr<Ahead> left;
    const bool fails = round % 3 == 2;
    const auto work = [&] {
      if (!fails || team.rank() == 0) left = std::make_unique<Ahead>(arena, round, round % 2 == 0 ? 60'000 : 6);
      if (fails && team.rank() == 0) fail(ErrorKind::cancelled, "round {}", round);
      team.barrier();
    };
    if (fails) {
      EXPECT_THROW(team.run(work), Error);
    } else {
      team.run(work);
    }
    team.run([&] { Ahead(arena, 700 + round, 50'000).end(); });
    left.reset();
    team.run([&] { Ahead(arena, 800 + round, 10).end(); });
    exchange_once(5000, true);
  }
}

// The operators of a plan end after the run, and before the arena.
TEST(Exchange, AheadThatOutlivesAFailedRunKeepsNoMemory) {
  Team& team = test_job().team();
  const std::size_t before = test_job().heap().usage().used_bytes;
  team.barrier();  // data of other members' next run may arrive before this member begins it
  for (int round = 0; round < 12; ++round) {
    {
      QueryArena arena(test_job().heap());
      std::unique_ptr<Ahead> left;
      EXPECT_THROW(team.run([&] {
        left = std::make_unique<Ahead>(arena, round, round % 2 == 0 ? 60'000 : 6);
        left->receive();
        if (team.rank() == round % team.size()) fail(ErrorKind::cancelled, "round {}", round);
        team.barrier();
      }),
                   Error);
    }
    EXPECT_EQ(test_job().heap().usage().used_bytes, before) << "round " << round;
    team.barrier();
  }
}

TEST(Exchange, AheadOfARunThatFailsIsDropped) {
  Team& team = test_job().team();
  for (int round = 0; round < 12; ++round) {
    QueryArena arena(test_job().heap());
    const int failing = round % team.size();
    EXPECT_THROW(team.run([&] {
      Ahead first(arena, round, 40'000);
      if (team.rank() == failing && round % 3 == 0) fail(ErrorKind::cancelled, "round {}", round);
      Ahead second(arena, 500 + round, 10);
      first.end();
      if (team.rank() == failing) fail(ErrorKind::cancelled, "round {}", round);
      Ahead(arena, 900 + round, 20'000).end();
      second.end();
      team.barrier();
    }),
                 Error);
    team.run([&] { Ahead(arena, 700 + round, 50'000).end(); });
  }
}

// The lane's threads call nothing meanwhile.
TEST(Exchange, AheadTravelsWhileTheImagesWork) {
  Team& team = test_job().team();
  if (team.is_one_group()) return;
  QueryArena arena(test_job().heap());
  team.barrier();
  const std::size_t before = test_job().heap().usage().used_bytes;
  Ahead ahead(arena, 1, 1'000'000);
  const auto own = static_cast<std::size_t>(team.size()) * 4'000'000;
  const auto others =
      static_cast<std::size_t>(team.size() - (team.group_end(team.group()) - team.group_begin(team.group())));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (test_job().heap().usage().used_bytes < before + own + others * 4'000'000 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GE(test_job().heap().usage().used_bytes, before + own + others * 4'000'000);
  ahead.end();
}

}  // namespace
}  // namespace quadrille::pgas
