// Compares DISTINCT and GROUP BY that use a skip scan (query/operators/skip_scan.hpp) with the same queries with a
// condition that is always true, for which all rows are read.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pgas/test_main.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::skip_scan_test {
namespace {

// Many rows, few values: three predicates, three classes of which two are heavy objects, some levels.
std::string data() {
  std::string text = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 9000; ++thing) {
    text += fmt::format(":t{0} a :C{1} ; :level {2} ; :next :t{3} .\n", thing, thing % 50 == 0 ? 2 : thing % 2,
                        thing % 3 == 0 ? "1" : "\"one\"", thing * 7 % 9000);
    text += fmt::format(":g{} {{ :t{} :level \"{}\"@en }}\n", thing % 2, thing, thing % 3);
  }
  return text;
}

constexpr const char* kQueries[] = {
    "SELECT DISTINCT ?p { ?s ?p ?o . MAYBE }",
    "SELECT DISTINCT ?p { ?s ?p ?o . MAYBE } LIMIT 10",
    "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?s ?p ?o . MAYBE }",
    "SELECT (COUNT(DISTINCT ?p) AS ?n) (COUNT(DISTINCT ?p) + 1 AS ?m) { ?s ?p ?o . MAYBE }",
    "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o . MAYBE } GROUP BY ?p",
    "SELECT ?p (COUNT(?s) AS ?n) (COUNT(?o) * 2 AS ?m) { ?s ?p ?o . MAYBE } GROUP BY ?p",
    "SELECT ?p (COUNT(?s) AS ?n) { ?s ?p ?o . MAYBE } GROUP BY ?p HAVING (COUNT(*) > 8500) ORDER BY DESC(?n)",
    "SELECT ?p { ?s ?p ?o . MAYBE } GROUP BY ?p",
    "SELECT ?c (COUNT(*) AS ?n) { ?s a ?c . MAYBE } GROUP BY ?c",
    "SELECT DISTINCT ?c { ?s a ?c . MAYBE }",
    "SELECT DISTINCT ?l { ?s :level ?l . MAYBE }",
    "SELECT ?l (COUNT(DISTINCT ?s) AS ?n) { ?s :level ?l . MAYBE } GROUP BY ?l",
    "SELECT (COUNT(DISTINCT ?l) AS ?n) { GRAPH :g0 { ?s :level ?l . MAYBE } }",
    "SELECT ?p (COUNT(*) AS ?n) { GRAPH :g1 { ?s ?p ?l . MAYBE } } GROUP BY ?p",
    "SELECT * { { SELECT DISTINCT ?c { ?s a ?c . MAYBE } } ?x a ?c ; :level ?l FILTER(?c != :C1) FILTER(?x IN (:t0, "
    ":t1)) }",
    "SELECT ?c ?n { ?x a ?c FILTER(?x IN (:t1, :t50)) { SELECT ?c (COUNT(*) AS ?n) { ?s a ?c . MAYBE } GROUP BY ?c } }",
};

constexpr std::string_view kPlace = "MAYBE";

TEST(SkipScan, SaysOfValuesWhatTheRowsSay) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  TestDatabase database("keys");
  database.build(data());
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(team, database.path(), 1, open_shards(served.snapshot()));
  for (const char* const shape : kQueries) {
    const std::string query = std::string("PREFIX : <http://e/> ") + shape;
    const std::string plain = with(query, kPlace, ""), by_rows = with(query, kPlace, "FILTER(RAND() < 2)");
    const auto expected = expect_twins(database, changed, plain, by_rows);
    const auto in_pieces = answer(team, served.snapshot(), served.dictionary(), plain, 50, 20);
    if (!job.is_first()) continue;
    EXPECT_EQ(in_pieces, expected) << plain;
    EXPECT_FALSE(expected.empty()) << plain;
  }
}

TEST(SkipScan, GoesOnWithinAShard) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  TestDatabase database("keys-in-pieces");
  database.build(data());
  const server::ServedDatabase& served = database.served();
  for (const char* const text :
       {"SELECT DISTINCT ?p { ?s ?p ?o }", "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p"}) {
    const auto expected = answer(team, served.snapshot(), served.dictionary(), text, 0);
    const auto found = answer(team, served.snapshot(), served.dictionary(), text, 1, 20);
    if (!job.is_first()) continue;
    EXPECT_EQ(found, expected) << text;
    EXPECT_EQ(expected.size(), 3u) << text;
  }
}

}  // namespace
}  // namespace quadrille::testing::skip_scan_test
