#include "quadstore/permutation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "quadstore/quad.hpp"

namespace quadrille {
namespace {

char letter(Position position) {
  return "spog"[index(position)];
}

TEST(Permutation, NameSpellsItsColumns) {
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    std::string spelled;
    for (const Position position : positions(permutation)) spelled += letter(position);
    if (table_of(permutation) == QuadTable::triple_terms) std::replace(spelled.begin(), spelled.end(), 'g', 't');
    EXPECT_EQ(spelled, name(permutation));
    const auto of_table = permutations(table_of(permutation));
    EXPECT_NE(std::find(of_table.begin(), of_table.end(), permutation), of_table.end());
  }
}

TEST(Permutation, HoldsEveryPositionOnce) {
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    std::set<Position> seen(positions(permutation).begin(), positions(permutation).end());
    EXPECT_EQ(static_cast<int>(seen.size()), column_count(permutation));
    EXPECT_EQ(seen.contains(Position::graph), table_of(permutation) != QuadTable::default_graph);
    for (int column = 0; column < column_count(permutation); ++column) {
      const ColumnIndex at = static_cast<ColumnIndex>(column);
      EXPECT_EQ(column_of(permutation, position_of(permutation, at)), at);
    }
  }
  EXPECT_EQ(column_of(Permutation::spo, Position::graph), std::nullopt);
}

// The access paths of README.md: whatever is bound, some permutation has exactly that as its prefix.
TEST(Permutation, EveryPatternHasAnAccessPath) {
  const auto prefixes = [](std::span<const Permutation> permutations) {
    std::set<std::set<Position>> found;
    for (const Permutation permutation : permutations) {
      std::set<Position> bound{};
      found.insert(bound);
      for (const Position position : positions(permutation)) found.insert((bound.insert(position), bound));
    }
    return found;
  };
  // Missing is {s, o}: `s ? o` reads SPO with prefix (s) or OPS with prefix (o) and filters.
  EXPECT_EQ(prefixes(kDefaultGraphPermutations).size(), 7u);
  // Missing are {s, o}, {g, o}, {g, s, o}.
  EXPECT_EQ(prefixes(kNamedGraphPermutations).size(), 13u);
  // Every part of s, p and o; and t, which determines the others.
  EXPECT_EQ(prefixes(kTripleTermPermutations).size(), 12u);
}

TEST(Quad, IsReadByPosition) {
  const Quad quad{Huri(1), Huri(2), Huri(3), Huri(4)};
  EXPECT_EQ(quad[Position::subject], Huri(1));
  EXPECT_EQ(quad[Position::predicate], Huri(2));
  EXPECT_EQ(quad[Position::object], Huri(3));
  EXPECT_EQ(quad[Position::graph], Huri(4));
}

}  // namespace
}  // namespace quadrille
