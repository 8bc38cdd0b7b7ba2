#include "quadstore/class_bitmaps.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/error.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille {
namespace {

using detail::iri;
using detail::kType;
using detail::TestFolder;
using quadrille::testing::build_small_database;

const Huri kDense = iri(2), kOther = iri(3), kSparseClass = iri(4), kSmall = iri(5);

class ClassBitmapsTest : public ::testing::Test {
 protected:
  ClassBitmapsTest() : generation_(Generation::open(made())) {}

  std::filesystem::path made() {
    std::mt19937_64 random(4711);
    std::vector<Quad> quads;
    for (std::uint64_t rank = 1000; rank < 101000; ++rank) {
      if (random() % 2 == 0) quads.push_back({iri(rank), kType, kDense, kDefaultGraph}), dense_.insert(iri(rank));
      if (random() % 3 == 0) quads.push_back({iri(rank), kType, kOther, kDefaultGraph});
      if (rank % 5 == 0) quads.push_back({iri(rank * 1000), kType, kSparseClass, kDefaultGraph});
      if (rank % 100 == 0) quads.push_back({iri(rank), kType, kSmall, kDefaultGraph});
    }
    const Huri heavy[] = {kDense, kOther, kSparseClass};
    build_small_database(folder_.path(), quads, 8, heavy);
    return folder_.path();
  }

  std::shared_ptr<const ClassBitmap> get(ClassBitmaps& sets, Huri object) {
    return sets.get(generation_, View::all, Permutation::pos, {kType, object}, [] {});
  }
  std::shared_ptr<const ClassBitmap> get_after_spending(ClassBitmaps& sets, Huri object) {
    sets.spend(View::all, Permutation::pos, {kType, object}, 10'000);
    return get(sets, object);
  }

  TestFolder folder_;
  std::set<Huri> dense_;
  Generation generation_;
};

TEST_F(ClassBitmapsTest, ASetIsMadeWhenSearchesHaveCostAsMuch) {
  ClassBitmaps sets(nullptr, 1 << 20);
  EXPECT_EQ(get(sets, kDense), nullptr);
  sets.spend(View::all, Permutation::pos, {kType, kDense}, 20);
  EXPECT_EQ(get(sets, kDense), nullptr) << "50,000 rows are 49 blocks";
  sets.spend(View::all, Permutation::pos, {kType, kDense}, 40);
  const auto set = get(sets, kDense);
  ASSERT_NE(set, nullptr);
  EXPECT_EQ(get(sets, kDense), set);
  EXPECT_EQ(sets.used_bytes(), set->size_bytes());
  EXPECT_EQ(get(sets, kOther), nullptr) << "each prefix by itself";
}

TEST_F(ClassBitmapsTest, ASetHasTheKeysAndNoOthers) {
  ClassBitmaps sets(nullptr, 1 << 20);
  const auto set = get_after_spending(sets, kDense);
  ASSERT_NE(set, nullptr);
  for (std::uint64_t rank = 0; rank < 110'000; ++rank) {
    ASSERT_EQ(set->contains(iri(rank)), dense_.contains(iri(rank))) << rank;
  }
  for (const Huri other : {kUnbound, Huri::make(HuriKind::string, 2000), Huri(~std::uint64_t{0}), kDefaultGraph}) {
    EXPECT_FALSE(set->contains(other));
  }
}

TEST_F(ClassBitmapsTest, WhatWouldBeLargerThanItsRowsIsNotMade) {
  ClassBitmaps sets(nullptr, 1 << 30);
  EXPECT_EQ(get_after_spending(sets, kSparseClass), nullptr);
  EXPECT_EQ(get_after_spending(sets, kSmall), nullptr) << "few rows are searched quickly";
  EXPECT_EQ(get_after_spending(sets, iri(99)), nullptr) << "nothing there";
  EXPECT_EQ(sets.used_bytes(), 0u);
}

TEST_F(ClassBitmapsTest, TheOldestGoesWhenThereIsNoRoom) {
  ClassBitmaps sets(nullptr, 20'000);  // for one of them
  ASSERT_NE(get_after_spending(sets, kDense), nullptr);
  const auto other = get_after_spending(sets, kOther);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(sets.used_bytes(), other->size_bytes());
  EXPECT_EQ(get(sets, kDense), nullptr) << "and begins anew";
  EXPECT_NE(get_after_spending(sets, kDense), nullptr);
  ClassBitmaps none(nullptr, 100);
  EXPECT_EQ(get_after_spending(none, kDense), nullptr);
}

TEST_F(ClassBitmapsTest, WhatIsInterruptedIsMadeOnceHalfAsMuchHasBeenSpentAgain) {
  ClassBitmaps sets(nullptr, 1 << 20);
  sets.spend(View::all, Permutation::pos, {kType, kDense}, 100);
  const auto stop = [] { fail(ErrorKind::cancelled, "enough"); };
  EXPECT_THROW(sets.get(generation_, View::all, Permutation::pos, {kType, kDense}, stop), Error);
  EXPECT_EQ(get(sets, kDense), nullptr);
  sets.spend(View::all, Permutation::pos, {kType, kDense}, 50);
  EXPECT_NE(get(sets, kDense), nullptr);
}

}  // namespace
}  // namespace quadrille
