// Compares GROUP BY and DISTINCT of sorted rows (query/table/key_runs.hpp) with the same by hash.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "pgas/test_main.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::grouping_test {
namespace {

// Few things have many edges: keys whose rows fill several chunks, and keys of one row. :p3 has a heavy object.
std::string data(std::mt19937_64& random) {
  const auto thing = [&] {
    const std::uint64_t size = std::uint64_t{1} << (2 + random() % 9);
    return random() % size;
  };
  std::string text = "@prefix : <http://e/> .\n";
  for (int edge = 0; edge < 3000; ++edge) {
    text += fmt::format(":t{} :p{} :t{} .\n", thing(), random() % 3, thing());
    if (edge % 3 == 0) text += fmt::format(":t{} :size {} .\n", thing(), random() % 50);
    if (edge % 4 == 0) text += fmt::format(":t{} :name \"name {}\" .\n", thing(), random() % 100);
    if (edge % 7 == 0) text += fmt::format(":g{} {{ :t{} :p0 :t{} }}\n", random() % 2, thing(), thing());
    text += fmt::format(":t{} :p3 :t{} .\n", edge, edge % 2 == 0 ? 0 : thing());
  }
  return text;
}

const char* const kQueries[] = {
    // one pattern: each key, alone and with others
    "SELECT ?a (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?a",
    "SELECT ?b (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?b",
    "SELECT ?a ?b (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?b ?a",
    "SELECT ?p (COUNT(*) AS ?n) { ?a ?p ?b } GROUP BY ?p",
    "SELECT ?a ?p (COUNT(*) AS ?n) { ?a ?p ?b } GROUP BY ?p ?a",
    "SELECT ?b (COUNT(?a) AS ?n) { ?a :p3 ?b } GROUP BY ?b",
    "SELECT ?a { ?a :p1 :t0 } GROUP BY ?a",
    "SELECT ?k (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY (?a AS ?k)",
    "SELECT ?a ?unbound (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?unbound ?a",
    "SELECT ?c (COUNT(*) AS ?n) { ?a :p0 ?b OPTIONAL { ?b :p1 ?c } } GROUP BY ?c",
    "SELECT ?a (COUNT(?c) AS ?n) { ?a :p0 ?b OPTIONAL { ?b :p1 ?c } } GROUP BY ?a",
    "SELECT ?b (COUNT(*) AS ?n) { ?a :p0 ?b FILTER(?b != :t1 && ?a != ?b) } GROUP BY ?b HAVING(COUNT(*) > 2)",
    // all aggregates
    "SELECT ?a (SUM(?s) AS ?x) (AVG(?s) AS ?y) (MIN(?s) AS ?z) (MAX(?s) AS ?u) { ?a :size ?s } GROUP BY ?a",
    "SELECT ?a (GROUP_CONCAT(?a) AS ?x) (SAMPLE(?a) AS ?y) (COUNT(DISTINCT *) AS ?z) { ?a :size ?s } GROUP BY ?a",
    "SELECT ?a (MIN(?n) AS ?x) (MAX(?n) AS ?y) { ?a :name ?n } GROUP BY ?a",
    "SELECT ?n (SUM(?s) AS ?x) (AVG(STRLEN(?n)) AS ?y) { ?a :name ?n ; :size ?s } GROUP BY ?n",
    // DISTINCT of values, which come in order of the group and its values, or of the values alone
    "SELECT ?a (COUNT(DISTINCT ?b) AS ?n) { ?a :p0 ?b } GROUP BY ?a",
    "SELECT ?b (COUNT(DISTINCT ?a) AS ?n) (COUNT(*) AS ?m) { ?a :p0 ?b } GROUP BY ?b",
    "SELECT ?a (COUNT(DISTINCT ?p) AS ?n) { ?a ?p ?b } GROUP BY ?a",
    "SELECT ?p (COUNT(DISTINCT ?a) AS ?n) (COUNT(DISTINCT ?b) AS ?m) { ?a ?p ?b } GROUP BY ?p",
    "SELECT ?a (SUM(DISTINCT ?s) AS ?x) (AVG(DISTINCT ?s) AS ?y) (MAX(DISTINCT ?s) AS ?z) { ?a :size ?s } GROUP BY ?a",
    "SELECT ?a (COUNT(DISTINCT ?c) AS ?n) { ?a :p0 ?b OPTIONAL { ?b :p1 ?c } } GROUP BY ?a",
    "SELECT ?g (COUNT(DISTINCT ?a) AS ?n) { GRAPH ?g { ?a :p0 ?b } } GROUP BY ?g",
    "SELECT ?g ?a (COUNT(*) AS ?n) { GRAPH ?g { ?a :p0 ?b } } GROUP BY ?a ?g",
    // one group
    "SELECT (COUNT(DISTINCT ?a) AS ?n) { ?a :p0 ?b }",
    "SELECT (COUNT(DISTINCT ?b) AS ?n) (SUM(DISTINCT ?b) AS ?m) { ?a :p0 ?b }",
    "SELECT (COUNT(DISTINCT ?a) AS ?n) { ?a ?p ?b }",
    "SELECT (COUNT(DISTINCT ?b) AS ?n) { ?a ?p ?b }",
    "SELECT (COUNT(DISTINCT ?b) AS ?n) { ?a :p3 ?b }",
    "SELECT (COUNT(DISTINCT ?a) AS ?n) (COUNT(DISTINCT ?b) AS ?m) { ?a :p0 ?b }",
    "SELECT (SUM(DISTINCT ?s) AS ?n) (AVG(DISTINCT ?s) AS ?m) (MIN(DISTINCT ?s) AS ?l) { ?a :size ?s }",
    "SELECT (COUNT(DISTINCT *) AS ?n) { ?a :p0 ?b }",
    "SELECT (COUNT(DISTINCT ?a) AS ?n) { ?a :none ?b }",
    "SELECT ?a (COUNT(DISTINCT ?b) AS ?n) { ?a :none ?b } GROUP BY ?a",
    // joins
    "SELECT ?a (COUNT(*) AS ?n) (MAX(?n0) AS ?m) { ?a :p0 ?b ; :name ?n0 } GROUP BY ?a",
    "SELECT ?b (COUNT(DISTINCT ?c) AS ?n) { ?a :p0 ?b . ?a :p1 ?c } GROUP BY ?b",
    "SELECT ?a ?n { ?a :p1 ?z { SELECT ?a (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?a } }",
    "SELECT (COUNT(*) AS ?m) { { SELECT ?a (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?a } }",
    // different rows
    "SELECT DISTINCT ?a { ?a :p0 ?b }",
    "SELECT DISTINCT ?b { ?a :p0 ?b }",
    "SELECT DISTINCT ?b { ?a :p3 ?b }",
    "SELECT DISTINCT ?b ?a { ?a :p0 ?b }",
    "SELECT DISTINCT ?a ?p { ?a ?p ?b }",
    "SELECT DISTINCT ?a ?b { ?a ?p ?b }",
    "SELECT DISTINCT ?a ?c { ?a :p0 ?b . ?b :p1 ?c }",
    "SELECT DISTINCT ?a { GRAPH ?g { ?a :p0 ?b } }",
    "SELECT DISTINCT ?a ?nothing { ?a :p0 ?b FILTER(?b != :t1) }",
    "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?a { ?a ?p ?b } }",
};

TEST(Grouping, ByOrderIsAsByHash) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  std::mt19937_64 random(5);
  TestDatabase database("grouping");
  database.build(data(random));
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(team, database.path(), 1, open_shards(served.snapshot()));
  int with_rows = 0;
  for (const char* const text : kQueries) {
    if (!team.all(!::testing::Test::HasFailure())) return;
    const std::string query = std::string("PREFIX : <http://e/> ") + text;
    using query::Grouping;
    const auto expected = expect_choices_agree(database, changed, query, {.grouping = Grouping::by_hash},
                                               {.grouping = Grouping::by_order}, {3, 1}, 7);
    if (expected.size() > 2) ++with_rows;
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, 25);
  }
}

TEST(Grouping, LimitTakesGroupsAsTheyEnd) {
  pgas::Job& job = pgas::test_job();
  std::mt19937_64 random(6);
  TestDatabase database("grouping-limit");
  database.build(data(random));
  const server::ServedDatabase& served = database.served();
  for (const char* const text :
       {"SELECT ?a (COUNT(*) AS ?n) { ?a :p0 ?b } GROUP BY ?a LIMIT 10", "SELECT DISTINCT ?b { ?a :p0 ?b } LIMIT 10"}) {
    for (const std::size_t chunk_rows : {std::size_t{0}, std::size_t{2}}) {
      const auto found = answer(job.team(), served.snapshot(), served.dictionary(),
                                std::string("PREFIX : <http://e/> ") + text, chunk_rows, 5);
      if (job.is_first()) {
        EXPECT_EQ(found.size(), 10U) << text;
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::testing::grouping_test
