#include "server/operations/running_requests.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace quadrille::server {

namespace {

bool everybody(const RunningRequest&) {
  return true;
}

}  // namespace

TEST(RunningRequests, AreListedBetweenBeginAndEnd) {
  RunningRequests running;
  RunningRequests::Place place(running), other(running);
  EXPECT_TRUE(running.list().empty());
  place.begin();
  place.change([](RequestRecord& record) {
    record.id = "a";
    record.kind = RequestKind::query;
    record.text = "ASK {}";
  });
  place.record().progress.enter(RunStage::running);
  place.record().progress.add_rows(3);
  const auto listed = running.list();
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].id, "a");
  EXPECT_EQ(listed[0].text, "ASK {}");
  EXPECT_EQ(listed[0].stage, RunStage::running);
  EXPECT_EQ(listed[0].rows, 3u);
  EXPECT_EQ(running.counts()[static_cast<std::size_t>(RequestKind::query)], 1u);
  place.end();
  EXPECT_TRUE(running.list().empty());
  place.begin();  // the next one has nothing of the last
  EXPECT_EQ(running.list()[0].text, "");
  EXPECT_EQ(running.list()[0].rows, 0u);
  place.end();
}

TEST(RunningRequests, AreCancelledByIdIfTheCallerMay) {
  RunningRequests running;
  RunningRequests::Place one(running), two(running);
  for (auto* place : {&one, &two}) {
    place->begin();
    place->change([](RequestRecord& record) { record.id = "same"; });
  }
  one.change([](RequestRecord& record) { record.client = "192.0.2.1"; });
  EXPECT_TRUE(running.cancel("other", everybody).empty());
  const auto ended = running.cancel("same", [](const RunningRequest& r) { return r.client == "192.0.2.1"; });
  EXPECT_EQ(ended.size(), 1u);
  EXPECT_TRUE(one.record().cancelled);
  EXPECT_FALSE(two.record().cancelled);
  EXPECT_EQ(running.cancel("same", everybody).size(), 2u);
  one.end();
  EXPECT_EQ(running.cancel("same", everybody).size(), 1u);
  one.begin();
  EXPECT_FALSE(one.record().cancelled);
}

TEST(RunningRequests, TheTimeOfAStageGrowsUntilTheNext) {
  RunProgress progress;
  progress.restart(RunStage::waiting);
  progress.enter(RunStage::planning);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_GE(progress.seconds(RunStage::planning), 0.02);
  EXPECT_EQ(progress.enter(RunStage::sending), RunStage::planning);
  const double planning = progress.seconds(RunStage::planning);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(progress.seconds(RunStage::planning), planning);
  EXPECT_GE(progress.seconds(RunStage::sending), 0.005);
  EXPECT_EQ(progress.seconds(RunStage::running), 0);
  progress.see(100, 0);
  progress.see(50, 0);
  EXPECT_EQ(progress.memory_bytes(), 50u);
  EXPECT_EQ(progress.peak_bytes(), 100u);
}

TEST(RunningRequests, CanBeListedWhileOthersWork) {
  RunningRequests running;
  std::atomic<bool> ends = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      RunningRequests::Place place(running);
      while (!ends) {
        place.begin();
        place.change([](RequestRecord& record) { record.text = std::string(100, 'x'); });
        place.record().progress.enter(RunStage::running);
        place.end();
      }
    });
  }
  for (int i = 0; i < 1000; ++i) {
    for (const RunningRequest& one : running.list()) EXPECT_TRUE(one.text.empty() || one.text.size() == 100);
    running.cancel("", everybody);
  }
  ends = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(running.list().empty());
}

TEST(RunningRequests, ABeginningHasWholeCharacters) {
  EXPECT_EQ(beginning_of("abc", 3), "abc");
  EXPECT_EQ(beginning_of("abcd", 3), "abc");
  EXPECT_EQ(beginning_of("ab\xc3\xa9", 3), "ab");
  EXPECT_EQ(beginning_of("", 3), "");
}

}  // namespace quadrille::server
