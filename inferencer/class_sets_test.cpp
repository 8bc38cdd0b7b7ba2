#include "inferencer/class_sets.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace quadrille::inferencer {
namespace {

using Set = std::set<ClassId>;

Set of(const ClassSets& sets, SetId set) {
  const auto classes = sets.classes(set);
  return {classes.begin(), classes.end()};
}

SetId make(ClassSets& sets, const std::vector<ClassId>& classes) {
  return sets.set_of(classes);
}

TEST(ClassSets, SetZeroIsEmpty) {
  ClassSets sets;
  EXPECT_EQ(make(sets, {}), 0u);
  EXPECT_TRUE(sets.classes(0).empty());
  EXPECT_FALSE(sets.contains(0, 1));
}

TEST(ClassSets, EqualSetsHaveOneNumber) {
  ClassSets sets;
  const SetId both = make(sets, {7, 3});
  EXPECT_EQ(make(sets, {3, 7, 3}), both);
  EXPECT_EQ(sets.unite(make(sets, {3}), make(sets, {7})), both);
  EXPECT_EQ(sets.unite(both, both), both);
  EXPECT_EQ(sets.unite(both, 0), both);
  EXPECT_EQ(sets.unite(0, both), both);
}

TEST(ClassSets, RulesApplyToUnions) {
  ClassSets sets;
  sets.add_rule({1}, 2);
  sets.add_rule({2, 3}, 4);
  sets.add_rule({4}, 5);
  EXPECT_EQ(of(sets, make(sets, {1})), (Set{1, 2}));
  EXPECT_EQ(of(sets, make(sets, {3})), (Set{3}));
  EXPECT_EQ(of(sets, sets.unite(make(sets, {1}), make(sets, {3}))), (Set{1, 2, 3, 4, 5}));
  EXPECT_TRUE(sets.contains(make(sets, {1, 3}), 5));
}

TEST(ClassSets, AgreeWithTheFixpointOfRandomRules) {
  std::mt19937 random(1711);
  for (int round = 0; round < 200; ++round) {
    ClassSets sets;
    std::vector<std::pair<Set, ClassId>> rules;
    for (std::uint32_t i = 0; i < random() % 20; ++i) {
      Set body;
      for (std::uint32_t j = 0; j <= random() % 3; ++j) body.insert(random() % 12);
      rules.emplace_back(body, random() % 14);
      sets.add_rule({body.begin(), body.end()}, rules.back().second);
    }
    SetId united = 0;
    Set all;
    for (int i = 0; i < 10; ++i) {
      Set some;
      for (std::uint32_t j = 0; j < random() % 3; ++j) some.insert(random() % 14);
      united = sets.unite(united, make(sets, {some.begin(), some.end()}));
      all.insert(some.begin(), some.end());
      for (bool is_new = true; is_new;) {
        is_new = false;
        for (const auto& [body, head] : rules) {
          if (std::includes(all.begin(), all.end(), body.begin(), body.end())) is_new |= all.insert(head).second;
        }
      }
      ASSERT_EQ(of(sets, united), all);
    }
  }
}

}  // namespace
}  // namespace quadrille::inferencer
