#include "query/plan/logical/plan_watch.hpp"

#include <gtest/gtest.h>

#include "query/operators/project.hpp"
#include "query/operators/union.hpp"
#include "query/operators/values_table.hpp"

namespace quadrille::query {
namespace {

OperatorPtr leaf() {
  return std::make_unique<ValuesTable>(std::vector<VariableId>{0}, std::vector<Huri>{}, 0, false,
                                       Distribution::first());
}

// As a planner makes it: every floor is seen.
OperatorPtr tower(const PlanWatch& watch, std::size_t height) {
  OperatorPtr plan = leaf();
  watch.see(*plan);
  for (std::size_t floor = 1; floor < height; ++floor) {
    plan = std::make_unique<Project>(std::move(plan), std::vector<VariableId>{0});
    watch.see(*plan);
  }
  return plan;
}

}  // namespace

TEST(PlanWatch, LetsPlansBeDeepButNotDeeper) {
  constexpr std::size_t kTooDeep = PlanWatch::kMostDeep + PlanWatch::kSeenTogether;
  const PlanWatch watch;
  tower(watch, PlanWatch::kMostDeep);
  EXPECT_THROW(tower(watch, kTooDeep), Error);
  std::vector<OperatorPtr> both;
  both.push_back(leaf());
  both.push_back(tower(PlanWatch(), PlanWatch::kMostDeep - 1));
  OperatorPtr united = std::make_unique<Union>(std::move(both));
  const auto grow = [&] {
    for (std::size_t floor = PlanWatch::kMostDeep; floor < kTooDeep; ++floor) {
      united = std::make_unique<Project>(std::move(united), std::vector<VariableId>{0});
      watch.see(*united);
    }
  };
  EXPECT_THROW(grow(), Error);
}

TEST(PlanWatch, LetsPlansBeWide) {
  std::vector<OperatorPtr> many;
  for (int child = 0; child < 100'000; ++child) many.push_back(leaf());
  PlanWatch().see(Union(std::move(many)));
}

TEST(PlanWatch, ATableHasAMostOfColumns) {
  std::vector<VariableId> variables(PlanWatch::kMostColumns);
  const auto table = [&] {
    return ValuesTable(variables, std::vector<Huri>(variables.size()), 1, false, Distribution::first());
  };
  PlanWatch().see(table());
  variables.push_back(0);
  EXPECT_THROW(PlanWatch().see(table()), Error);
}

TEST(PlanWatch, ChargesForWhatIsMadeAndLooksAtTheTime) {
  std::size_t charged = 0, looks = 0;
  const PlanWatch watch([&] { ++looks; }, [&](std::size_t bytes) { charged += bytes; });
  watch.see(*leaf());
  watch.look();
  EXPECT_GT(charged, 100u);
  EXPECT_EQ(looks, 2u);
}

TEST(PlanWatch, AGroupHasAMostOfParts) {
  PlanWatch().expect_joins(PlanWatch::kMostJoined);
  EXPECT_THROW(PlanWatch().expect_joins(PlanWatch::kMostJoined + 1), Error);
}

}  // namespace quadrille::query
