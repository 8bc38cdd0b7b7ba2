// A user who may read some graphs gets the answers of a database that holds only these graphs: random queries over
// random data, with random rights and datasets, by one image, by all, and by images that have their own shards alone. A
// failure prints the seed; QUADRILLE_SEED=n QUADRILLE_ROUNDS=1 runs it again.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <sstream>

#include "pgas/test_main.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/random_query.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::random_rights_test {
namespace {

constexpr int kQueriesARound = 30;

std::uint64_t number_of(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// The data of RandomQueries without the graphs that cannot be read.
std::string readable_part(const std::string& data, const GraphRights& rights) {
  std::string part, line;
  bool is_read = rights.has_default_graph();
  for (std::istringstream lines(data); std::getline(lines, line);) {
    if (line.ends_with(" {")) is_read = rights.holds(kTestBase + line.substr(1, line.find('>') - 1));
    if (is_read) part += line + "\n";
    if (line == "}") is_read = rights.has_default_graph();
  }
  return part;
}

GraphRights random_rights(std::mt19937_64& random) {
  GraphRights::Parts parts{.default_graph = random() % 2 == 0};
  const std::string base(kTestBase);
  for (int graph = 0; graph < 4; ++graph) {  // the last one does not exist
    if (random() % 3 == 0) parts.iris.push_back(fmt::format("{}g{}", base, graph));
  }
  const std::string prefixes[] = {base + "g", base + "g1", base + "h", ""};
  if (random() % 3 == 0) parts.prefixes.push_back(prefixes[random() % 4]);
  return GraphRights(std::move(parts));
}

// Some queries get a dataset of their own.
std::string with_dataset(std::string query, std::mt19937_64& random) {
  if (random() % 3 != 0 || !(query.starts_with("SELECT") || query.starts_with("ASK"))) return query;
  std::string dataset;
  for (int graph = 0; graph < 4; ++graph) {
    if (random() % 3 == 0) dataset += fmt::format("FROM <g{}> ", graph);
    if (random() % 3 == 0) dataset += fmt::format("FROM NAMED <g{}> ", graph);
  }
  return query.insert(query.find('{'), dataset);
}

TEST(RandomRights, AnswersAreThoseOfADatabaseWithTheGraphsAlone) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  const auto solo = job.make_solo_team();
  TestDatabase all("random_rights_all"), some("random_rights_some");
  const std::uint64_t first = number_of("QUADRILLE_SEED", 1), rounds = number_of("QUADRILLE_ROUNDS", 3);
  int compared = 0;
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    RandomQueries queries(seed, RandomQueries::Blanks::none);
    std::mt19937_64 random(seed);
    const std::string data = queries.data();
    const AnswerFor user{random_rights(random), random() % 2 == 0};
    const AnswerFor owner{GraphRights::all(), user.union_default_graph};
    all.build(data);
    some.build_files(readable_part(data, user.rights));
    const Database whole(all.path()), reduced(some.path());
    const server::ServedDatabase& served = all.served();
    const Generation& own = all.own_shards();
    for (int number = 0; number < kQueriesARound && team.all(!::testing::Test::HasFailure()); ++number) {
      const std::string text = with_dataset(queries.query(), random);
      const std::size_t chunk_rows = number % 3 == 0 ? 3 : 0;
      const auto together =
          answer(team, served.snapshot(), served.dictionary(), text, chunk_rows, 1, nullptr, {}, user);
      const auto apart = answer(team, Snapshot(own), served.dictionary(), text, chunk_rows, 1, nullptr, {}, user);
      const auto planned = answer_apart(team, {*solo, Snapshot(whole.generation()), whole.dictionary(), Snapshot(own)},
                                        served.dictionary(), text, chunk_rows, user);
      if (!job.is_first()) continue;
      const auto expected =
          answer(*solo, Snapshot(reduced.generation()), reduced.dictionary(), text, chunk_rows, 1, nullptr, {}, owner);
      if (took_too_long(together) || took_too_long(apart) || took_too_long(expected) || took_too_long(planned))
        continue;
      const std::string where = fmt::format("seed {}, query {}, rights {}{}: {}", seed, number, user.rights.key(),
                                            user.union_default_graph ? "union" : "", text);
      EXPECT_EQ(together, expected) << where;
      EXPECT_EQ(apart, expected) << "own shards, " << where;
      EXPECT_EQ(planned, expected) << "planned on all data, " << where;
      if (!expected.empty() && !expected.front().starts_with("error ")) ++compared;
    }
    team.barrier();
  }
  if (job.is_first()) {
    EXPECT_GT(compared, 0);
    RecordProperty("answers_with_rows", compared);
  }
}

}  // namespace
}  // namespace quadrille::testing::random_rights_test
