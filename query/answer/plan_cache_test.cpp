#include "query/answer/plan_cache.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "base/error.hpp"

namespace quadrille::query {
namespace {

constexpr PlanCache::State kState{1, 0};

std::string object_of(const PlanCache::Use& use) {
  const auto* node = &use.query().where->node;
  while (const auto* project = std::get_if<parser::Project>(node)) node = &project->child->node;
  return std::get<Term>(std::get<parser::Bgp>(*node).patterns.front().object).text;
}

std::string ask(int number) {
  return fmt::format("ASK {{ ?s <http://p> <http://o{}> }}", number);
}

TEST(PlanCache, TakesAQueryInAtTheSecondMeetingAndPreparesOthersByIt) {
  PlanCache cache;
  for (const int number : {1, 2, 3, 4}) {
    const std::string text = ask(number);
    const auto use = cache.take({text, ""}, kState);
    EXPECT_EQ(object_of(use), fmt::format("http://o{}", number));
    EXPECT_EQ(use.was_prepared(), number > 2);
    EXPECT_EQ(use.orders() != nullptr, number > 1);
  }
  EXPECT_EQ(cache.counts().found, 2u);
  EXPECT_EQ(cache.counts().missed, 2u);
  EXPECT_EQ(cache.counts().entries, 1u);
}

TEST(PlanCache, TwoAtOnceHaveAQueryEach) {
  PlanCache cache;
  const std::string a = ask(1), b = ask(2);
  cache.take({a, ""}, kState);
  const auto first = cache.take({a, ""}, kState), second = cache.take({b, ""}, kState);
  EXPECT_EQ(object_of(first), "http://o1");
  EXPECT_EQ(object_of(second), "http://o2");
  EXPECT_EQ(first.orders(), second.orders());
}

TEST(PlanCache, OrdersAreOfOneGenerationAndServeItsLaterVersions) {
  PlanCache cache;
  const std::string text = ask(1);
  cache.take({text, ""}, kState);
  const auto* const orders = cache.take({text, ""}, kState).orders();
  EXPECT_EQ(cache.take({text, ""}, kState).orders(), orders);
  JoinOrderCache::Group group{0, {}, {}};
  cache.take({text, ""}, kState).orders()->keep(group, {JoinStep{}});
  EXPECT_FALSE(cache.take({text, ""}, kState).orders()->find(group).empty());
  EXPECT_FALSE(cache.take({text, ""}, {1, 1}).orders()->find(group).empty());
  const auto after = cache.take({text, ""}, {2, 1});
  EXPECT_TRUE(after.orders()->find(group).empty());
  EXPECT_TRUE(after.was_prepared());
  EXPECT_TRUE(cache.take({text, ""}, {2, 0}).orders()->find(group).empty()) << "an older version";
}

const parser::Expression& filter_of(const PlanCache::Use& use) {
  const auto* node = &use.query().where->node;
  while (const auto* project = std::get_if<parser::Project>(node)) node = &project->child->node;
  return std::get<parser::Filter>(*node).conditions.front();
}

// An error of a call is found behind the parser, and has its place in the text that was asked.
TEST(PlanCache, CallsOfUnknownFunctionsHaveThePlaceOfTheirOwnText) {
  PlanCache cache;
  for (const int number : {1, 2, 30, 400, 5}) {
    const std::string before =
        fmt::format("ASK {{ ?s ?p \"{}\" FILTER(", std::string(static_cast<std::size_t>(number), 'x'));
    const std::string text = before + "<http://f>(?s)) }";
    const auto use = cache.take({text, ""}, kState);
    EXPECT_FALSE(use.was_prepared());
    EXPECT_EQ(filter_of(use).position.column, before.size() + 1);
  }
}

TEST(PlanCache, PreparedExpressionsHaveNoPlace) {
  PlanCache cache;
  for (int round = 0; round < 3; ++round) {
    const std::string text = "ASK { ?s ?p 1 FILTER(<http://www.w3.org/2001/XMLSchema#integer>(?s)) }";
    const auto use = cache.take({text, ""}, kState);
    EXPECT_EQ(use.was_prepared(), round == 2);
    EXPECT_EQ(filter_of(use).position.line, round == 0 ? 1u : 0u);
  }
}

TEST(PlanCache, BaseAndPrefixesMakeOtherQueries) {
  PlanCache cache;
  const std::string text = "ASK { ?s ?p <o> }";
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(object_of(cache.take({text, "http://a/"}, kState)), "http://a/o");
    EXPECT_EQ(object_of(cache.take({text, "http://b/"}, kState)), "http://b/o");
  }
  EXPECT_EQ(cache.counts().entries, 2u);
}

PlanCache::Request request_to(std::uint32_t database, const std::string& text) {
  PlanCache::Request request{text, ""};
  request.database = database;
  return request;
}

TEST(PlanCache, DatabasesHaveTheirOwnOrdersAndConstants) {
  PlanCache cache;
  const std::string text = ask(1);
  cache.take(request_to(0, text), kState);
  const auto a = cache.take(request_to(0, text), kState), b = cache.take(request_to(1, text), kState);
  ASSERT_NE(b.orders(), nullptr) << "the shape is known from the other database";
  EXPECT_NE(a.orders(), b.orders());
  EXPECT_NE(a.orders_apart(), b.orders_apart());
  EXPECT_NE(a.constants(), b.constants());
  const auto far = cache.take(request_to(1u << 24, text), kState);
  EXPECT_NE(far.orders(), a.orders());
  EXPECT_NE(far.orders(), b.orders());
  EXPECT_EQ(cache.counts().entries, 3u);
}

TEST(PlanCache, AGenerationOfOneDatabaseDiscardsNothingOfAnother) {
  PlanCache cache;
  const std::string text = ask(1);
  const JoinOrderCache::Group group{0, {}, {}};
  cache.take(request_to(0, text), kState);
  for (const std::uint32_t database : {0u, 1u}) {
    cache.take(request_to(database, text), kState).orders()->keep(group, {JoinStep{}});
  }
  EXPECT_TRUE(cache.take(request_to(1, text), {2, 0}).orders()->find(group).empty());
  EXPECT_FALSE(cache.take(request_to(0, text), kState).orders()->find(group).empty());
}

TEST(PlanCache, ErrorsAreThoseOfTheParserEachTime) {
  PlanCache cache;
  for (int round = 0; round < 3; ++round) {
    EXPECT_THROW(cache.take({"ASK { ?s ?p x:o }", ""}, kState), Error);
    EXPECT_THROW(cache.take({"ASK { ?s ?p ", ""}, kState), Error);
  }
}

TEST(PlanCache, KeepsWithinItsMemory) {
  PlanCache cache(nullptr, 1 << 20);
  for (int number = 0; number < 2000; ++number) {
    const std::string text = fmt::format("ASK {{ ?s <http://p{}> ?o }}", number);
    for (int round = 0; round < 3; ++round) cache.take({text, ""}, kState);
  }
  const PlanCacheCounts counts = cache.counts();
  EXPECT_GT(counts.entries, 20u);
  EXPECT_LE(counts.bytes, 1u << 20);
  EXPECT_TRUE(cache.take({"ASK { ?s <http://p1999> ?o }", ""}, kState).was_prepared()) << "the last ones stay";
  EXPECT_FALSE(cache.take({"ASK { ?s <http://p0> ?o }", ""}, kState).was_prepared());
}

TEST(PlanCache, ALowerLimitHoldsAtOnce) {
  PlanCache cache(nullptr, 1 << 20);
  for (int number = 0; number < 2000; ++number) {
    const std::string text = fmt::format("ASK {{ ?s <http://p{}> ?o }}", number);
    for (int round = 0; round < 3; ++round) cache.take({text, ""}, kState);
  }
  cache.limit(200'000);
  EXPECT_LE(cache.used_bytes(), 200'000u);
  EXPECT_GT(cache.used_bytes(), 0u);
  cache.limit(0);
  EXPECT_EQ(cache.used_bytes(), 0u);
  EXPECT_EQ(object_of(cache.take({ask(1), ""}, kState)), "http://o1") << "queries work without it";
}

TEST(PlanCache, CountsWhatNamesBehindAPrefixBecome) {
  PlanCache cache;
  const std::string text =
      fmt::format("PREFIX l: <http://{}> ASK {{ l:a l:b l:c . l:d l:e l:f }}", std::string(4000, 'l'));
  for (int round = 0; round < 3; ++round) cache.take({text, ""}, kState);
  EXPECT_EQ(cache.counts().entries, 1u);
  EXPECT_GT(cache.counts().bytes, 6 * 4000u);
}

TEST(PlanCache, ServesManyThreads) {
  PlanCache cache(nullptr, 200'000);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 2000; ++round) {
        const std::string text =
            round % 3 ? ask(round) : fmt::format("ASK {{ ?s <http://p{}> <http://o{}> }}", round % 50, round);
        const auto use = cache.take({text, ""}, {1, static_cast<std::uint64_t>(round / 100)});
        ASSERT_EQ(object_of(use), fmt::format("http://o{}", round)) << thread;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace quadrille::query
