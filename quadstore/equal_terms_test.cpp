#include "quadstore/equal_terms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::iri;

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

// Random classes over a few terms, changed again and again.
TEST(EqualTerms, ChangedClassesAreThoseMadeAnew) {
  constexpr std::uint64_t kTerms = 6'000;
  std::mt19937_64 random(11);
  std::map<Huri, std::vector<Huri>> classes;  // by representative; each has its own
  std::map<Huri, Huri> of_term;
  for (std::uint64_t number = 0; number < kTerms; ++number)
    classes[iri(number)] = {iri(number)}, of_term[iri(number)] = iri(number);
  const auto members_of = [&] {
    std::vector<EqualTerms::Member> members;
    for (const auto& [representative, terms] : classes)
      if (terms.size() > 1)
        for (const Huri term : terms) members.push_back({term, representative});
    return members;
  };
  EqualTerms terms;
  for (int change = 0; change < 3'000; ++change) {
    std::vector<Huri> open;
    for (int i = 0; i < 2; ++i) {  // their classes become one, or fall apart
      const auto its = classes.find(of_term[iri(random() % kTerms)]);
      if (its == classes.end() || std::find(open.begin(), open.end(), its->first) != open.end()) continue;
      open.insert(open.end(), its->second.begin(), its->second.end());
      classes.erase(its);
    }
    const bool falls_apart = open.size() > 6;
    std::vector<EqualTerms::Member> changed;
    for (const Huri term : open) {
      const Huri representative = falls_apart ? term : open.back();
      classes[representative].push_back(term);
      of_term[term] = representative;
      changed.push_back({term, representative});
    }
    terms = terms.with(iri(kTerms), changed);
    if (change % 50 != 0) continue;
    const EqualTerms expected(iri(kTerms), members_of());
    ASSERT_EQ(terms, expected);
    ASSERT_EQ(terms.empty(), expected.empty());
    ASSERT_EQ(terms.all().size(), expected.all().size());
    for (std::uint64_t number = 0; number < kTerms; ++number) {
      ASSERT_EQ(terms.representative(iri(number)), expected.representative(iri(number)));
      const auto its = terms.members(iri(number)), same = expected.members(iri(number));
      ASSERT_TRUE(std::equal(its.begin(), its.end(), same.begin(), same.end()));
    }
  }
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
