// One image that reads all data, and all images of all groups, each with its own part, give the same answers to random
// queries over random data. A failure prints the seed; QUADRILLE_SEED=n QUADRILLE_ROUNDS=1 runs it again.

#include <gtest/gtest.h>

#include <cstdlib>

#include "pgas/test_main.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/random_query.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::random_queries_test {
namespace {

constexpr int kQueriesARound = 60;

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(RandomQueries, AreAnsweredAlikeByOneImageAndByAll) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  const auto solo = job.make_solo_team();
  TestDatabase database("random_queries");
  const std::uint64_t first = number_from("QUADRILLE_SEED", 1),
                      rounds = number_from("QUADRILLE_ROUNDS", team.num_groups() > 1 ? 1 : 3);
  int compared = 0;
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    RandomQueries random(seed);
    database.build(random.data());
    const Database whole(database.path());
    const server::ServedDatabase& served = database.served();
    // In one group all shards are open on all images: there each image gets only its own shards, so that it sends
    // requests as images of groups do.
    const Generation& own = database.own_shards();
    for (int number = 0; number < kQueriesARound && team.all(!::testing::Test::HasFailure()); ++number) {
      const std::string text = random.query();
      const std::size_t chunk_rows = number % 3 == 0 ? 3 : 0;
      const auto together = answer(team, served.snapshot(), served.dictionary(), text, chunk_rows);
      const auto apart = answer(team, Snapshot(own), served.dictionary(), text, chunk_rows);
      const auto planned = answer_apart(team, {*solo, Snapshot(whole.generation()), whole.dictionary(), Snapshot(own)},
                                        served.dictionary(), text, chunk_rows);
      if (job.is_first()) {
        const auto alone = answer(*solo, Snapshot(whole.generation()), whole.dictionary(), text, chunk_rows);
        if (took_too_long(together) || took_too_long(apart) || took_too_long(alone) || took_too_long(planned)) continue;
        EXPECT_EQ(together, alone) << "seed " << seed << ", query " << number << ": " << text;
        EXPECT_EQ(apart, alone) << "own shards, seed " << seed << ", query " << number << ": " << text;
        EXPECT_EQ(planned, alone) << "planned on all data, seed " << seed << ", query " << number << ": " << text;
        if (!alone.empty() && !alone.front().starts_with("error ")) ++compared;
      }
    }
    team.barrier();
  }
  if (job.is_first()) {
    EXPECT_GT(compared, 0);
    RecordProperty("answers_with_rows", compared);
  }
}

}  // namespace
}  // namespace quadrille::testing::random_queries_test
