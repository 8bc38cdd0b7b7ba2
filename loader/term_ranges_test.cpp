// Cutting sorted terms into ranges and merging them, by all images together.

#include "loader/term_ranges.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "loader/merge_terms.hpp"
#include "loader/term_table.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

// The terms of every image follow from its number, so that each image knows those of all.
std::set<std::string> terms_of(int member, unsigned seed) {
  std::mt19937 random(seed * 100 + static_cast<unsigned>(member));
  std::set<std::string> keys;
  for (unsigned i = random() % 3000; i > 0; --i) keys.insert("http://e/" + std::to_string(random() % 5000));
  return keys;
}

void cut_and_merge(unsigned seed, std::uint32_t ranges) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(team.heap());
  TermTable table(arena);
  for (const std::string& key : terms_of(team.rank(), seed)) {
    table.find_or_add(TermTable::hash(HuriKind::iri, key), HuriKind::iri, key);
  }
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(table.size());
  std::size_t filled = 0;
  table.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, [](std::uint64_t) {});
  const SortedPieces pieces = cut_into_ranges(team, arena, sorted, ranges);

  std::set<std::string> expected;
  for (int member = 0; member < team.size(); ++member) expected.merge(terms_of(member, seed));
  auto next = expected.begin();
  for (std::uint32_t range = 0; range < ranges; ++range) {
    const MergedRange merged = merge_range(pieces, range, arena, [](std::uint64_t) {});
    EXPECT_EQ(merged.counts[static_cast<std::size_t>(HuriKind::iri)], merged.terms.size());
    for (const unsigned char* term : merged.terms) {
      ASSERT_NE(next, expected.end());
      EXPECT_EQ(TermRecord(term).key(), *next++);
    }
    for (int member = 0; member < team.size(); ++member) {
      const auto piece = pieces.piece(member, range);
      const auto places = merged.places[static_cast<std::size_t>(member)];
      ASSERT_EQ(piece.size(), places.size());
      for (std::size_t i = 0; i < piece.size(); ++i) {
        EXPECT_EQ(piece[i].record().text(), TermRecord(merged.terms[places[i]]).text());
      }
    }
  }
  EXPECT_EQ(next, expected.end());
  team.barrier();
}

TEST(TermRanges, MergedRangesAreAllTermsInOrderEachOnce) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    cut_and_merge(seed, 8);
    cut_and_merge(seed, 1 + seed * 7);
  }
}

TEST(TermRanges, AreOfAboutEqualSize) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(team.heap());
  TermTable table(arena);
  std::mt19937 random(static_cast<unsigned>(team.rank()));
  for (int i = 0; i < 20'000; ++i) {
    const std::string key = std::to_string(random());
    table.find_or_add(TermTable::hash(HuriKind::iri, key), HuriKind::iri, key);
  }
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(table.size());
  std::size_t filled = 0;
  table.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, [](std::uint64_t) {});
  const SortedPieces pieces = cut_into_ranges(team, arena, sorted, 8);
  const std::size_t average = 20'000u * static_cast<std::size_t>(team.size()) / 8;
  for (std::uint32_t range = 0; range < 8; ++range) {
    std::size_t size = 0;
    for (int member = 0; member < team.size(); ++member) size += pieces.piece(member, range).size();
    EXPECT_GT(size, average * 8 / 10);
    EXPECT_LT(size, average * 12 / 10);
  }
  team.barrier();
}

}  // namespace
}  // namespace quadrille
