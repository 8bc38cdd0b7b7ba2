#include "loader/build/term_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

std::uint32_t add(TermTable& table, HuriKind kind, const std::string& key) {
  return table.find_or_add(TermTable::hash(kind, key), kind, key);
}

TEST(TermTable, IdsAreDenseInOrderOfFirstSight) {
  pgas::QueryArena arena(pgas::test_job().heap());
  TermTable table(arena);
  EXPECT_EQ(add(table, HuriKind::iri, "a"), 0u);
  EXPECT_EQ(add(table, HuriKind::iri, "b"), 1u);
  EXPECT_EQ(add(table, HuriKind::iri, "a"), 0u);
  EXPECT_EQ(table.size(), 2u);
}

TEST(TermTable, TheSameKeyOfAnotherKindIsAnotherTerm) {
  pgas::QueryArena arena(pgas::test_job().heap());
  TermTable table(arena);
  EXPECT_NE(add(table, HuriKind::iri, "a"), add(table, HuriKind::string, "a"));
  EXPECT_NE(add(table, HuriKind::string, ""), add(table, HuriKind::string, std::string(1, '\0')));
}

TEST(TermTable, GrowsAndKeepsWhatItHas) {
  pgas::QueryArena arena(pgas::test_job().heap());
  TermTable table(arena);
  constexpr std::uint32_t kManyTerms = 200'000;
  const auto key = [](std::uint32_t i) { return "http://example.org/" + std::to_string(i); };
  for (std::uint32_t i = 0; i < kManyTerms; ++i) ASSERT_EQ(add(table, HuriKind::iri, key(i)), i);
  for (std::uint32_t i = 0; i < kManyTerms; ++i) ASSERT_EQ(add(table, HuriKind::iri, key(i)), i);
  std::uint32_t next = 0;
  table.for_each([&](TermRecord record) {
    ASSERT_EQ(record.id(), next);
    ASSERT_EQ(record.key(), key(next++));
  });
  EXPECT_EQ(next, kManyTerms);
}

TEST(TermTable, HoldsTermsLongerThanItsChunks) {
  pgas::QueryArena arena(pgas::test_job().heap());
  TermTable table(arena);
  const std::string long_key(5 << 20, 'x');
  EXPECT_EQ(add(table, HuriKind::string, "before"), 0u);
  EXPECT_EQ(add(table, HuriKind::string, long_key), 1u);
  EXPECT_EQ(add(table, HuriKind::string, "after"), 2u);
  EXPECT_EQ(add(table, HuriKind::string, long_key), 1u);
}

TEST(TermTable, RefusesMoreTermsThanIdsHaveNumbersFor) {
  const LoweredLimit lowered(most_terms, 100);
  pgas::QueryArena arena(pgas::test_job().heap());
  TermTable table(arena);
  for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(add(table, HuriKind::iri, std::to_string(i)), i);
  try {
    add(table, HuriKind::iri, "one more");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_STREQ(error.what(), "more than 100 distinct terms on one image; build with more images");
  }
  EXPECT_EQ(add(table, HuriKind::iri, "99"), 99u);
}

}  // namespace
}  // namespace quadrille
