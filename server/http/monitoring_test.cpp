// /metrics, /ready and the listener of --admin-listen.

#include "server/http/monitoring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include "base/clock.hpp"
#include "server/http/http_server.hpp"
#include "server/http/http_status.hpp"
#include "server/http/starting_engine.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"
#include "server/operations/request_metrics.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class MonitoringTest : public testing::Test {
 protected:
  HttpServer& start(Engine& engine, std::size_t max_connections = 256) {
    HttpOptions options;
    options.port = 0;
    options.max_connections = max_connections;
    static const ListenAddress any_port;
    options.monitoring = any_port;
    options.version = "1.2.3 (abc)";
    options.tls = testing_tls_options();
    return server_.emplace(engine, access_, options);
  }
  std::string ask(int port, const std::string& request) const {
    TestingClient client(port);
    client.send(request);
    return client.receive_answer();
  }
  std::string monitored(const std::string& path) const {
    return ask(server_->monitoring_port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }
  template <class Condition>
  static void wait_until(const Condition& condition) {
    const Stopwatch watch;
    while (!condition() && watch.seconds() < 20) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(condition());
  }
  // Without values, and without the headers of the answer.
  static std::set<std::string> series(const std::string& answer) {
    std::set<std::string> all;
    std::istringstream lines(answer.substr(answer.find("\r\n\r\n") + 4));
    for (std::string line; std::getline(lines, line);) all.insert(line.substr(0, line.rfind(' ')));
    return all;
  }

  TestingEngine engine_;
  Access access_{AccessSettings{}};
  std::optional<HttpServer> server_;
};

}  // namespace

TEST_F(MonitoringTest, AllStatusesOfTheServerHaveASeries) {
  for (int status = 100; status < 600; ++status) {
    if (status != 500 && reason_phrase(status) == "Internal Server Error") continue;
    EXPECT_NE(std::find(RequestMetrics::kStatuses.begin(), RequestMetrics::kStatuses.end(), status),
              RequestMetrics::kStatuses.end())
        << status;
  }
}

TEST_F(MonitoringTest, MetricsHaveTheirFormat) {
  start(engine_);
  const std::string answer = monitored("/metrics");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"));
  EXPECT_THAT(answer, HasSubstr("# TYPE quadrille_requests_total counter\n"));
  EXPECT_THAT(answer, HasSubstr("quadrille_build_info{version=\"1.2.3 (abc)\"} 1\n"));
  EXPECT_THAT(answer, HasSubstr("\nquadrille_ready 1\n"));
}

TEST_F(MonitoringTest, NoRequestAddsASeries) {
  start(engine_);
  const auto before = series(monitored("/metrics"));
  ASSERT_GT(before.size(), 500u);
  for (const char* request : {
           "BREW /sparql HTTP/1.1\r\n\r\n",
           "GET /\x01 HTTP/1.1\r\n\r\n",
           "GET /metrics/more HTTP/1.1\r\nX-Request-Id: strange-1\r\n\r\n",
           "GET /sparql?query=fail+user HTTP/1.1\r\ntraceparent: x\r\nX-Remote-User: who\r\n\r\n",
           "GET /sparql?query=rows+3&format=csv HTTP/1.1\r\nHost: other\r\nX-Request-Id: \"q\"\r\n\r\n",
           "GET /data?graph=urn:some-graph HTTP/1.1\r\nAuthorization: Basic eDp5\r\n\r\n",
           "GET /sparql?query=rows+3 HTTP/1.1\r\nAuthorization: Bearer qdt_x\r\n\r\n",
           "DELETE /admin/queries/some-id HTTP/1.1\r\n\r\n",
           "nonsense\r\n\r\n",
           "GET /sparql?query=endless HTTP/1.1\r\n\r\n",
       }) {
    TestingClient client(server_->port());
    client.send(request);
    client.receive(2000);
  }
  wait_until([&] { return engine_.running == 0; });
  EXPECT_EQ(series(monitored("/metrics")), before);
}

TEST_F(MonitoringTest, AFullListenerDoesNotBlockTheOther) {
  constexpr std::size_t kMost = 2, kMostOfMonitoring = 16;
  start(engine_, kMost);
  std::vector<std::unique_ptr<TestingClient>> busy;
  for (std::size_t i = 0; i < kMost; ++i) {
    busy.push_back(std::make_unique<TestingClient>(server_->port()));
    busy.back()->send("GET /sparql?query=wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  wait_until([&] { return engine_.running == static_cast<int>(kMost); });
  EXPECT_THAT(ask(server_->port(), "GET /sparql?query=rows+1 HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 503 "));
  // The refused connection is closed some time after its answer has been read.
  const std::string open = "\nquadrille_connections_open 2\n",
                    running = "\nquadrille_requests_running{kind=\"query\"} 2\n";
  std::string metrics;
  wait_until([&] {
    metrics = monitored("/metrics");
    return metrics.find(open) != std::string::npos && metrics.find(running) != std::string::npos;
  });
  EXPECT_THAT(metrics, HasSubstr("\nquadrille_connections_max 2\n"));
  EXPECT_THAT(metrics, HasSubstr("\nquadrille_connections_over_limit_total 1\n"));
  EXPECT_THAT(monitored("/ready"), StartsWith("HTTP/1.1 200 OK\r\n"));
  busy.clear();
  wait_until([&] { return engine_.running == 0; });
  for (std::size_t i = 0; i < 2 * kMostOfMonitoring; ++i) {
    busy.push_back(std::make_unique<TestingClient>(server_->monitoring_port()));
    busy.back()->send("GET /metrics HTTP/1.1\r\nX-A: ");
  }
  httplib::Client http(testing_origin(server_->port()));
  http.enable_server_certificate_verification(false);
  EXPECT_EQ(http.Get("/sparql?query=rows%201")->status, 200);
  // Connections that send nothing are replaced after a second.
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  EXPECT_THAT(monitored("/metrics"), StartsWith("HTTP/1.1 200 OK\r\n"));
}

TEST_F(MonitoringTest, AServerIsReadyWhenItAnswersQueries) {
  StartingEngine starting;
  start(starting);
  starting.recovering(0.409);
  for (const int port : {server_->port(), server_->monitoring_port()}) {
    const std::string answer = ask(port, "GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 503 "));
    EXPECT_THAT(answer, HasSubstr("\r\n\r\nrecovering, 40 %\n"));
  }
  const std::string metrics = monitored("/metrics");
  EXPECT_THAT(metrics, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(metrics, HasSubstr("\nquadrille_ready 0\n"));
  EXPECT_THAT(metrics, Not(HasSubstr("\nquadrille_quads{")));
  EXPECT_THAT(monitored("/health"), HasSubstr("{\"status\":\"recovering, 40 %\"}"));
  starting.start(engine_);
  EXPECT_THAT(monitored("/ready"), HasSubstr("\r\n\r\nready\n"));
  EXPECT_THAT(monitored("/metrics"), HasSubstr("\nquadrille_quads{database=\"default\"} 0\n"));
  server_.reset();  // before the engine
}

TEST_F(MonitoringTest, AServerThatStopsIsNotReady) {
  start(engine_);
  TestingClient slow(server_->port());
  slow.send("POST /update HTTP/1.1\r\nContent-Type: application/sparql-update\r\nContent-Length: 100\r\n\r\nins");
  wait_until([&] { return monitored("/metrics").find("requests_running{kind=\"update\"} 1\n") != std::string::npos; });
  TestingClient kept(server_->monitoring_port());
  kept.send("GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(kept.receive_answer(), StartsWith("HTTP/1.1 200 "));
  std::thread stopping([&] { server_->stop(); });
  std::string answer;
  const Stopwatch watch;
  do {
    kept.send("GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
    answer = kept.receive_answer();
  } while (answer.starts_with("HTTP/1.1 200 ") && watch.seconds() < 10);
  stopping.join();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(answer, HasSubstr("\r\n\r\nstopping\n"));
}

TEST_F(MonitoringTest, AnAddressHasAPort) {
  const auto text_of = [](const char* text) {
    const auto address = listen_address_of(text);
    return address ? address->host + " " + std::to_string(address->port) : std::string();
  };
  EXPECT_EQ(text_of("9756"), "127.0.0.1 9756");
  EXPECT_EQ(text_of("0"), "127.0.0.1 0");
  EXPECT_EQ(text_of("10.0.0.5:80"), "10.0.0.5 80");
  EXPECT_EQ(text_of("[::1]:80"), "::1 80");
  EXPECT_EQ(text_of("monitor.example.org:80"), "monitor.example.org 80");
  for (const char* bad : {"", ":", ":80", "a", "a:", "a:b", "80:a", "::1:80", "1.2.3.4:65536", "-1", "1.2.3.4:+1"})
    EXPECT_EQ(text_of(bad), "") << bad;
}

}  // namespace quadrille::server
