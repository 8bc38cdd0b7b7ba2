#include "pgas/team.hpp"

#include <gtest/gtest.h>

#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

TEST(Team, GathersInMemberOrder) {
  Team& team = test_job().team();
  const std::vector<int> all = team.all_gather(10 * team.rank());
  ASSERT_EQ(all.size(), static_cast<std::size_t>(team.size()));
  for (int member = 0; member < team.size(); ++member) EXPECT_EQ(all[static_cast<std::size_t>(member)], 10 * member);
}

TEST(Team, SumMinMaxAgreeWithTheFormula) {
  Team& team = test_job().team();
  const int n = team.size();
  EXPECT_EQ(team.sum(team.rank() + 1), n * (n + 1) / 2);
  EXPECT_EQ(team.min(team.rank() - 3), -3);
  EXPECT_EQ(team.max(team.rank()), n - 1);
  EXPECT_TRUE(team.any(team.rank() == n - 1));
  EXPECT_EQ(team.all(team.rank() == 0), n == 1);
}

TEST(Team, ManyCollectivesInARowKeepTheirValuesApart) {
  Team& team = test_job().team();
  for (int round = 0; round < 2000; ++round) {
    ASSERT_EQ(team.sum(round * (team.rank() + 1)), round * team.size() * (team.size() + 1) / 2);
  }
}

TEST(Team, BroadcastsBytesOfAnyLength) {
  Team& team = test_job().team();
  for (const std::size_t bytes : {0, 1, 1000, 100000}) {
    const int root = team.size() - 1;
    const std::string message(bytes, 'x');
    EXPECT_EQ(team.broadcast(team.rank() == root ? message : std::string("not mine"), root), message);
  }
}

TEST(Team, GathersValuesOfTheGroupAlone) {
  Team& team = test_job().team();
  const std::vector<int> all = team.gather_values_in_group(team.rank() * 10);
  ASSERT_EQ(static_cast<int>(all.size()), team.group_size());
  for (int k = 0; k < team.group_size(); ++k) {
    EXPECT_EQ(all[static_cast<std::size_t>(k)], (team.group_begin(team.group()) + k) * 10);
  }
  team.barrier_in_group();
}

TEST(Team, AllThrowTheErrorOfOne) {
  Team& team = test_job().team();
  const int failing = team.size() / 2;
  const Outcome mine = attempt([&] {
    if (team.rank() == failing) fail(ErrorKind::memory, "no memory on image {}", failing);
  });
  try {
    team.agree(mine);
    FAIL() << "agree() must throw";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
    EXPECT_EQ(error.what(), "no memory on image " + std::to_string(failing));
  }
  team.agree(Outcome{});
}

TEST(Team, ARunThatFailsOnOneImageFailsOnAllWhereverTheyAre) {
  Team& team = test_job().team();
  for (int round = 0; round < 200; ++round) {
    const int failing = round % team.size();
    try {
      team.run([&] {
        for (int step = 0; step < 20; ++step) {
          if (team.rank() == failing && step == round % 20) fail(ErrorKind::timeout, "round {}", round);
          EXPECT_EQ(team.sum(step), step * team.size());
        }
      });
      FAIL() << "run() must throw";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::timeout);
      EXPECT_EQ(error.what(), "round " + std::to_string(round));
    }
    int total = 0;
    team.run([&] { total = team.sum(1); });
    EXPECT_EQ(total, team.size());
  }
}

TEST(Team, AFailureDoesNotReachWhatWasBeforeTheRun) {
  Team& team = test_job().team();
  for (int round = 0; round < 100; ++round) {
    EXPECT_EQ(team.sum(round), round * team.size());  // members of other groups may still be here
    EXPECT_THROW(team.run([&] {
      if (team.is_first()) fail(ErrorKind::cancelled, "at once");
      team.barrier();
    }),
                 Error);
  }
}

TEST(Team, WorkWithoutCollectivesHearsOfAFailureToo) {
  Team& team = test_job().team();
  if (team.size() == 1) return;
  EXPECT_THROW(team.run([&] {
    if (team.is_first()) fail(ErrorKind::cancelled, "enough");
    while (true) team.check_failed();
  }),
               Error);
}

TEST(Team, LanesAreIndependent) {
  Team& first = test_job().team(0);
  Team& second = test_job().team(1);
  EXPECT_EQ(first.sum(1), first.size());
  EXPECT_EQ(second.sum(2), 2 * second.size());
}

TEST(Team, OneImageAloneIsATeamToo) {
  const auto solo = test_job().make_solo_team();
  EXPECT_EQ(solo->size(), 1);
  EXPECT_EQ(solo->sum(7), 7);
  EXPECT_EQ(solo->broadcast("text"), "text");
  EXPECT_THROW(solo->agree(Outcome(ErrorKind::user, "mine")), Error);
}

}  // namespace
}  // namespace quadrille::pgas
