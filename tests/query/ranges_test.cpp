// Compares conditions that restrict a scan (query/index/term_ranges.hpp) with the same conditions inside IF(), which do
// not. Over terms of all kinds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pgas/test_main.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/random_terms.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing {
namespace {

constexpr const char* kPrefix = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";

TEST(Ranges, DropNothingThatTheConditionKeeps) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  RandomTerms terms(4711);
  std::string data = kPrefix;
  for (int thing = 0; thing < 6000; ++thing) {
    data += fmt::format("<http://e/t{}> <http://e/p{}> {} .\n", thing % 3000, thing % 2, terms.term());
    if (thing % 100 == 0) data += fmt::format("<http://e/t{}> <http://e/p0> _:b{} .\n", thing, thing);
  }
  TestDatabase database("ranges");
  database.build(data);
  const ChangedDatabase changed(team, database.path(), 1, std::nullopt);
  int with_rows = 0;
  for (int number = 0; number < 150 && team.all(!::testing::Test::HasFailure()); ++number) {
    const std::string first = terms.condition();
    const std::string second = terms.below(3) == 0 ? terms.condition() : "true";
    const auto query = [&](const char* filter) {
      const std::string where = number % 4 == 0   ? "?s ?p ?o"
                                : number % 4 == 1 ? "<http://e/t1> ?p ?o"
                                                  : "?s <http://e/p0> ?o";
      return fmt::format("PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT * {{ {} FILTER ({}) FILTER ({}) }}",
                         where, fmt::format(fmt::runtime(filter), first), fmt::format(fmt::runtime(filter), second));
    };
    const std::string plain = query("{}"), hidden = query("IF({}, true, false)");
    const auto expected = expect_twins(database, changed, plain, hidden);
    if (expected.size() > 1) ++with_rows;
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, 50);
  }
}

}  // namespace
}  // namespace quadrille::testing
