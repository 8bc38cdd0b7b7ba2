// Operators that break each of the rules of verify_placed.hpp, beside some that keep it.

#include "query/plan/physical/verify_placed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "query/operators/distinct.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/group.hpp"
#include "query/operators/slice_each.hpp"
#include "query/operators/sort.hpp"
#include "query/operators/values_table.hpp"

namespace quadrille::query::placed_rules {
namespace {

using logical::make;
using logical::NodePtr;
using Variables = std::vector<VariableId>;

constexpr VariableId kX = 0, kY = 1;
const std::vector<std::string> kNames{"x", "y"};
const Distribution kAnyhow = Distribution::anyhow(), kFirst = Distribution::first();

NodePtr leaf(const Variables& columns) {
  return make(logical::Nothing{set_of(columns)});
}

OperatorPtr rows(const Variables& columns, Distribution distribution, bool maybe_local = false) {
  return std::make_unique<ValuesTable>(columns, std::vector<Huri>{}, 0, maybe_local, distribution);
}

std::string broken(const NodePtr& node, const Operator& made, int team_size) {
  try {
    verify_placed(*node, made, team_size, kNames);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

void expect_keeps(const NodePtr& node, const OperatorPtr& made, int team_size = 2) {
  EXPECT_EQ(broken(node, *made, team_size), "");
}
void expect_breaks(const NodePtr& node, const OperatorPtr& made, const char* rule) {
  EXPECT_THAT(broken(node, *made, 2), ::testing::HasSubstr(std::string("breaks ") + rule));
}

OperatorPtr join(OperatorPtr left, OperatorPtr right, std::optional<VariableId> parts_by = std::nullopt) {
  JoinDetails details;
  details.parts_by = parts_by;
  return std::make_unique<HashJoin>(JoinKind::inner, std::move(left), std::move(right), std::move(details));
}

OperatorPtr distinct(OperatorPtr child) {
  return std::make_unique<Distinct>(std::move(child), Grouping::by_hash);
}

}  // namespace

TEST(VerifyPlaced, P1AnOperatorHasTheColumnsOfItsNode) {
  expect_keeps(leaf({kX}), rows({kX}, kFirst));
  expect_breaks(leaf({kX, kY}), rows({kX}, kFirst), "P1");
  expect_breaks(leaf({kX}), rows({kX, kY}, kFirst), "P1");
  expect_breaks(leaf({kX}), rows({kX, kX}, kFirst), "P1");
  const OperatorPtr unbound =
      std::make_unique<ValuesTable>(Variables{kX}, std::vector<Huri>{kUnbound}, 1, false, kFirst);
  expect_breaks(leaf({kX}), unbound, "P1");
}

TEST(VerifyPlaced, P2RowsThatAreJoinedMeet) {
  const NodePtr node = make(logical::Join{JoinKind::inner, leaf({kX, kY}), leaf({kY}), {}, 0, {}});
  const auto placed = [&](Distribution left, Distribution right, std::optional<VariableId> parts_by = std::nullopt) {
    return join(rows({kX, kY}, left), rows({kY}, right), parts_by);
  };
  expect_keeps(node, placed(Distribution::by(kY), Distribution::by(kY)));
  expect_keeps(node, placed(kAnyhow, Distribution::replicated()));
  expect_keeps(node, placed(kFirst, kFirst));
  expect_keeps(node, placed(kAnyhow, Distribution::by(kY), kY));
  expect_keeps(node, placed(kAnyhow, kAnyhow), 1);
  expect_breaks(node, placed(kAnyhow, kAnyhow), "P2");
  expect_breaks(node, placed(kFirst, Distribution::by(kY)), "P2");
  expect_breaks(node, placed(Distribution::by(kX), Distribution::by(kX)), "P2");
  expect_breaks(node, placed(kAnyhow, kAnyhow, kY), "P2");
}

TEST(VerifyPlaced, P3RowsThatAgreeAreOnOneImage) {
  const NodePtr different = make(logical::Distinct{leaf({kX, kY})});
  expect_keeps(different, distinct(rows({kX, kY}, Distribution::by(kX))));
  expect_keeps(different, distinct(std::make_unique<Exchange>(rows({kX, kY}, kAnyhow), Variables{kX, kY})));
  expect_breaks(different, distinct(rows({kX, kY}, kAnyhow)), "P3");

  const NodePtr grouped = make(logical::Group{leaf({kX, kY}), nullptr, {kX}, {}, {}, false});
  const auto by_x = [](OperatorPtr child) -> OperatorPtr {
    return std::make_unique<Group>(std::move(child), Variables{kX}, Variables{}, std::vector<parser::Group::Output>{},
                                   Group::Always{}, false, Grouping::by_hash);
  };
  expect_keeps(grouped, by_x(rows({kX, kY}, Distribution::by(kX))));
  expect_breaks(grouped, by_x(rows({kX, kY}, Distribution::by(kY))), "P3");
  expect_breaks(grouped, by_x(std::make_unique<Exchange>(rows({kX, kY}, kAnyhow), Variables{kX, kY})), "P3");

  const NodePtr sliced = make(logical::Slice{leaf({kX}), 0, 1, {kX}});
  const OperatorPtr slice = std::make_unique<SliceEach>(rows({kX}, kAnyhow), Variables{kX}, 0, 1);
  expect_breaks(sliced, slice, "P3");

  const NodePtr sorted = make(logical::Sort{leaf({kX}), {}, std::nullopt});
  const auto sort = [](Distribution distribution) -> OperatorPtr {
    return std::make_unique<Sort>(rows({kX}, distribution), std::vector<parser::OrderBy::Key>{});
  };
  expect_keeps(sorted, sort(kFirst));
  expect_breaks(sorted, sort(Distribution::by(kX)), "P3");
}

TEST(VerifyPlaced, P4ComparedColumnsAreCanonical) {
  const NodePtr node = make(logical::Join{JoinKind::inner, leaf({kX, kY}), leaf({kY}), {}, 0, {}});
  expect_breaks(node, join(rows({kX, kY}, kFirst), rows({kY}, kFirst, true)), "P4");
  const NodePtr different = make(logical::Distinct{leaf({kX})});
  expect_breaks(different, distinct(rows({kX}, kFirst, true)), "P4");
}

}  // namespace quadrille::query::placed_rules
