// Compares conditions by which tables are joined (query/plan/order/equalities.hpp) with the same conditions inside
// IF(), where the planner does not use them. Over terms of all kinds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "pgas/test_main.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/random_terms.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::equalities_test {
namespace {

constexpr const char* kPrefixes = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> PREFIX : <http://e/> ";

// Predicates :p0 has terms of all kinds, :p1 IRIs alone, :p2 strings alone, :p3 numbers.
std::string data(RandomTerms& terms) {
  std::string text = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 150; ++thing) {
    const auto subject = fmt::format(":t{}", terms.below(40));
    text += fmt::format("{} :p0 {} .\n", subject, terms.term());
    text += fmt::format("{} :p1 :t{} .\n", subject, terms.below(60));
    text += fmt::format("{} :p2 \"{}\" .\n", subject, terms.word());
    text += fmt::format("{} :p3 \"{}\"^^xsd:{} .\n", subject, terms.below(12),
                        terms.below(3) == 0   ? "double"
                        : terms.below(2) == 0 ? "integer"
                                              : "float");
    if (thing % 30 == 0) text += fmt::format("{} :p0 _:b{} , \"NaN\"^^xsd:double .\n", subject, thing);
    if (thing % 20 == 0)
      text += fmt::format("{} :p0 16777217e0 , 16777217.0000000001 , \"16777218\"^^xsd:float .\n", subject);
  }
  return text;
}

class Queries {
 public:
  explicit Queries(RandomTerms& terms) : terms_(terms) {}

  // CONDITION is where the condition stands.
  std::string query() {
    const auto predicate = [&] { return fmt::format(":p{}", terms_.below(4)); };
    const std::string p = predicate(), q = predicate(), r = predicate();
    switch (terms_.below(12)) {
      case 0:
      case 1:
        return fmt::format("SELECT * {{ ?x {} ?a . ?y {} ?b FILTER(CONDITION) }}", p, q);
      case 2:
        return fmt::format("SELECT * {{ ?x {} ?a . ?x {} ?b FILTER(CONDITION) }}", p, q);
      case 3:
        return fmt::format("SELECT * {{ ?a {} ?x . ?y {} ?b . ?b {} ?z FILTER(CONDITION) }}", p, q, r);
      case 4:
        return fmt::format("SELECT ?x ?b {{ ?x {} ?a OPTIONAL {{ ?y {} ?b FILTER(CONDITION) }} }}", p, q);
      case 5:
        return fmt::format("SELECT * {{ ?x {} ?a FILTER NOT EXISTS {{ ?y {} ?b FILTER(CONDITION) }} }}", p, q);
      case 6:
        return fmt::format("SELECT * {{ ?x {} ?a FILTER EXISTS {{ ?y {} ?b FILTER(CONDITION) }} }}", p, q);
      case 7:
        return fmt::format(
            "SELECT * {{ {{ SELECT ?a (COUNT(*) AS ?n) {{ ?x {} ?a }} GROUP BY ?a }} ?y {} ?b FILTER(CONDITION) }}", p,
            q);
      case 8:
        return fmt::format(
            "SELECT * {{ {{ SELECT (SUM(?v) AS ?a) {{ ?x :p3 ?v }} GROUP BY ?x }} ?y {} ?b FILTER(CONDITION) }}", q);
      case 9:
        return fmt::format("SELECT * {{ ?x {} ?a . ?y {} ?b . ?y {} ?c FILTER(CONDITION && ?x != ?y) }}", p, q, r);
      case 10:
        return fmt::format(
            "SELECT * {{ ?x {} ?a . OPTIONAL {{ ?x {} ?m }} {{ ?y {} ?b }} UNION {{ ?b :p1 ?y }} FILTER(CONDITION) }}",
            p, q, r);
      default:
        return fmt::format(
            "SELECT DISTINCT ?a ?b {{ ?x {} ?a . ?y {} ?b . ?x :p1 ?z FILTER(CONDITION) FILTER EXISTS {{ ?b ?any "
            "?thing }} "
            "}}",
            p, q);
    }
  }
  std::string condition() {
    static const char* const kConditions[] = {"?a = ?b",          "?a = ?b",           "?b = ?a",
                                              "sameTerm(?a, ?b)", "STR(?a) = STR(?b)", "LCASE(STR(?a)) = ?b",
                                              "?a = ?b + 1",      "?a + ?b = 3"};
    return kConditions[terms_.below(8)];
  }

 private:
  RandomTerms& terms_;
};

constexpr std::string_view kPlace = "CONDITION";

TEST(Equalities, JoinWhatTheConditionKeeps) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  RandomTerms terms(90125);
  TestDatabase database("equalities");
  database.build(data(terms));
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(team, database.path(), 1, open_shards(served.snapshot()));
  Queries queries(terms);
  int with_rows = 0;
  for (int number = 0; number < 150 && team.all(!::testing::Test::HasFailure()); ++number) {
    const std::string shape = kPrefixes + queries.query(), condition = queries.condition();
    const std::string plain = with(shape, kPlace, condition);
    const std::string hidden = with(shape, kPlace, fmt::format("IF({}, true, false)", condition));
    const auto expected = expect_twins(database, changed, plain, hidden);
    if (expected.size() > 1) ++with_rows;
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, 60);
  }
}

// A variable that a part may leave unbound, and a large one binds.
TEST(Equalities, WaitForThePartThatBindsTheirVariables) {
  pgas::Team& team = pgas::test_job().team();
  TestDatabase database("later");
  std::string text = "@prefix : <http://e/> .\n:y :r 5 .\n:x :p :z .\n:w :q 7 .\n";
  for (int number = 0; number < 3000; ++number) text += fmt::format(":c{} :s {} .\n", number, number % 1500);
  database.build(text);
  const server::ServedDatabase& served = database.served();
  const char* const kUndefined = "{ VALUES (?x ?a) { (1 UNDEF) } }";
  const std::pair<std::string, std::size_t> claims[] = {
      {fmt::format("{{ ?c :s ?a {} {{ VALUES ?b {{ 5 }} }} FILTER(CONDITION) }}", kUndefined), 2},
      {"{ { ?x :p ?z OPTIONAL { ?z :q ?a } } { ?y :r ?b } { ?c :s ?a } FILTER(CONDITION) }", 2},
      {fmt::format("{{ ?y :r ?e OPTIONAL {{ {} {{ VALUES ?b {{ 5 }} }} ?c :s ?a FILTER(CONDITION) }} }}", kUndefined),
       2},
      {fmt::format("{{ ?y :r ?e FILTER EXISTS {{ {} {{ VALUES ?b {{ 5 }} }} ?c :s ?a FILTER(CONDITION) }} }}",
                   kUndefined),
       1},
      {fmt::format("{{ ?y :r ?b MINUS {{ {} {{ VALUES ?b {{ 5 }} }} ?c :s ?a FILTER(CONDITION) }} }}", kUndefined), 0},
  };
  for (const auto& [pattern, rows] : claims) {
    for (const std::string condition :
         {"?a = ?b", "?a + 0 = ?b", "STR(?a) = STR(?b)", "sameTerm(?a, ?b)", "COALESCE(?a, 6) = ?b"}) {
      const std::string query = kPrefixes + ("SELECT * " + with(pattern, kPlace, condition));
      const auto lines = answer(team, served.snapshot(), served.dictionary(), query, 0);
      if (pgas::test_job().is_first()) {
        EXPECT_EQ(lines.size(), rows) << query;
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::testing::equalities_test
