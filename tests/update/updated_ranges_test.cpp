// Compares conditions that restrict a scan (query/index/term_ranges.hpp), over terms of updates, with the same
// conditions inside IF(), which do not.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/query/random_terms.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing::updated_ranges_test {
namespace {

constexpr const char* kXsd = "<http://www.w3.org/2001/XMLSchema#>";

std::string some_triples(RandomTerms& terms, int count) {
  std::string text;
  for (int thing = 0; thing < count; ++thing) text += fmt::format("<t{}> <p{}> {} .\n", thing, thing % 2, terms.term());
  return text;
}

TEST(RangesOverUpdates, DropNothingThatTheConditionKeeps) {
  RandomTerms terms(4712);
  UpdateBed bed(fmt::format("@prefix xsd: {} .\n{}", kXsd, some_triples(terms, 500)));
  for (int commit = 0; commit < 3; ++commit) {
    EXPECT_EQ(bed.update(fmt::format("PREFIX xsd: {} INSERT DATA {{ {} }}", kXsd, some_triples(terms, 500))), "");
  }
  int with_rows = 0, with_a_few = 0;
  for (int number = 0; number < 150; ++number) {
    const std::string condition = terms.condition();
    const auto rows = [&](const char* filter) {
      return bed.rows(fmt::format("PREFIX xsd: {} SELECT * {{ ?s {} ?o FILTER ({}) }}", kXsd,
                                  number % 3 == 0 ? "?p" : "<p0>", fmt::format(fmt::runtime(filter), condition)));
    };
    const auto pruned = rows("{}"), all = rows("IF({}, true, false)");
    EXPECT_EQ(pruned, all) << condition;
    with_rows += all.empty() ? 0 : 1;
    with_a_few += all.empty() || all.size() > 100 ? 0 : 1;
  }
  if (pgas::test_job().is_first()) {
    EXPECT_GT(with_rows, 50);
    EXPECT_GT(with_a_few, 20);
  }
}

}  // namespace
}  // namespace quadrille::testing::updated_ranges_test
