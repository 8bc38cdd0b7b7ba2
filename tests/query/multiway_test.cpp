// Compares cyclic patterns that are joined at once (query/joins/multiway_join.hpp) with the same patterns in
// subqueries, which are separate tables and joined one after another; and tests the parts of such a join.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string_view>

#include "pgas/test_main.hpp"
#include "query/joins/multiway_join.hpp"
#include "query/plan/order/multiway_join.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::multiway_test {
namespace {

// Few things know many; three predicates, a class of some.
std::string data(std::mt19937_64& random) {
  const auto thing = [&] {
    const std::uint64_t size = std::uint64_t{1} << (4 + random() % 8);
    return random() % size;
  };
  std::string text = "@prefix : <http://e/> .\n";
  for (int edge = 0; edge < 5000; ++edge) {
    text += fmt::format(":t{} :p{} :t{} .\n", thing(), random() % 3, thing());
    if (edge % 20 == 0) text += fmt::format(":t{} a :Class .\n", thing());
    if (edge % 9 == 0) text += fmt::format(":g {{ :t{} :p0 :t{} }}\n", thing(), thing());
  }
  return text;
}

const std::vector<std::vector<const char*>> kCycles = {
    {"?a :p0 ?b", "?b :p0 ?c", "?a :p0 ?c"},
    {"?a :p0 ?b", "?b :p1 ?c", "?c :p2 ?a"},
    {"?a :p0 ?b", "?b :p0 ?c", "?c :p0 ?a", "?a a :Class"},
    {"?a :p0 ?b", "?b :p0 ?c", "?c :p0 ?a", "?c :p1 ?d"},
    {"?a :p0 ?b", "?b :p1 ?c", "?c :p0 ?d", "?d :p2 ?a"},
    {"?a :p0 ?b", "?b :p0 ?c", "?c :p1 ?a", "?c :p2 ?a"},
    {"?a :p0 ?b", "?b :p0 ?c", "?c :p0 ?d", "?a :p0 ?c", "?a :p1 ?d", "?b :p0 ?d"},
};

std::string group(const std::vector<const char*>& patterns) {
  std::string text;
  for (const char* const pattern : patterns) text += fmt::format("{} . ", pattern);
  return text;
}

TEST(MultiwayJoin, AnswersCyclesAsJoinsOneAfterTheOther) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  std::mt19937_64 random(99);
  TestDatabase database("multiway");
  database.build(data(random));
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(team, database.path(), 1, open_shards(served.snapshot()));
  int with_rows = 0;
  const char* const forms[] = {
      "SELECT (COUNT(*) AS ?n) {{ {} }}",
      "SELECT ?a (COUNT(?c) AS ?n) {{ {} }} GROUP BY ?a",
      "SELECT DISTINCT ?b ?c {{ {} FILTER(?a != ?c && ?b != :t3) }}",
      "SELECT (COUNT(*) AS ?n) {{ {} MINUS {{ ?b :p2 ?a }} }}",
      "SELECT (COUNT(*) AS ?n) {{ GRAPH :g {{ {} }} }}",
  };
  for (const auto& patterns : kCycles) {
    for (const char* const form : forms) {
      if (!team.all(!::testing::Test::HasFailure())) return;
      const std::string query = "PREFIX : <http://e/> " + fmt::format(fmt::runtime(form), group(patterns));
      const auto multiway = query::RuleSet::only(query::Rule::multiway_join);
      const auto expected =
          expect_choices_agree(database, changed, query, {.off = multiway}, {.always = multiway}, {7}, 0);
      if (expected.size() > 1) ++with_rows;
    }
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, 10);
  }
}

std::vector<Huri> numbers(std::mt19937_64& random, std::size_t count, std::uint64_t below) {
  std::set<Huri> all;
  for (std::size_t place = 0; place < count; ++place) all.insert(Huri::make(HuriKind::iri, random() % below));
  return {all.begin(), all.end()};
}

TEST(Intersect, FindsWhatBothListsHave) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const auto a = numbers(random, random() % 200, 1 + random() % 400);
    const auto b = numbers(random, random() % (round % 2 == 0 ? 5 : 300), 1 + random() % 400);
    std::vector<Huri> expected, found;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    std::span<const Huri> rest_a = a, rest_b = b;
    while (!rest_a.empty() && !rest_b.empty()) query::intersect(rest_a, rest_b, 1 + random() % 9, found);
    EXPECT_EQ(found, expected);
  }
}

TEST(Gallop, EndsAtTheFirstThatIsNotBelow) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 300; ++round) {
    const auto list = numbers(random, random() % 100, 300);
    const std::size_t from = list.empty() ? 0 : random() % (list.size() + 1);
    const Huri value = Huri::make(HuriKind::iri, random() % 300);
    const auto place = std::lower_bound(list.begin() + static_cast<std::ptrdiff_t>(from), list.end(), value);
    EXPECT_EQ(query::gallop(list, from, value), static_cast<std::size_t>(place - list.begin()));
  }
}

query::JoinPart edge(double rows, double subjects, double objects, query::VariableId a, query::VariableId b) {
  query::JoinPart part;
  part.pattern =
      query::QuadPattern{{query::Slot::of(a), query::Slot::of(Huri::make(HuriKind::iri, 1)), query::Slot::of(b)}, {}};
  part.estimate.rows = rows;
  part.estimate.set_distinct(a, subjects, subjects);
  part.estimate.set_distinct(b, objects, objects);
  part.variables.add(a);
  part.variables.add(b);
  return part;
}

TEST(MultiwayOrder, TakesTheCycleAndLeavesWhatHangsOnIt) {
  const std::vector<query::JoinPart> parts{edge(1000, 100, 100, 0, 1), edge(10, 10, 10, 2, 3),
                                           edge(1000, 100, 100, 1, 2), edge(1000, 100, 100, 2, 0)};
  const auto order = query::multiway_order(parts);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->parts, (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(order->variables.size(), 3U);
}

TEST(MultiwayOrder, ThereIsNoneWithoutACycle) {
  EXPECT_FALSE(query::multiway_order({edge(10, 10, 10, 0, 1), edge(10, 10, 10, 1, 2), edge(10, 10, 10, 2, 3)}));
  EXPECT_FALSE(query::multiway_order({edge(10, 10, 10, 0, 1), edge(10, 10, 10, 1, 0), edge(10, 10, 10, 1, 2)}));
}

TEST(MultiwayOrder, BeginsWhereFewValuesAre) {
  const std::vector<query::JoinPart> parts{edge(100000, 5, 50000, 0, 1), edge(100000, 50000, 50000, 1, 2),
                                           edge(100000, 5, 50000, 0, 2)};
  EXPECT_EQ(query::multiway_order(parts)->variables.front(), 0U);
}

}  // namespace
}  // namespace quadrille::testing::multiway_test
