#include "quadstore/equal_terms.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace quadrille {
namespace {

Huri iri(std::uint64_t number) {
  return Huri::make(HuriKind::iri, number);
}

TEST(EqualTerms, NothingHasNoClass) {
  const EqualTerms none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.representative(iri(1)), iri(1));
  EXPECT_TRUE(none.members(iri(1)).empty());
}

TEST(EqualTerms, MembersHaveTheirRepresentativeFirst) {
  const EqualTerms terms(iri(0), {{iri(3), iri(5)}, {iri(9), iri(5)}, {iri(5), iri(5)}});
  for (const std::uint64_t number : {3, 5, 9}) EXPECT_EQ(terms.representative(iri(number)), iri(5));
  EXPECT_EQ(terms.representative(iri(4)), iri(4));
  std::vector<Huri> members;
  for (const EqualTerms::Member& its : terms.members(iri(5))) members.push_back(its.term);
  EXPECT_EQ(members, (std::vector{iri(5), iri(3), iri(9)}));
  EXPECT_TRUE(terms.members(iri(3)).empty());
  EXPECT_TRUE(terms.members(iri(4)).empty());
}

TEST(EqualTerms, ManyClasses) {
  std::mt19937_64 random(7);
  std::map<Huri, Huri> expected;
  std::vector<EqualTerms::Member> members;
  for (std::uint64_t number = 0; number < 5'000; ++number) {
    const Huri first = iri(number * 8), other = iri(number * 8 + 1 + random() % 7);
    for (const Huri term : {first, other}) expected[term] = first, members.push_back({term, first});
  }
  const EqualTerms terms(iri(1 << 20), members);
  for (std::uint64_t number = 0; number < 40'000; ++number) {
    const auto place = expected.find(iri(number));
    EXPECT_EQ(terms.representative(iri(number)), place == expected.end() ? iri(number) : place->second);
    EXPECT_EQ(terms.members(iri(number)).size(), number % 8 == 0 ? 2u : 0u);
  }
  EXPECT_FALSE(terms.has_literals());
}

TEST(EqualTerms, AnIriRepresentsBeforeABlankNodeAndALiteral) {
  const Huri blank = Huri::make(HuriKind::blank, 1), string = Huri::make(HuriKind::string, 1);
  EXPECT_TRUE(represents_before(iri(2), blank));
  EXPECT_TRUE(represents_before(blank, string));
  EXPECT_TRUE(represents_before(iri(1), iri(2)));
  EXPECT_FALSE(represents_before(iri(2), iri(2)));
}

}  // namespace
}  // namespace quadrille
