// After a restart the database has exactly the committed changes.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing::recovery_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kData = "<a> <p> <b> , _:x . _:x <p> <c> . <g> { <a> <p> <d> . }";

bool is_first() {
  return pgas::test_job().is_first();
}

TEST(Recovery, BringsBackWhatWasCommitted) {
  UpdateBed bed(kData);
  bed.keep_log();
  EXPECT_EQ(bed.update("INSERT DATA { <new> <p> \"a\\nb\"@en , 1.50 , _:n . GRAPH <h> { _:n <p> _:n } }"), "");
  EXPECT_EQ(bed.update("DELETE { ?s <p> ?o } INSERT { ?o <back> ?s } WHERE { ?s <p> ?o FILTER(!isLiteral(?o)) } ;"
                       "INSERT DATA { <a> <p> <b> }"),
            "");
  EXPECT_THAT(bed.update("CLEAR ALL ; CREATE GRAPH <h> ; INSERT DATA { GRAPH <h> { <a> <b> <c> } } ; CREATE GRAPH <h>"),
              HasSubstr("already exists"));
  EXPECT_EQ(bed.update("DELETE DATA { <a> <p> <b> }"), "");
  const auto before = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 3u);

  // And it continues from there: versions, terms and blank nodes.
  EXPECT_EQ(bed.update("INSERT { ?s <again> _:fresh } WHERE { ?s <p> 1.5 }"), "");
  EXPECT_EQ(bed.update("INSERT { ?s <again> _:fresh } WHERE { ?s <p> 1.50 }"), "");
  EXPECT_EQ(bed.inserted(), 1u);
  const auto blanks =
      bed.rows("SELECT DISTINCT ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } FILTER isBlank(?o) }");
  const auto after = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), after);
  if (is_first()) {
    EXPECT_EQ(blanks.size(), 3u);  // _:x, _:n and _:fresh
  }
}

TEST(Recovery, OfManyVersionsTakesTheLastWord) {
  UpdateBed bed(kData);
  bed.keep_log();
  for (int round = 0; round < 150; ++round) {
    const std::string quad = "{ <s" + std::to_string(round % 7) + "> <p> <o" + std::to_string(round % 3) + "> }";
    EXPECT_EQ(bed.update((round % 5 < 3 ? "INSERT DATA " : "DELETE DATA ") + quad), "");
  }
  const auto before = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), before);
}

// However much one version holds, progress is seen and a stop heeded within its steps.
TEST(Recovery, OfOneHugeVersionIsWatchedWithinItsSteps) {
  UpdateBed bed(kData);
  bed.keep_log();
  std::string data = "INSERT DATA { ";
  for (int i = 0; i < 70'000; ++i) data += fmt::format("<s{}> <p> \"{}\" . ", i % 9000, i);
  ASSERT_EQ(bed.update(data + "}"), "");
  const auto before = bed.quads();
  std::vector<double> shares;
  ASSERT_EQ(bed.start_again([&](double share) { shares.push_back(share); }), "");
  shares.push_back(1);
  EXPECT_GE(shares.size(), 10u);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  for (std::size_t i = 1; i < shares.size(); ++i)
    EXPECT_LT(shares[i] - shares[i - 1], 0.26) << "after " << shares[i - 1];

  const bool is_last = pgas::test_job().team().rank() + 1 == pgas::test_job().team().size();
  for (const double stop : {0.0, 0.2, 0.45, 0.6, 0.8}) {
    const query::ReplayWatch watch = [&](double share) {
      if (is_last && share >= stop) fail(ErrorKind::cancelled, "stopped");
    };
    EXPECT_EQ(bed.start_again(watch), "stopped");
  }
  EXPECT_EQ(bed.quads(), before);
}

TEST(Recovery, OfAnEmptyLogIsTheBase) {
  UpdateBed bed(kData);
  bed.keep_log();
  const auto before = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

TEST(Recovery, FindsNoFaultInWhatTransactionsWrote) {
  UpdateBed bed(kData);
  bed.keep_log();
  EXPECT_EQ(bed.update("INSERT DATA { <a> <p> <e> , _:n } ; DELETE DATA { <a> <p> <e> } ; INSERT DATA { <a> <p> <e> }"),
            "");
  EXPECT_EQ(bed.update("DELETE { ?s <p> ?o } INSERT { ?s <q> ?o } WHERE { ?s <p> ?o }"), "");
  EXPECT_EQ(bed.update("INSERT DATA { GRAPH <g> { <a> <p> <b> } }"), "");
  EXPECT_THAT(bed.faults_of_log(), ::testing::IsEmpty());
}

TEST(Recovery, FindsChangesThatChangeNothing) {
  const std::string b = "<http://example/b>";
  for (const auto& [lines, fault] : std::vector<std::pair<std::string, std::string>>{
           {"+ <http://example/a> <http://example/p> " + b + " .\n", "inserts a quad that already exists"},
           {"- <http://example/a> <http://example/q> " + b + " .\n", "deletes a quad that does not exist"},
           {"- <http://example/a> <http://example/p> " + b + " .\n- <http://example/a> <http://example/p> " + b +
                " .\n",
            "deletes a quad that does not exist"},
           {"+ _:b7 <http://example/p> " + b + " .\n", "has _:b7, but only blank nodes below b5"}}) {
    UpdateBed bed("PREFIX : <http://example/> :a :p :b .");
    bed.keep_log();
    bed.log_lines(lines, 5);
    EXPECT_THAT(bed.faults_of_log(), ::testing::Contains(HasSubstr(fault))) << lines;
  }
}

TEST(Recovery, FindsBlankNodesThatAreGivenOutTwice) {
  UpdateBed bed("<a> <p> _:x .");
  bed.keep_log();
  bed.log_lines("+ <http://example/a> <http://example/p> \"1\" .\n", 9);
  bed.log_lines("+ <http://example/a> <http://example/p> \"2\" .\n", 8);
  EXPECT_THAT(bed.faults_of_log(), ::testing::ElementsAre(HasSubstr("from 8 on, but 9 existed before it")));
}

}  // namespace
}  // namespace quadrille::testing::recovery_test
