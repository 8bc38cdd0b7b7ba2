#include "server/operations/request_metrics.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "server/operations/process_metrics.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;

std::string written(const RequestMetrics& metrics) {
  MetricsText text;
  metrics.write(text);
  return text.text();
}

// The series without their values.
std::set<std::string> series(const std::string& text) {
  std::set<std::string> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.insert(line.substr(0, line.rfind(' ')));
  return all;
}

void end_request(RequestMetrics::Shard& shard, RequestKind kind, int status) {
  RequestRecord record;
  record.restart();
  record.kind = kind;
  record.status = status;
  record.sent_bytes = 100;
  record.progress.enter(RunStage::running);
  record.progress.add_rows(3);
  shard.add(record);
}

}  // namespace

TEST(RequestMetrics, CountByKindAndStatus) {
  RequestMetrics metrics;
  RequestMetrics::Shard shard(metrics);
  end_request(shard, RequestKind::query, 200);
  end_request(shard, RequestKind::query, 200);
  end_request(shard, RequestKind::query, 0);
  end_request(shard, RequestKind::update, 507);
  const std::string text = written(metrics);
  EXPECT_THAT(text, HasSubstr("quadrille_requests_total{kind=\"query\",status=\"200\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_requests_total{kind=\"query\",status=\"none\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_requests_total{kind=\"update\",status=\"507\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_requests_total{kind=\"update\",status=\"200\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_response_bytes_total{kind=\"query\"} 300\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_response_rows_total{kind=\"query\"} 9\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_request_duration_seconds_count{kind=\"query\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_request_stage_duration_seconds_count{kind=\"query\",stage=\"running\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_request_stage_duration_seconds_count{kind=\"query\",stage=\"planning\"} 0\n"));
}

TEST(RequestMetrics, NoRequestAddsASeries) {
  RequestMetrics metrics;
  const auto before = series(written(metrics));
  RequestMetrics::Shard shard(metrics);
  for (std::size_t kind = 0; kind < kRequestKinds; ++kind) {
    for (const int status : {-1, 0, 1, 99, 200, 418, 499, 599, 600, 999, 1'000'000})
      end_request(shard, static_cast<RequestKind>(kind), status);
  }
  EXPECT_EQ(series(written(metrics)), before);
  EXPECT_THAT(written(metrics), HasSubstr("quadrille_requests_total{kind=\"other\",status=\"other\"} 9\n"));
}

TEST(RequestMetrics, TimesAreInTheirBuckets) {
  RequestMetrics metrics;
  RequestMetrics::Shard shard(metrics);
  RequestRecord record;
  record.restart();
  record.kind = RequestKind::query;
  record.progress.enter(RunStage::running);
  std::this_thread::sleep_for(std::chrono::milliseconds(11));
  record.progress.enter(RunStage::sending);
  shard.add(record);
  const std::string text = written(metrics);
  const auto bucket = [](const char* bound) {
    return fmt::format("quadrille_request_stage_duration_seconds_bucket{{kind=\"query\",stage=\"running\",le=\"{}\"}}",
                       bound);
  };
  EXPECT_THAT(text, HasSubstr(bucket("0.01") + " 0\n"));
  EXPECT_THAT(text, HasSubstr(bucket("600") + " 1\n"));
  EXPECT_THAT(text, HasSubstr(bucket("+Inf") + " 1\n"));
  EXPECT_THAT(text, HasSubstr("quadrille_request_stage_duration_seconds_sum{kind=\"query\",stage=\"running\"} 0.0"));
}

TEST(RequestMetrics, CountsOutliveTheirThread) {
  RequestMetrics metrics;
  for (int thread = 0; thread < 3; ++thread) {
    std::thread([&] {
      RequestMetrics::Shard shard(metrics);
      end_request(shard, RequestKind::why, 404);
    }).join();
  }
  EXPECT_THAT(written(metrics), HasSubstr("quadrille_requests_total{kind=\"why\",status=\"404\"} 3\n"));
}

TEST(RequestMetrics, AreReadWhileOthersCount) {
  constexpr int kThreads = 4, kEach = 20'000;
  RequestMetrics metrics;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      auto shard = std::make_unique<RequestMetrics::Shard>(metrics);
      for (int i = 0; i < kEach; ++i) {
        if (i % 5000 == 0) shard = std::make_unique<RequestMetrics::Shard>(metrics);
        end_request(*shard, RequestKind::query, 200);
      }
    });
  }
  for (int i = 0; i < 50; ++i) EXPECT_THAT(written(metrics), HasSubstr("quadrille_requests_total"));
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(written(metrics), HasSubstr(fmt::format("quadrille_requests_total{{kind=\"query\",status=\"200\"}} {}\n",
                                                      kThreads * kEach)));
}

TEST(MetricsText, EscapesWhatTheFormatCannotHave) {
  MetricsText text;
  text.family("a", MetricType::gauge, "line\nend \\ \"q\"");
  text.sample(1.5, {{"l", "a\\b\"c\nd"}});
  text.sample(std::numeric_limits<double>::quiet_NaN());
  text.sample(std::numeric_limits<double>::infinity());
  EXPECT_EQ(text.text(),
            "# HELP a line\\nend \\\\ \"q\"\n# TYPE a gauge\na{l=\"a\\\\b\\\"c\\nd\"} 1.5\na NaN\na +Inf\n");
}

TEST(ProcessMetrics, AreThoseOfThisProcess) {
  const ProcessUsage usage = process_usage();
  EXPECT_GT(usage.resident_bytes, 1u << 20);
  EXPECT_GE(usage.open_files, 3u);
  EXPECT_LE(usage.open_files, usage.most_open_files);
  EXPECT_NEAR(usage.start_seconds, static_cast<double>(std::time(nullptr)), 600);
  EXPECT_LE(usage.start_seconds, static_cast<double>(std::time(nullptr)) + 1);
}

}  // namespace quadrille::server
