// Joins of tables that are large enough for all methods for many rows: merges, class bitmaps, adjacency indexes, tables
// that images read from each other. All images must find the same as one image that looks up chunks of a few rows, one
// after another.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "loader/database/database.hpp"
#include "pgas/test_main.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::large_joins_test {
namespace {

constexpr int kThings = 24'000;

// Classes of all sizes, a property that all things have once, one that they have up to three times, one that some have,
// one that leads to a few things only.
std::string large_data() {
  std::mt19937_64 random(4711);
  std::string data = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < kThings; ++thing) {
    data += fmt::format(":t{} a :All", thing);
    if (thing % 4 != 0) data += ", :Most";
    if (random() % 3 == 0) data += ", :Third";
    if (thing % 500 == 0) data += ", :Rare";
    data += fmt::format("; :once :t{}", random() % kThings);
    for (std::uint64_t times = random() % 4; times-- > 0;) data += fmt::format("; :often :t{}", random() % kThings);
    if (random() % 10 == 0) data += fmt::format("; :some :t{}", random() % kThings);
    data += fmt::format("; :near :t{} .\n", random() % 40);
  }
  return data;
}

class LargeQueries {
 public:
  explicit LargeQueries(std::uint64_t seed) : random_(seed) {}

  std::string query() {
    std::string where = pattern(0);
    for (std::uint64_t more = 1 + random_() % 3; more-- > 0;) where += pattern(random_() % 3);
    if (one_of(3)) where += fmt::format("{} {{ {} }} ", one_of(2) ? "MINUS" : "FILTER NOT EXISTS", pattern(0));
    if (one_of(4)) where += fmt::format("FILTER EXISTS {{ {} }} ", pattern(0));
    if (one_of(4)) where += fmt::format("OPTIONAL {{ {} }} ", pattern(random_() % 2));
    return fmt::format("PREFIX : <http://e/> SELECT * {{ {}}}", where);
  }

 private:
  bool one_of(std::uint64_t many) { return random_() % many == 0; }

  // Begins at variable `from`, of three; seldom at a thing.
  std::string pattern(std::uint64_t from) {
    static const char* const kClasses[] = {"All", "Most", "Third", "Rare"};
    static const char* const kProperties[] = {"once", "often", "some", "near"};
    const std::string subject = fmt::format("?v{}", from);
    if (one_of(3)) return fmt::format("{} a :{} . ", subject, kClasses[random_() % 4]);
    const std::string object = one_of(8) ? fmt::format(":t{}", random_() % 40) : fmt::format("?v{}", (from + 1) % 3);
    const std::string property = kProperties[random_() % 4];
    if (one_of(5)) return fmt::format("{} :{} {} . ", object, property, subject);
    return fmt::format("{} :{} {} . ", subject, property, object);
  }

  std::mt19937_64 random_;
};

TEST(LargeJoins, FindWhatLookingUpOneByOneFinds) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  const auto solo = job.make_solo_team();
  TestDatabase database("large_joins");
  database.build(large_data());
  const Database whole(database.path());
  const server::ServedDatabase& served = database.served();
  LargeQueries random(7);
  int compared = 0;
  for (int number = 0; number < 60 && team.all(!::testing::Test::HasFailure()); ++number) {
    const std::string text = random.query();
    const auto together = answer(team, served.snapshot(), served.dictionary(), text, 0, 4);
    const auto apart = answer(team, Snapshot(database.own_shards()), served.dictionary(), text, 0, 4);
    if (!job.is_first()) continue;
    const auto alone = answer(*solo, Snapshot(whole.generation()), whole.dictionary(), text, 0, 4);
    const auto one_by_one = answer(*solo, Snapshot(whole.generation()), whole.dictionary(), text, 6, 4);
    if (took_too_long(one_by_one)) continue;
    EXPECT_TRUE(alone == one_by_one) << text << alone.size() << " and " << one_by_one.size() << " lines";
    EXPECT_TRUE(together == one_by_one) << text << together.size() << " and " << one_by_one.size() << " lines";
    EXPECT_TRUE(apart == one_by_one) << text << apart.size() << " and " << one_by_one.size() << " lines";
    if (one_by_one.size() > 100) ++compared;
  }
  if (job.is_first()) {
    EXPECT_GT(compared, 10);
    EXPECT_GT(whole.generation().class_bitmaps().used_bytes(), 0u);
    EXPECT_GT(whole.generation().adjacency_index().used_bytes(), 0u);
  }
}

}  // namespace
}  // namespace quadrille::testing::large_joins_test
