#include "bench/query/query_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "bench/query/workload.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<std::string> names_of(const std::vector<NamedQuery>& queries) {
  std::vector<std::string> names;
  for (const NamedQuery& query : queries) names.push_back(query.name);
  return names;
}

TEST(QueryFiles, OfAFolderComeInTheOrderThatPeopleCountIn) {
  const quadrille::testing::TemporaryFolder folder;
  for (const char* name : {"q10.rq", "q2c.rq", "q2.rq", "q1.rq", "notes.txt"}) folder.write(name, "ASK {}");
  EXPECT_THAT(names_of(read_query_files({folder.path().string()})), ElementsAre("q1", "q2", "q2c", "q10"));
  EXPECT_THAT(names_of(read_query_files({folder.write("x.sparql", "ASK {}"), folder.write("q2.rq", "ASK {}")})),
              ElementsAre("x", "q2"));
}

TEST(QueryFiles, MustBeThere) {
  const quadrille::testing::TemporaryFolder folder;
  EXPECT_THROW(read_query_files({folder.path().string()}), Error);
  EXPECT_THROW(read_query_files({folder.write("empty.rq", "")}), Error);
}

TEST(ExpectedRows, AreReadFromATable) {
  const quadrille::testing::TemporaryFolder folder;
  folder.write("expected.tsv", "query\tkind\trows\tbound\nq1\tSELECT\t10\tx:10\nq2\tASK\t-\t-\n");
  EXPECT_THAT(read_expected_rows(folder.path().string(), ""), ElementsAre(Pair("q1", 10)));
  EXPECT_THROW(read_expected_rows(folder.write("other.tsv", "a\tb\n1\t2\n"), ""), Error);
}

TEST(ExpectedRows, AreReadFromJson) {
  const quadrille::testing::TemporaryFolder folder;
  const std::string flat = folder.write("flat.json", R"({"q1": 4})");
  folder.write("expected.json", R"({"1": {"q1": 4}, "10": {"q1": 5}})");
  EXPECT_THAT(read_expected_rows(flat, ""), ElementsAre(Pair("q1", 4)));
  EXPECT_THAT(read_expected_rows(folder.path().string(), "10"), ElementsAre(Pair("q1", 5)));
  EXPECT_THAT(read_expected_rows(folder.path().string(), "7"), IsEmpty());
  EXPECT_THROW(read_expected_rows(folder.path().string(), ""), Error);
  EXPECT_THROW(read_expected_rows(folder.write("bad.json", "{"), ""), Error);
}

TEST(Workload, GivesEveryClientAllQueriesInAnOrderOfItsOwn) {
  std::vector<NamedQuery> queries;
  for (int number = 0; number < 100; ++number) queries.push_back({std::to_string(number), "ASK {}"});
  const Workload work = Workload::shuffled(queries, 3, 5);
  ASSERT_EQ(work.orders.size(), 3u);
  EXPECT_NE(work.orders[0], work.orders[1]);
  for (std::vector<std::uint32_t> order : work.orders) {
    std::sort(order.begin(), order.end());
    for (std::uint32_t number = 0; number < 100; ++number) EXPECT_EQ(order[number], number);
  }
  EXPECT_EQ(Workload::shuffled(queries, 3, 5).orders, work.orders);
  EXPECT_NE(Workload::shuffled(queries, 3, 6).orders, work.orders);
}

}  // namespace
}  // namespace quadrille::bench
