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

std::vector<std::string> expect_choices_agree(TestDatabase& database, const ChangedDatabase& changed,
                                              const std::string& query, const query::OperatorChoices& slow,
                                              const query::OperatorChoices& fast,
                                              std::initializer_list<std::size_t> pieces,
                                              std::size_t pieces_of_changes) {
  pgas::Job& job = pgas::test_job();
  const server::ServedDatabase& served = database.served();
  const auto answers = [&](const Snapshot& snapshot, std::size_t chunk_rows, const query::OperatorChoices& choices) {
    return answer(job.team(), snapshot, served.dictionary(), query, chunk_rows, 5, nullptr, choices);
  };
  const auto expected = answers(served.snapshot(), 0, slow);
  const auto expect = [&](const std::vector<std::string>& found, const char* how) {
    if (job.is_first()) {
      EXPECT_EQ(found, expected) << how << ": " << query;
    }
  };
  expect(answers(served.snapshot(), 0, fast), "whole");
  for (const std::size_t rows : pieces) expect(answers(served.snapshot(), rows, fast), "in pieces");
  expect(answers(Snapshot(database.own_shards()), 0, fast), "by own shards");
  expect(answers(changed.snapshot(), pieces_of_changes, fast), "through changes");
  return expected;
}

}  // namespace quadrille::testing
