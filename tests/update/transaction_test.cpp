// Transactions are seen whole or not at all, and states of older versions stay as they were until they are dropped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/query/query_file.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kData = "<a> <p> <b> . <b> <p> <c> . <g> { <a> <p> <d> . }";

bool is_first() {
  return pgas::test_job().is_first();
}

TEST(Transaction, IsPublishedWhenItIsCommitted) {
  UpdateBed bed(kData);
  const auto before = bed.quads();
  const auto old = bed.state();
  EXPECT_EQ(bed.update("INSERT DATA { <a> <p> <x> } ; INSERT { ?x <back> ?s } WHERE { ?s <p> ?x }"), "");
  EXPECT_EQ(bed.inserted(), 4u);
  const auto after = bed.quads(), again = bed.quads(*old);
  if (is_first()) {
    EXPECT_EQ(after.size(), before.size() + 4);
    EXPECT_EQ(again, before);
  }
  EXPECT_EQ(bed.state()->snapshot.version(), 1u);
}

TEST(Transaction, ThatFailsLeavesNothing) {
  UpdateBed bed(kData);
  const auto before = bed.quads();
  EXPECT_THAT(bed.update("INSERT DATA { <a> <p> <x> } ; CREATE GRAPH <g>"), HasSubstr("is there already"));
  EXPECT_EQ(bed.quads(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

TEST(Transaction, WithoutAChangeIsNoVersion) {
  UpdateBed bed(kData);
  EXPECT_EQ(bed.update("INSERT DATA { <a> <p> <b> } ; DELETE DATA { <x> <y> <z> }"), "");
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

TEST(Transaction, DropsStatesThatNobodyUses) {
  UpdateBed bed(kData);
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(bed.update("INSERT DATA { <a> <n> " + std::to_string(i) + " }"), "");
    bed.drop_old_states();
    EXPECT_EQ(bed.versions(), 1u);
  }
  const auto rows = bed.rows("SELECT (COUNT(*) AS ?n) { <a> <n> ?x }");
  if (is_first()) {
    EXPECT_EQ(rows, std::vector<std::string>{"30"});
  }
}

}  // namespace
}  // namespace quadrille::testing
