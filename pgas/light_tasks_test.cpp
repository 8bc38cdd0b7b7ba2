#include "pgas/light_tasks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

using std::chrono::microseconds;

// A list of numbers that each group can compute for itself: item i of list n is n * 1000 + i, and it has n % 5 items.
// Group n % groups owns it.
struct ListAsked {
  std::uint64_t list;
  int group;  // that must answer
};

class ListTasks {
 public:
  explicit ListTasks(LightTaskOptions options = {})
      : team_(test_job().team()),
        arena_(test_job().heap()),
        tasks_(
            team_, arena_, [this](const ListAsked& asked) { return answer(asked); }, std::move(options)) {}

  Team& team() { return team_; }
  auto& tasks() { return tasks_; }
  auto get(std::uint64_t list) { return tasks_.get(group_of(list), {list, group_of(list)}); }
  void ask(std::uint64_t list) { tasks_.ask(group_of(list), {list, group_of(list)}, static_cast<std::uint32_t>(list)); }
  static bool is_right(std::uint64_t list, std::span<const std::uint64_t> items) {
    if (items.size() != list % 5) return false;
    for (std::size_t item = 0; item < items.size(); ++item) {
      if (items[item] != list * 1000 + item) return false;
    }
    return true;
  }
  // Tasks first .. first + count - 1 on this image.
  template <class Body>
  void run(std::uint64_t first, std::uint64_t count, Body&& body) {
    std::uint64_t next = first;
    tasks_.run([&] { return next < first + count ? std::optional(next++) : std::nullopt; }, body);
  }

 private:
  int group_of(std::uint64_t list) const { return static_cast<int>(list % static_cast<unsigned>(team_.num_groups())); }
  std::span<const std::uint64_t> answer(const ListAsked& asked) {
    EXPECT_EQ(asked.group, team_.group());
    answer_.resize(asked.list % 5);
    std::iota(answer_.begin(), answer_.end(), asked.list * 1000);
    return answer_;
  }

  Team& team_;
  QueryArena arena_;
  std::vector<std::uint64_t> answer_;
  LightTasks<ListAsked, std::uint64_t> tasks_;
};

std::uint64_t mixed_number(std::uint64_t number) {
  number = (number ^ (number >> 31)) * 0x9e3779b97f4a7c15u;
  return number ^ (number >> 29);
}

TEST(LightTasks, EachGetsTheAnswersToItsQuestions) {
  ListTasks lists;
  const auto first = static_cast<std::uint64_t>(lists.team().rank()) * 100'000;
  std::uint64_t right = 0, ended = 0;
  const auto body = [&](std::uint64_t number) -> LightTask {
    const std::uint64_t gets = mixed_number(number) % 9;  // some end at once
    for (std::uint64_t turn = 0; turn < gets; ++turn) {
      const std::uint64_t list = mixed_number(number * 10 + turn) % 1'000'000;
      right += ListTasks::is_right(list, co_await lists.get(list)) ? 1 : 0;
    }
    ++ended;
  };
  lists.team().run([&] { lists.run(first, 5000, body); });
  std::uint64_t gets = 0;
  for (std::uint64_t number = first; number < first + 5000; ++number) gets += mixed_number(number) % 9;
  EXPECT_EQ(right, gets);
  EXPECT_EQ(ended, 5000u);
}

// Each list gives the next one, as neighbours do in a walk.
TEST(LightTasks, ChainsOfQuestionsGoOn) {
  ListTasks lists;
  std::vector<std::uint64_t> ends(3000);
  lists.team().run([&] {
    lists.run(0, ends.size(), [&](std::uint64_t number) -> LightTask {
      std::uint64_t list = number;
      for (int step = 0; step < 30; ++step) {
        const auto items = co_await lists.get(list);
        list = mixed_number(items.empty() ? list : items.back()) % 100'000;
      }
      ends[number] = list;
    });
  });
  for (std::uint64_t number = 0; number < ends.size(); ++number) {
    std::uint64_t list = number;
    for (int step = 0; step < 30; ++step) {
      list = mixed_number(list % 5 == 0 ? list : list * 1000 + list % 5 - 1) % 100'000;
    }
    ASSERT_EQ(ends[number], list) << number;
  }
}

// As a search from one vertex does.
TEST(LightTasks, OneTaskAsksManyQuestionsAtOnce) {
  ListTasks lists;
  std::uint64_t right = 0, sum = 0;
  lists.team().run([&] {
    lists.run(0, 20, [&](std::uint64_t number) -> LightTask {
      for (std::uint64_t list = 0; list < number * 1000; ++list) lists.ask(list);
      for (std::uint64_t list = 0; list < number * 1000; ++list) {
        const auto answer = co_await lists.tasks().next_answer();
        right += ListTasks::is_right(answer.tag, answer.items) ? 1 : 0;
        sum += answer.tag;
      }
    });
  });
  EXPECT_EQ(right, 190'000u);
  std::uint64_t tags = 0;
  for (std::uint64_t number = 0; number < 20; ++number) tags += number * 1000 * (number * 1000 - 1) / 2;
  EXPECT_EQ(sum, tags);
}

TEST(LightTasks, NoMoreThanTheGivenNumberAreInFlight) {
  ListTasks lists({.in_flight = 16, .check = [] {}, .latency = microseconds(5)});
  std::size_t now = 0, most = 0;
  lists.team().run([&] {
    lists.run(0, 500, [&](std::uint64_t number) -> LightTask {
      most = std::max(most, ++now);
      for (std::uint64_t list = 0; list < 3; ++list) co_await lists.get(number + list);
      --now;
    });
  });
  EXPECT_LE(most, 16u);
  EXPECT_EQ(now, 0u);
}

// Members with many tasks, with a few, with long ones and with none.
TEST(LightTasks, ImagesWithoutTasksAnswerUntilAllHaveEnded) {
  ListTasks lists;
  const auto rank = static_cast<std::uint64_t>(lists.team().rank());
  for (const std::uint64_t busy : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}}) {
    std::uint64_t ended = 0;
    const std::uint64_t count = rank == busy ? 3000 : 0;
    lists.team().run([&] {
      lists.run(0, count, [&](std::uint64_t number) -> LightTask {
        const std::uint64_t gets = number == 7 ? 500 : 2;
        for (std::uint64_t list = 0; list < gets; ++list) co_await lists.get(number + list);
        ++ended;
      });
    });
    EXPECT_EQ(ended, count);
  }
}

TEST(LightTasks, AnErrorInOneEndsAll) {
  Team& team = test_job().team();
  for (int failing = 0; failing < team.size(); ++failing) {
    ListTasks failed;
    EXPECT_THROW(team.run([&] {
      failed.run(0, 2000, [&](std::uint64_t number) -> LightTask {
        for (std::uint64_t list = 0; list < 20; ++list) {
          co_await failed.get(number + list);
          if (team.rank() == failing && number == 1500 && list == 10) fail(ErrorKind::user, "no more");
        }
      });
    }),
                 Error);
    ListTasks lists;
    std::uint64_t ended = 0;
    team.run([&] {
      lists.run(0, 100, [&](std::uint64_t number) -> LightTask {
        co_await lists.get(number);
        ++ended;
      });
    });
    EXPECT_EQ(ended, 100u);
  }
}

// The tasks would never end.
TEST(LightTasks, TheCallersCheckEndsThem) {
  Team& team = test_job().team();
  QueryArena arena(test_job().heap());
  int checks = 0;
  const auto check = [&] {
    if (team.rank() == team.size() - 1 && ++checks == 20) fail(ErrorKind::cancelled, "cancelled");
  };
  EXPECT_THROW(team.run([&] {
    LightTasks<std::uint64_t, std::uint64_t> tasks(
        team, arena, [](const std::uint64_t&) { return std::span<const std::uint64_t>(); },
        {.in_flight = 100, .check = check, .latency = {}});
    std::uint64_t next = 0;
    tasks.run([&] { return std::optional(next++); },
              [&](std::uint64_t number) -> LightTask {
                for (int group = 0; number < 10 || group < 3; ++group) {
                  co_await tasks.get(group % team.num_groups(), number);
                }
              });
  }),
               Error);
}

TEST(LightTasks, SendAtMostOneBlockToEachOtherGroupInAStep) {
  ListTasks lists;
  Team& team = lists.team();
  const Counters before = team.counters();
  lists.team().run([&] {
    lists.run(0, 4000, [&](std::uint64_t number) -> LightTask {
      for (std::uint64_t list = 0; list < 10; ++list) co_await lists.get(mixed_number(number + list) % 1000);
    });
  });
  const Counters used = team.counters() - before;
  if (team.is_one_group()) {
    EXPECT_EQ(used.messages, 0u);
    return;
  }
  const std::uint64_t steps = lists.tasks().num_steps();
  const auto members = static_cast<std::uint64_t>(team.group_size());
  const auto others = static_cast<std::uint64_t>(team.num_groups() - 1);
  // One more for the choice of the number of steps on their way.
  EXPECT_LE(used.messages, (steps + 1) * ((others + members - 1) / members));
  // Many tasks share a step: 40,000 questions, at least half of them to other groups.
  EXPECT_LE(steps, 4000u / 128 * 40 + 100);
}

TEST(LightTasks, AnswersOfAnyLengthArrive) {
  Team& team = test_job().team();
  QueryArena arena(test_job().heap());
  std::vector<std::uint32_t> answer;
  std::uint64_t wrong = 0;
  team.run([&] {
    LightTasks<std::uint64_t, std::uint32_t> tasks(team, arena, [&](const std::uint64_t& length) {
      answer.assign(length, static_cast<std::uint32_t>(length));
      return std::span<const std::uint32_t>(answer);
    });
    std::uint64_t next = 0;
    tasks.run([&] { return next < 40 ? std::optional(next++) : std::nullopt; },
              [&](std::uint64_t number) -> LightTask {
                const std::uint64_t length = number * number * 50 + number;
                const auto items = co_await tasks.get(static_cast<int>(number) % team.num_groups(), length);
                wrong += items.size() != length ? 1 : 0;
                for (const std::uint32_t item : items) wrong += item != length ? 1 : 0;
              });
  });
  EXPECT_EQ(wrong, 0u);
}

TEST(LightTasks, WorkWithAnyLatency) {
  for (const int latency : {1, 10, 100}) {
    ListTasks lists({.in_flight = 1024, .check = [] {}, .latency = microseconds(latency)});
    std::uint64_t right = 0;
    lists.team().run([&] {
      lists.run(0, 2000, [&](std::uint64_t number) -> LightTask {
        for (std::uint64_t list = number; list < number + 5; ++list) {
          right += ListTasks::is_right(list, co_await lists.get(list)) ? 1 : 0;
        }
      });
    });
    EXPECT_EQ(right, 10'000u);
  }
}

}  // namespace
}  // namespace quadrille::pgas
