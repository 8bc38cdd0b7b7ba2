#include "server/operations/query_log.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

class QueryLogs : public testing::Test {
 protected:
  ~QueryLogs() override { fs::remove(path_); }
  QueryLogSettings settings() const { return {.file = path_, .format = LogFormat::json}; }
  std::vector<nlohmann::json> entries() const {
    std::vector<nlohmann::json> all;
    std::ifstream in(path_);
    for (std::string line; std::getline(in, line);) all.push_back(nlohmann::json::parse(line));
    return all;
  }
  const std::string path_ = fs::temp_directory_path() / ("quadrille-query-log-" + std::to_string(getpid()));
};

void fill(RequestRecord& record, const std::string& text) {
  record.restart();
  record.id = "q-1";
  record.kind = RequestKind::query;
  record.client = "192.0.2.1";
  record.database = "people";
  record.text = beginning_of(text, RequestRecord::kShownText);
  record.text_bytes = text.size();
  record.status = 200;
  record.sent_bytes = 7;
  record.progress.add_rows(2);
}

}  // namespace

TEST_F(QueryLogs, HaveAnEntryForEachOperation) {
  RequestRecord record;
  {
    QueryLog log(settings());
    fill(record, "ASK {}");
    log.add(record);
    record.caller = std::make_shared<const Caller>(Caller::How::password, "ann", Grants{});
    record.cancelled = true;
    record.logs.job = "j";
    record.logs.plan = "the plan";
    log.add(record);
    record.kind = RequestKind::state;
    log.add(record);
    record.kind = RequestKind::query;
    record.logs.is_relayed = true;
    log.add(record);
  }
  const auto all = entries();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].at("id"), "q-1");
  EXPECT_FALSE(all[0].contains("user"));
  EXPECT_EQ(all[0].at("client"), "192.0.2.1");
  EXPECT_EQ(all[0].at("kind"), "query");
  EXPECT_EQ(all[0].at("status"), 200);
  EXPECT_EQ(all[0].at("rows"), 2);
  EXPECT_EQ(all[0].at("bytes"), 7);
  EXPECT_EQ(all[0].at("text"), "ASK {}");
  EXPECT_EQ(all[1].at("user"), "ann");
  EXPECT_EQ(all[1].at("cancelled"), true);
  EXPECT_EQ(all[1].at("job"), "j");
  EXPECT_EQ(all[1].at("plan"), "the plan");
}

TEST_F(QueryLogs, ShowTheBeginningOfALongText) {
  RequestRecord record;
  {
    QueryLog log(settings());
    fill(record, std::string(10'000, 'x'));
    log.add(record);
    fill(record, "ASK { <https://ann:planted-secret@h/> ?p ?o }");
    log.add(record);
    fill(record, std::string(RequestRecord::kShownText - 20, ' ') + "<https://ann:planted-secret@h/>");
    log.add(record);
  }
  const auto all = entries();
  EXPECT_EQ(all[0].at("text"), std::string(RequestRecord::kShownText, 'x'));
  EXPECT_EQ(all[0].at("text_bytes"), 10'000);
  for (const auto& entry : all) EXPECT_EQ(entry.dump().find("planted"), std::string::npos) << entry;
}

TEST_F(QueryLogs, CountWhatTheyDrop) {
  constexpr int kThreads = 4, kEach = 5000;
  std::uint64_t dropped = 0, added = kThreads * kEach;
  {
    QueryLogSettings small = settings();
    small.buffer_bytes = 2000;
    QueryLog log(small);
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number) {
      threads.emplace_back([&] {
        RequestRecord record;
        for (int i = 0; i < kEach; ++i) fill(record, "ASK {}"), log.add(record);
      });
    }
    for (std::thread& thread : threads) thread.join();
    RequestRecord last;
    fill(last, "ASK {}");
    do {  // until there is room for one
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      dropped = log.dropped();
      log.add(last);
      ++added;
    } while (log.dropped() != dropped);
  }
  std::uint64_t reported = 0, written = 0;
  for (const auto& entry : entries()) ++written, reported += entry.value("dropped", std::uint64_t{0});
  EXPECT_GT(dropped, 0u);
  EXPECT_EQ(reported, dropped);
  EXPECT_EQ(written + dropped, added);
}

TEST_F(QueryLogs, ThatCannotBeWrittenAreReportedOnce) {
  std::vector<std::string> reports;
  RequestRecord record;
  fill(record, "ASK {}");
  {
    QueryLog log({.file = "/dev/full", .report = [&](const std::string& message) { reports.push_back(message); }});
    for (int round = 0; round < 3; ++round) {
      log.add(record);
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
    }
    EXPECT_EQ(log.dropped(), 3u);
  }
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_NE(reports[0].find("/dev/full"), std::string::npos) << reports[0];
}

TEST_F(QueryLogs, SlowQueriesAreThoseOverTheLimit) {
  QueryLogSettings slow = settings();
  slow.slow_seconds = 0.02;
  QueryLog log(slow);
  RequestRecord record;
  fill(record, "ASK {}");
  EXPECT_FALSE(log.is_slow(record));
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  EXPECT_TRUE(log.is_slow(record));
  record.end();
  const double seconds = record.seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(record.seconds(), seconds);
  record.kind = RequestKind::update;
  EXPECT_FALSE(log.is_slow(record));
  EXPECT_FALSE(QueryLog(settings()).is_slow(record));
}

}  // namespace quadrille::server
