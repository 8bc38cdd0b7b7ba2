#include "pgas/exchange.hpp"

#include <gtest/gtest.h>

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
  for (const std::size_t factor : {0, 1, 100, 10000}) exchange_once(factor, false);
}

TEST(Exchange, InPlaceReadsTheSame) {
  for (const std::size_t factor : {0, 1, 100, 10000}) exchange_once(factor, true);
}

TEST(Exchange, NeedsNoMessageInsideAGroup) {
  Team& team = test_job().team();
  const Counters before = team.counters();
  exchange_once(10, false);
  const Counters used = team.counters() - before;
  EXPECT_EQ(used.messages, 0u);
  if (team.size() > 1) {
    EXPECT_GT(used.bytes, 0u);
  }
}

}  // namespace
}  // namespace quadrille::pgas
