// SERVICE on all images of a team: the requests and their number; and a group that a service answers has the same
// answer as the group itself. A failure of the random tests prints the seed; QUADRILLE_SEED=n QUADRILLE_ROUNDS=1 runs
// it again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "query/service/service_keys.hpp"
#include "query/service/service_text.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/random_query.hpp"
#include "tests/query/test_database.hpp"
#include "tests/query/test_services.hpp"

namespace quadrille::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

class Services : public ::testing::Test {
 protected:
  void build(const std::string& data) {
    services_.reset();
    database_.build(data);
    if (team_.is_first()) services_ = std::make_unique<TestServices>(database_.path());
    team_.barrier();
  }

  // On the first image: lines, sorted, or the error.
  std::vector<std::string> answer(const Snapshot& snapshot, const std::string& text, std::size_t chunk_rows = 0) {
    if (services_) services_->asked.clear();
    return testing::answer(team_, snapshot, database_.served().dictionary(), text, chunk_rows, 1, services_.get());
  }
  std::vector<std::string> answer(const std::string& text) { return answer(database_.served().snapshot(), text); }

  // The number of requests to a service for a query with this answer.
  void expect(const std::string& text, const std::vector<std::string>& lines, std::size_t times) {
    const auto found = answer(text);
    if (!team_.is_first()) return;
    EXPECT_EQ(found, lines) << text;
    EXPECT_EQ(services_->asked.size(), times) << text;
  }

  const std::vector<query::ServiceQuestion>& asked() const { return services_->asked; }

  pgas::Team& team_ = pgas::test_job().team();
  TestDatabase database_{"services"};
  std::unique_ptr<TestServices> services_;  // on the first image
};

std::string many(std::size_t count) {
  std::string data;
  for (std::size_t number = 0; number < count; ++number) data += fmt::format("<s{0}> <p> <o{0}> .\n", number);
  data += "<here> { ";
  for (std::size_t number = 0; number < count; number += 2) data += fmt::format("<s{0}> <q> {0} .\n", number);
  return data + "}";
}

std::uint64_t number_from(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

bool is_error(const std::vector<std::string>& lines) {
  return !lines.empty() && lines.front().starts_with("error ");
}
// Products of large tables: not compared here.
bool took_too_long(const std::vector<std::string>& lines) {
  return is_error(lines) && (lines.front().find("time limit") != std::string::npos ||
                             lines.front().find("client has disconnected") != std::string::npos);
}

TEST_F(Services, AreAskedForWhatIsBoundInBatches) {
  const std::size_t count = 2 * query::kBatchRows + 10;
  build(many(count));
  expect("SELECT (COUNT(*) AS ?n) { ?s <p> ?o SERVICE <at/here> { ?s <q> ?v } }", {std::to_string(count / 2)}, 3);
  if (!team_.is_first()) return;
  for (const auto& question : asked()) EXPECT_THAT(question.text, HasSubstr("VALUES ( ?s )"));
}

TEST_F(Services, AreAskedOnceForEachDifferentValue) {
  build("<a> <p> <x> , <y> . <b> <p> <x> . <here> { <x> <name> \"X\" . <y> <name> \"Y\" }");
  expect("SELECT ?s ?n { ?s <p> ?o SERVICE <at/here> { ?o <name> ?n } }", {"<a>  \"X\"", "<a>  \"Y\"", "<b>  \"X\""},
         1);
  if (!team_.is_first()) return;
  const std::string text = asked().front().text;
  EXPECT_THAT(text, HasSubstr("(<http://test.example/x>)"));
  EXPECT_EQ(text.find("(<http://test.example/x>)"), text.rfind("(<http://test.example/x>)"));
}

TEST_F(Services, AreNotAskedWhereNothingIsBound) {
  build("<a> <p> <x> . <here> { <x> <name> \"X\" }");
  expect("SELECT * { ?s <nothing> ?o SERVICE <at/here> { ?o <name> ?n } }", {}, 0);
  expect("SELECT * { ?s <p> ?o FILTER(?o = <y>) SERVICE <at/here> { ?o <name> ?n } }", {}, 0);
}

TEST_F(Services, AreAskedForAllWhereTooManyValuesAreBound) {
  const std::size_t count = query::kMostKeys * 4 + 100;  // on each of 4 images too
  build(many(count));
  expect("SELECT (COUNT(*) AS ?n) { ?s <p> ?o SERVICE <at/here> { ?s <q> ?v } }", {std::to_string(count / 2)}, 1);
  if (team_.is_first()) {
    EXPECT_THAT(asked().front().text, Not(HasSubstr("VALUES")));
  }
}

TEST_F(Services, DoNotLearnOfBlankNodes) {
  build("<a> <p> _:x , <y> . <here> { _:x <name> \"X\" . <y> <name> \"Y\" }");
  expect("SELECT ?s ?n { ?s <p> ?o SERVICE <at/here> { ?o <name> ?n } }", {"<a>  \"Y\""}, 1);
  if (team_.is_first()) {
    EXPECT_THAT(asked().front().text, Not(HasSubstr("_:")));
  }
  // A variable that the service may leave unbound is compatible with anything.
  expect("SELECT ?n { ?s <p> ?o SERVICE <at/here> { <y> <name> ?n OPTIONAL { ?o <none> ?z } } }", {"\"Y\"", "\"Y\""},
         1);
}

TEST_F(Services, AreAskedForTheVariablesThatAreNeeded) {
  build("<a> <p> <x> . <here> { <x> <name> \"X\" }");
  expect("SELECT ?n { ?s <p> ?o SERVICE <at/here> { ?o ?q ?n . [] ?r ?n } }", {"\"X\""}, 1);
  if (team_.is_first()) {
    EXPECT_THAT(asked().front().variables, UnorderedElementsAre("o", "n"));
  }
}

TEST_F(Services, OfAVariableAreAskedEachForItsOwn) {
  build("<at/here> <has> <x> . <at/there> <has> <x> , <y> . <here> { <x> <n> 1 } <there> { <x> <n> 2 . <y> <n> 3 }");
  expect("SELECT ?s ?o ?n { ?s <has> ?o SERVICE ?s { ?o <n> ?n } }",
         {"<at/here>  <x>  1", "<at/there>  <x>  2", "<at/there>  <y>  3"}, 2);
}

TEST_F(Services, AnswerAGroupAsItWouldBeAnsweredHere) {
  const std::uint64_t first = number_from("QUADRILLE_SEED", 1),
                      rounds = number_from("QUADRILLE_ROUNDS", team_.num_groups() > 1 ? 1 : 2);
  int compared = 0, asking = 0;
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    RandomQueries random(seed, RandomQueries::Blanks::none, RandomQueries::Services::some);
    build(random.data());
    for (int number = 0; number < 60 && team_.all(!HasFailure()); ++number) {
      const std::string text = random.query();
      std::string plain = text;
      const std::string service = RandomQueries::kService;
      for (std::size_t at; (at = plain.find(service)) != std::string::npos;) plain.erase(at, service.size());
      if (plain == text) continue;
      const std::size_t chunk_rows = number % 3 == 0 ? 3 : 0;
      const auto here = answer(database_.served().snapshot(), plain, chunk_rows);
      if (team_.any(is_error(here))) continue;
      const auto there = answer(database_.served().snapshot(), text, chunk_rows);
      if (team_.any(took_too_long(there))) continue;
      const bool has_asked = team_.is_first() && !asked().empty();
      const auto apart = answer(Snapshot(database_.own_shards()), text, chunk_rows);
      if (team_.any(took_too_long(apart))) continue;
      if (team_.is_first()) {
        EXPECT_EQ(there, here) << "seed " << seed << ", query " << number << ": " << text;
        EXPECT_EQ(apart, here) << "own shards, seed " << seed << ", query " << number << ": " << text;
        ++compared;
        asking += has_asked;
      }
    }
  }
  if (team_.is_first() && rounds > 1) {
    EXPECT_GT(compared, 30);
    EXPECT_GT(asking, 20);
  }
}

}  // namespace
}  // namespace quadrille::testing
