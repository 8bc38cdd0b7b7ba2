// What was committed is there after a start, and nothing else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/update/update_bed.hpp"

namespace quadrille::testing {
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
              HasSubstr("is there already"));
  EXPECT_EQ(bed.update("DELETE DATA { <a> <p> <b> }"), "");
  const auto before = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 3u);

  // And it goes on from there: versions, terms and blank nodes.
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

TEST(Recovery, OfAnEmptyLogIsTheBase) {
  UpdateBed bed(kData);
  bed.keep_log();
  const auto before = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

}  // namespace
}  // namespace quadrille::testing
