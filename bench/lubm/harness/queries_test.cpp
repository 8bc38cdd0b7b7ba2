#include "bench/lubm/harness/queries.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille::lubm {
namespace {

constexpr const char* kChecksums = R"({"query_answers": {"universities": {"2": {
  "plain": [4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13559],
  "inferred": [4, 0, 6, 34, 719, 17878, 67, 7790, 449, 4, 224, 15, 4, 13559]}}}})";

TEST(Queries, AreTheFourteenInOrder) {
  const quadrille::testing::TemporaryFolder folder;
  for (int number = 1; number <= kQueries; ++number) {
    folder.write(fmt::format("q{}.rq", number), fmt::format("ASK {{ <q:{}> ?p ?o }}", number));
  }
  const std::vector<Query> queries = read_queries(folder.path());
  ASSERT_EQ(queries.size(), 14u);
  EXPECT_EQ(queries[9].name, "q10");
  EXPECT_EQ(queries[9].text, "ASK { <q:10> ?p ?o }");
}

TEST(Queries, MustAllBeThere) {
  const quadrille::testing::TemporaryFolder folder;
  folder.write("q1.rq", "ASK {}");
  EXPECT_THROW(read_queries(folder.path()), Error);
}

TEST(ExpectedRows, DifferForDataAsItIsAndWithItsInferences) {
  const quadrille::testing::TemporaryFolder folder;
  folder.write("checksums.json", kChecksums);
  folder.write("expected.json", R"({"100": {"q1": 4, "q14": 795970}})");
  const ExpectedRows expected(folder.path());
  EXPECT_EQ(expected.of(2, false, "q6"), 0u);
  EXPECT_EQ(expected.of(2, true, "q6"), 17878u);
  EXPECT_EQ(expected.of(2, true, "q14"), 13559u);
  EXPECT_EQ(expected.of(100, true, "q14"), 795970u);
  EXPECT_EQ(expected.of(100, true, "q2"), std::nullopt);
  EXPECT_EQ(expected.of(100, false, "q14"), std::nullopt);
}

TEST(ExpectedRows, AreNotKnownWhereThereAreNoFiles) {
  const quadrille::testing::TemporaryFolder folder;
  EXPECT_EQ(ExpectedRows(folder.path()).of(1, true, "q1"), std::nullopt);
}

TEST(ExpectedRows, OfAFileThatIsSomethingElseAreAnError) {
  const quadrille::testing::TemporaryFolder folder;
  folder.write("expected.json", "[1]");
  EXPECT_THROW(ExpectedRows(folder.path()), Error);
}

}  // namespace
}  // namespace quadrille::lubm
