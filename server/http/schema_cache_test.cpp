#include "server/http/schema_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

const std::function<void()> kNoCheck = [] {};

Schema of_version(std::uint64_t version) {
  Schema schema;
  schema.version = version;
  return schema;
}

}  // namespace

TEST(SchemaCache, KeepsWhatIsNewEnough) {
  SchemaCache cache;
  int made = 0;
  const auto make = [&] { return of_version(static_cast<std::uint64_t>(++made)); };
  EXPECT_EQ(cache.get("a", 1, make, kNoCheck)->version, 1u);
  EXPECT_EQ(cache.get("a", 1, make, kNoCheck)->version, 1u);
  EXPECT_EQ(cache.get("b", 1, make, kNoCheck)->version, 2u);
  EXPECT_EQ(cache.get("a", 3, make, kNoCheck)->version, 3u);
  EXPECT_EQ(cache.find("a")->version, 3u);
  EXPECT_EQ(cache.find("c"), nullptr);
}

TEST(SchemaCache, OfEqualRequestsOneMakesIt) {
  SchemaCache cache;
  std::atomic<int> made = 0, waiting = 0;
  const auto make = [&] {
    ++made;
    while (waiting < 3) std::this_thread::yield();
    return of_version(1);
  };
  std::vector<std::future<std::uint64_t>> found;
  for (int n = 0; n < 4; ++n)
    found.push_back(
        std::async(std::launch::async, [&] { return cache.get("a", 1, make, [&] { ++waiting; })->version; }));
  for (auto& one : found) EXPECT_EQ(one.get(), 1u);
  EXPECT_EQ(made, 1);
}

TEST(SchemaCache, AfterAFailureTheNextOneMakesIt) {
  SchemaCache cache;
  std::promise<void> begun, over;
  auto first = std::async(std::launch::async, [&] {
    const auto fails = [&]() -> Schema {
      begun.set_value();
      over.get_future().wait();
      fail(ErrorKind::user, "no");
    };
    EXPECT_THROW(cache.get("a", 1, fails, kNoCheck), Error);
  });
  begun.get_future().wait();
  auto second = std::async(std::launch::async, [&] {
    return cache.get(
        "a", 1, [] { return of_version(1); }, kNoCheck);
  });
  over.set_value();
  EXPECT_EQ(second.get()->version, 1u);
}

TEST(SchemaCache, AWaitEndsByItsCheck) {
  SchemaCache cache;
  std::promise<void> begun, over;
  auto first = std::async(std::launch::async, [&] {
    return cache.get(
        "a", 1,
        [&] {
          begun.set_value();
          over.get_future().wait();
          return of_version(1);
        },
        kNoCheck);
  });
  begun.get_future().wait();
  EXPECT_THROW(cache.get(
                   "a", 1, [] { return of_version(9); }, [] { fail(ErrorKind::cancelled, "gone"); }),
               Error);
  over.set_value();
  EXPECT_EQ(first.get()->version, 1u);
}

TEST(SchemaCache, TheOldestGoIfTheyAreTooLarge) {
  SchemaCache cache;
  const auto large = [] {
    Schema schema = of_version(1);
    schema.classes.assign(40, {std::string(1 << 20, 'x'), 1});
    return schema;
  };
  cache.get("a", 1, large, kNoCheck);
  cache.get("b", 1, large, kNoCheck);
  EXPECT_EQ(cache.find("a"), nullptr);
  EXPECT_NE(cache.find("b"), nullptr);
}

}  // namespace quadrille::server
