// Compares conditions that are tested inside of their inputs (query/plan/rewrite/push_conditions.cpp) with the same
// conditions with RAND() in them, which are not moved. Over terms of all kinds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string_view>

#include "pgas/test_main.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/random_terms.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::conditions_test {
namespace {

constexpr const char* kPrefixes = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX : <http://e/> ";

// CONDITION is where it stands.
constexpr const char* kShapes[] = {
    "SELECT * { ?s :p0 ?o OPTIONAL { ?s :p1 ?q } FILTER(CONDITION) }",
    "SELECT * { ?s :p1 ?q OPTIONAL { ?s :p0 ?o } FILTER(CONDITION) }",
    "SELECT * { ?s :p1 ?q OPTIONAL { ?s :p0 ?o FILTER(CONDITION) } }",
    "SELECT * { ?s :p1 ?q OPTIONAL { { ?s :p0 ?o } UNION { ?s :p1 ?o } FILTER(CONDITION) } }",
    "SELECT * { ?s :p1 ?q OPTIONAL { ?s :p0 ?o OPTIONAL { ?s :p2 ?r } FILTER(CONDITION && ?q != ?o) } }",
    "SELECT * { ?s :p1 ?q FILTER NOT EXISTS { ?s :p0 ?o FILTER(CONDITION) } }",
    "SELECT * { ?s :p1 ?q FILTER EXISTS { ?s :p0 ?o . ?o ?any ?r FILTER(CONDITION) } }",
    "SELECT * { ?s :p1 ?q FILTER EXISTS { { ?s :p0 ?o } UNION { ?o :p1 ?s } FILTER(CONDITION) } }",
    "SELECT * { ?s :p0 ?o MINUS { ?s :p1 ?q } FILTER(CONDITION) }",
    "SELECT * { ?s :p1 ?q MINUS { ?s :p0 ?o FILTER(CONDITION) } }",
    "SELECT * { { ?s :p0 ?o } UNION { ?s :p1 ?o } UNION { ?o :p2 ?s } FILTER(CONDITION) }",
    "SELECT * { { ?s :p0 ?o } UNION { ?s :p1 ?q } FILTER(CONDITION) }",
    "SELECT * { { SELECT DISTINCT ?o { ?s ?p ?o } } FILTER(CONDITION) }",
    "SELECT * { { SELECT ?s ?o { ?s :p0 ?o OPTIONAL { ?o :p1 ?r } } ORDER BY ?o } ?s :p1 ?q FILTER(CONDITION) }",
    "SELECT * { { SELECT ?o (COUNT(*) AS ?n) { ?s :p0 ?o } GROUP BY ?o } FILTER(CONDITION) }",
    "SELECT * { { SELECT (COUNT(?s) AS ?o) { ?s :p1 ?q } GROUP BY ?q } FILTER(CONDITION) }",
    "SELECT * { { SELECT (COUNT(*) AS ?n) ?q { ?s :p0 ?o . ?s :p1 ?q } GROUP BY ?q } ?q :p0 ?o FILTER(CONDITION) }",
    "SELECT (COUNT(*) AS ?n) { { SELECT ?o { ?s :p0 ?o } ORDER BY STR(?o) ?o LIMIT 20 } FILTER(CONDITION) }",
    "SELECT * { GRAPH ?g { ?s :p0 ?o } FILTER(CONDITION) }",
    "SELECT * { GRAPH ?g { ?s :p0 ?o OPTIONAL { ?s :p1 ?g } } OPTIONAL { ?g :p1 ?r } FILTER(CONDITION) }",
    "SELECT * { ?s :p0 ?o BIND(STR(?o) AS ?text) OPTIONAL { ?s :p2 ?text } FILTER(CONDITION) }",
    "SELECT * { { ?s :p0 ?a BIND(?a AS ?o) } UNION { VALUES ?o { 1 2.0 <http://e/t1> UNDEF } } FILTER(CONDITION) }",
    "SELECT * { ?s :p1 ?q { ?q :p0 ?o OPTIONAL { ?q :p1 ?r } FILTER(CONDITION) } FILTER(?s != ?q) }",
    "SELECT * { ?s :p1|^:p1 ?r OPTIONAL { ?r :p0 ?o FILTER(CONDITION) } FILTER(!BOUND(?o) || CONDITION) }",
    "SELECT * { ?s :p1 ?x FILTER EXISTS { ?x :p1 ?y OPTIONAL { ?y :p0 ?o FILTER(CONDITION && ?s != ?y) } } }",
};

std::string data(RandomTerms& terms) {
  std::string text = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 1500; ++thing) {
    const auto subject = fmt::format(":t{}", terms.below(400));
    text += fmt::format("{} :p0 {} .\n", subject, terms.term());
    text += fmt::format("{} :p1 :t{} .\n", subject, terms.below(600));
    text += fmt::format("{} :p2 \"{}\" .\n", subject, terms.word());
    if (thing % 30 == 0) text += fmt::format("{} :p0 _:b{} .\n", subject, thing);
    if (thing % 2 == 0)
      text += fmt::format(":g{} {{ {} :p0 {} ; :p1 :g{} }}\n", terms.below(3), subject, terms.term(), terms.below(3));
  }
  return text;
}

constexpr std::string_view kPlace = "CONDITION";

TEST(Conditions, AnswerTheSameWhereverTheyAreTested) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  RandomTerms terms(2112);
  TestDatabase database("conditions");
  database.build(data(terms));
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(team, database.path(), 1, open_shards(served.snapshot()));
  int with_rows = 0, number = 0;
  for (int round = 0; round < 6; ++round) {
    for (const char* const shape : kShapes) {
      if (!team.all(!::testing::Test::HasFailure())) return;
      const std::string condition = terms.condition();
      const std::string plain = kPrefixes + with(shape, kPlace, condition);
      const std::string kept = kPrefixes + with(shape, kPlace, fmt::format("IF(RAND() < 2, {}, false)", condition));
      const auto expected = expect_twins(database, changed, plain, kept);
      ++number;
      if (expected.size() > 1) ++with_rows;
    }
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, number / 2);
  }
}

}  // namespace
}  // namespace quadrille::testing::conditions_test
