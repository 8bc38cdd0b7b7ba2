#include "tests/query/slow_twin.hpp"

#include <gtest/gtest.h>

#include "tests/query/query_answer.hpp"

namespace quadrille::testing {

std::string with(std::string text, std::string_view place, std::string_view condition) {
  for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at + condition.size())) {
    text.replace(at, place.size(), condition);
  }
  return text;
}

std::vector<std::string> expect_twins(TestDatabase& database, const ChangedDatabase& changed, const std::string& plain,
                                      const std::string& slow) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  const server::ServedDatabase& served = database.served();
  const auto expected = answer(team, served.snapshot(), served.dictionary(), slow, 0);
  const auto found = answer(team, served.snapshot(), served.dictionary(), plain, 0);
  const auto apart = answer(team, Snapshot(database.own_shards()), served.dictionary(), plain, 0);
  const auto in_changes = answer(team, changed.snapshot(), served.dictionary(), plain, 0);
  if (!job.is_first()) return expected;
  EXPECT_EQ(found, expected) << plain;
  EXPECT_EQ(apart, expected) << plain;
  EXPECT_EQ(in_changes, expected) << plain;
  return expected;
}

}  // namespace quadrille::testing
