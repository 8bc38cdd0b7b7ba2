// Connections, answers in turns, and loads, with a server whose behaviour the test sets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "base/error.hpp"
#include "bench/query/answer_times.hpp"
#include "bench/query/client_load.hpp"
#include "bench/query/load_comparison.hpp"
#include "bench/query/testing/small_server.hpp"

namespace quadrille::bench {
namespace {

using ::testing::HasSubstr;
using testing::SmallServer;

constexpr const char* kTwoRows = "?x\n<http://a>\n<http://b>\n";

SmallServer::Reply two_rows(const std::string&, int) {
  return {SmallServer::ok(kTwoRows)};
}

TEST(AskedServer, KeepsItsConnection) {
  SmallServer server(two_rows);
  AskedServer asked(server.endpoint());
  for (int turn = 0; turn < 5; ++turn) EXPECT_EQ(asked.examine("q", "ASK {}").rows, 2u);
  EXPECT_EQ(asked.ask("q", "ASK {}").bytes, 25u);
  EXPECT_EQ(asked.text("q", "ASK {}"), kTwoRows);
  EXPECT_EQ(server.connections(), 1);
}

TEST(AskedServer, MakesAnotherConnectionWhereTheServerHasClosedIt) {
  // Two answers a connection; the server closes it after the second without an announcement.
  SmallServer server([](const std::string&, int number) {
    return SmallServer::Reply{SmallServer::ok(kTwoRows), number == 1};
  });
  AskedServer asked(server.endpoint());
  for (int turn = 0; turn < 10; ++turn) EXPECT_EQ(asked.examine("q", "ASK {}").rows, 2u);
  EXPECT_EQ(server.connections(), 5);
}

TEST(AskedServer, TakesAnAnswerThatEndsWithTheConnection) {
  SmallServer server([](const std::string&, int) {
    return SmallServer::Reply{
        std::string("HTTP/1.0 200 OK\r\nContent-Type: text/tab-separated-values\r\n\r\n") + kTwoRows, true};
  });
  AskedServer asked(server.endpoint());
  for (int turn = 0; turn < 3; ++turn) EXPECT_EQ(asked.examine("q", "ASK {}").rows, 2u);
  EXPECT_EQ(server.connections(), 3);
}

TEST(AskedServer, TellsWhatIsWrong) {
  SmallServer broken([](const std::string&, int) {
    return SmallServer::Reply{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", true};
  });
  EXPECT_THROW(AskedServer(broken.endpoint()).ask("q", "ASK {}"), Error);
  SmallServer refusing([](const std::string&, int) {
    return SmallServer::Reply{"HTTP/1.1 400 Bad\r\nContent-Length: 11\r\n\r\nno such way"};
  });
  try {
    AskedServer(refusing.endpoint()).ask("q7", "ASK {}");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("q7: status 400: no such way"));
  }
  EXPECT_THROW(AskedServer(parse_endpoint("http://127.0.0.1:1")).ask("q", "ASK {}"), Error);
  SmallServer slow([](const std::string&, int) { return SmallServer::Reply{}; });
  EXPECT_THROW(AskedServer(slow.endpoint(), 0.3).ask("q", "ASK {}"), Error);
}

TEST(TimeAnswers, AsksInTurnsAndGoesOnWhereOneFails) {
  SmallServer good(two_rows);
  SmallServer bad(
      [](const std::string&, int) { return SmallServer::Reply{"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"}; });
  std::vector<AskedServer> servers;
  servers.emplace_back(good.endpoint());
  servers.emplace_back(bad.endpoint());
  const auto times = time_answers(servers, "q", "ASK {}", {2, 4});
  EXPECT_EQ(times[0].rows, 2u);
  EXPECT_EQ(times[0].ms.size(), 4u);
  EXPECT_TRUE(times[1].ms.empty());
  EXPECT_THAT(times[1].error, HasSubstr("status 500"));
  EXPECT_THROW(require_same(servers, "q", times), Error);
}

TEST(TimeAnswers, AsksInARowAfterOneThatDoesNotCount) {
  std::atomic<int> asked = 0;
  SmallServer good([&](const std::string& request, int number) { return ++asked, two_rows(request, number); });
  std::vector<AskedServer> servers;
  servers.emplace_back(good.endpoint());
  EXPECT_EQ(time_answers(servers, "q", "ASK {}", {.rounds = 2, .in_a_row = 3})[0].ms.size(), 6u);
  EXPECT_EQ(asked, 1 + 2 * (1 + 3));
}

TEST(TimeAnswers, LosesPatienceWithASlowServer) {
  SmallServer slow([](const std::string&, int) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    return SmallServer::Reply{SmallServer::ok(kTwoRows)};
  });
  std::vector<AskedServer> servers;
  servers.emplace_back(slow.endpoint());
  const auto times = time_answers(servers, "q", "ASK {}", {1, 100, 1, 0.05});
  EXPECT_GE(times[0].ms.size(), 1u);
  EXPECT_LE(times[0].ms.size(), 2u);
}

Workload work_of(std::size_t clients) {
  return Workload::shuffled({{"a-1", "ASK { <a> ?p 1 }"}, {"a-2", "ASK { <a> ?p 2 }"}, {"b-1", "ASK { <b> ?p 1 }"}},
                            clients, 1);
}

TEST(ClientLoad, AsksByManyConnectionsAtOnce) {
  SmallServer server(two_rows);
  const LoadResult result =
      put_load(server.endpoint(), work_of(7), std::vector<std::uint64_t>{3, 3, 3}, {0.3, 0, 0, 10});
  EXPECT_GT(result.ms.size(), 0u);
  EXPECT_EQ(result.ms.size(), result.of.size());
  EXPECT_EQ(result.bytes, result.ms.size() * 25);
  EXPECT_EQ(result.connections, 7u);
  EXPECT_EQ(server.connections(), 7);
  EXPECT_EQ(result.faults, 0u);
}

TEST(ClientLoad, GoesOnWhereTheServerClosesConnections) {
  for (const char* words : {"", "Connection: close\r\n"}) {
    SmallServer server([words](const std::string&, int number) {
      return SmallServer::Reply{std::string("HTTP/1.1 200 OK\r\n") + words + "Content-Length: 25\r\n\r\n" + kTwoRows,
                                *words || number == 2};
    });
    const LoadResult result = put_load(server.endpoint(), work_of(3), {}, {0.3, 0, 0, 10});
    EXPECT_GT(result.ms.size(), 0u);
    EXPECT_EQ(result.faults, 0u);
    EXPECT_GE(result.connections, 3u);
  }
}

TEST(ClientLoad, SendsANumberOfQueriesOfEachClientFromAPlaceInItsOrder) {
  SmallServer server(two_rows);
  const Workload work = work_of(1);
  for (const std::size_t first : {0, 1, 4}) {
    const LoadResult result = put_load(server.endpoint(), work, {}, {0, 5, first, 10});
    ASSERT_EQ(result.of.size(), 5u);
    for (std::size_t at = 0; at < 5; ++at) EXPECT_EQ(result.of[at], work.orders[0][(first + at) % 3]);
    EXPECT_GT(result.seconds, 0);
  }
  EXPECT_EQ(put_load(server.endpoint(), work_of(4), {}, {0, 5, 0, 10}).ms.size(), 20u);
}

TEST(ClientLoad, GivesUpAServerThatDoesNotAnswer) {
  SmallServer slow([](const std::string&, int) { return SmallServer::Reply{}; });
  EXPECT_THROW(put_load(slow.endpoint(), work_of(2), {}, {0, 5, 0, 0.2}), Error);
  EXPECT_THROW(put_load(slow.endpoint(), work_of(2), {}, {0.1, 0, 0, 0.2}), Error);
}

TEST(ClientLoad, CountsAnswersThatAreNotWhatTheyWereAlone) {
  SmallServer server([](const std::string& request, int) {
    if (request.ends_with("ASK { <b> ?p 1 }"))
      return SmallServer::Reply{"HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy"};
    return SmallServer::Reply{SmallServer::ok(kTwoRows)};
  });
  const LoadResult result =
      put_load(server.endpoint(), work_of(2), std::vector<std::uint64_t>{3, 4, 3}, {0.2, 0, 0, 10});
  EXPECT_GT(result.faults, 0u);
}

TEST(CompareLoad, TakesTurnsAndComparesRows) {
  SmallServer one(two_rows);
  SmallServer other([](const std::string&, int) { return SmallServer::Reply{SmallServer::ok("?x\n<http://a>\n")}; });
  const std::vector<Endpoint> endpoints{one.endpoint(), other.endpoint()};
  const std::vector<ComparedServer> servers{{"one", "u", ServerRole::ours}, {"other", "u", ServerRole::peer}};
  LoadTurns turns;
  turns.warm_up_seconds = 0.05;
  turns.seconds = 0.1;
  turns.turns = 2;
  const LoadComparison all = compare_load("Title", endpoints, servers, work_of(4), {}, turns);
  EXPECT_EQ(all.faults(), 0u);
  EXPECT_EQ(all.kinds.size(), 2u);
  EXPECT_TRUE(all.factor(0).has_value());
  ASSERT_EQ(all.remarks.size(), 2u);
  EXPECT_THAT(all.remarks[0], HasSubstr("other: a-1: 1 rows, expected 2"));
  EXPECT_THAT(to_markdown(all), HasSubstr("| one | "));
  EXPECT_THAT(to_json(all), HasSubstr("\"kind\": \"b\""));
  EXPECT_THAT(to_svg(all), HasSubstr("</svg>"));
}

TEST(CompareLoad, TellsOfAServerThatIsNotThere) {
  SmallServer one(two_rows);
  const std::vector<Endpoint> endpoints{one.endpoint(), parse_endpoint("http://127.0.0.1:1")};
  const std::vector<ComparedServer> servers{{"one", "u", ServerRole::ours}, {"gone", "u", ServerRole::peer}};
  LoadTurns turns;
  turns.warm_up_seconds = turns.seconds = 0.05;
  turns.turns = 1;
  const LoadComparison all = compare_load("Title", endpoints, servers, work_of(1), {}, turns);
  EXPECT_EQ(all.faults(), 0u);
  ASSERT_EQ(all.remarks.size(), 1u);
  EXPECT_THAT(all.remarks[0], HasSubstr("gone: "));
}

}  // namespace
}  // namespace quadrille::bench
