// A plan that breaks each of the rules of verify.hpp, beside one that keeps it.

#include "query/plan/logical/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::query {
namespace {

using logical::make;
using logical::NodePtr;
using enum PlanStage;

constexpr VariableId kX = 0, kY = 1, kMark = 2, kNumber = 3;
const std::vector<std::string> kNames{"x", "y", ".mark", ".number"};

NodePtr leaf(std::vector<VariableId> columns) {
  return make(logical::Nothing{set_of(columns)});
}

std::string broken(const NodePtr& plan, PlanStage stage = ordered) {
  try {
    verify(*plan, stage, "a step", kNames);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

void expect_breaks(const NodePtr& plan, const char* rule, PlanStage stage = ordered) {
  EXPECT_THAT(broken(plan, stage), ::testing::HasSubstr(std::string("the plan after a step breaks ") + rule));
}

logical::Join join(JoinKind kind, NodePtr left, NodePtr right) {
  return {kind, std::move(left), std::move(right), {}, kMark, {}};
}

parser::Expression variable(VariableId id) {
  parser::Expression expression;
  expression.kind = parser::ExpressionKind::variable;
  expression.variable = id;
  return expression;
}

NodePtr with_left(NodePtr left, NodePtr right) {
  logical::Join made = join(JoinKind::left, std::move(left), std::move(right));
  made.is_bind_join = true;
  return make(std::move(made));
}

NodePtr values(VariableId variable) {
  return make(logical::BindJoinValues{{variable}});
}

const QuadPattern kPattern{{Slot::of(kX), Slot::of(Huri(1)), Slot::of(kY)}, {}};

}  // namespace

TEST(Verify, APlanThatKeepsTheRulesPasses) {
  const NodePtr plan = logical::project(make(join(JoinKind::mark, leaf({kX, kY}), leaf({kY}))), {kX, kMark});
  EXPECT_EQ(broken(plan), "");
}

TEST(Verify, L1ColumnsAreThoseOfTheChildren) {
  NodePtr plan = make(logical::Distinct{leaf({kX})});
  plan->columns.add(kY);
  expect_breaks(plan, "L1");
  plan = make(logical::Distinct{leaf({kX, kY})});
  plan->columns = set_of({kX});
  expect_breaks(plan, "L1");
  plan = make(logical::Distinct{make(logical::Extend{leaf({kX}), kY, nullptr})});
  plan->certain.add(kY);
  expect_breaks(plan, "L1");
  plan = make(logical::Distinct{leaf({kX})});
  plan->as<logical::Distinct>()->child = nullptr;
  expect_breaks(plan, "L1");
}

TEST(Verify, L2AddedColumnsAreNew) {
  const parser::Expression expression = variable(kX);
  expect_breaks(make(join(JoinKind::mark, leaf({kX, kMark}), leaf({kX}))), "L2");
  expect_breaks(make(logical::Extend{leaf({kX, kY}), kY, &expression}), "L2");
  const auto input = std::make_shared<const DependentInput>(DependentInput{{set_of({kX}), {}, {}}, {kX}, kNumber});
  expect_breaks(make(logical::DependentJoin{leaf({kX, kNumber}), input, leaf({kX})}), "L2");
  logical::Group group{leaf({kX}), nullptr, {kX}, {}, {}, false};
  group.outputs.push_back({kX, {}, nullptr});
  expect_breaks(make(std::move(group)), "L2");
}

TEST(Verify, L3OwnVariablesThatAreReadAreColumnsOfTheChild) {
  const parser::Expression mark = variable(kMark), y = variable(kY);
  EXPECT_EQ(broken(logical::project(leaf({kX}), {kX, kY})), "") << "no row binds ?y";
  expect_breaks(logical::project(leaf({kX}), {kX, kMark}), "L3");
  EXPECT_EQ(broken(make(logical::Filter{leaf({kX}), {&y}})), "");
  expect_breaks(make(logical::Filter{leaf({kX}), {&mark}}), "L3");
  expect_breaks(make(logical::Extend{leaf({kX}), kY, &mark}), "L3");
  expect_breaks(make(logical::Sort{leaf({kX}), {{&mark, false}}, std::nullopt}), "L3");
  expect_breaks(make(logical::Slice{leaf({kX}), 0, 1, {kNumber}}), "L3");
  expect_breaks(make(logical::BindGraph{leaf({kX}), kMark, kY}), "L3");
  expect_breaks(make(logical::PatternJoin{JoinKind::inner, leaf({kMark}), kPattern, {}, set_of({kX}), 0}), "L3");
}

TEST(Verify, L4RowsOfAJoinAreReadInside) {
  EXPECT_EQ(broken(with_left(leaf({kX}), values(kX))), "");
  expect_breaks(values(kX), "L4");
  expect_breaks(make(join(JoinKind::left, leaf({kX}), values(kX))), "L4");
  expect_breaks(with_left(leaf({kX}), values(kY)), "L4");
  expect_breaks(with_left(leaf({kX}), leaf({kX})), "L4");
  expect_breaks(with_left(leaf({kX}), with_left(leaf({kX}), values(kX))), "L4");

  parser::Service service;
  service.endpoint = Term(TermView::iri("http://e/"));
  const std::vector<ServiceColumn> columns{{kX, "x", false}};
  const auto scan = [&](bool reads_left) {
    return make(logical::Service{&service, columns, false, columns, reads_left, std::nullopt});
  };
  EXPECT_EQ(broken(with_left(leaf({kX}), scan(true))), "");
  expect_breaks(with_left(leaf({kY}), scan(true)), "L4");
  expect_breaks(scan(true), "L4");
  expect_breaks(scan(false), "L4");

  const auto input = std::make_shared<const DependentInput>(DependentInput{{set_of({kX}), {}, {}}, {kX}, kNumber});
  const auto rows = [&](VariableId variable) { return make(logical::DependentScan{input, std::vector{variable}}); };
  EXPECT_EQ(broken(make(logical::DependentJoin{leaf({kX}), input, rows(kX)})), "");
  expect_breaks(make(logical::DependentJoin{leaf({kX}), input, rows(kY)}), "L4");
  expect_breaks(rows(kX), "L4");
}

TEST(Verify, L5NodesBelongToAStage) {
  logical::JoinGroup group;
  group.patterns.push_back({kPattern, set_of({kX, kY}), {}});
  const NodePtr grouped = make(std::move(group));
  EXPECT_EQ(broken(grouped, rewritten), "");
  expect_breaks(grouped, "L5");
  const NodePtr scan = make(logical::Scan{kPattern, set_of({kX}), std::nullopt, {}});
  EXPECT_EQ(broken(scan), "");
  expect_breaks(scan, "L5", rewritten);
  const NodePtr exists = make(logical::Exists{leaf({kX}), nullptr, {}, JoinKind::semi, 0});
  EXPECT_EQ(broken(exists, translated), "");
  expect_breaks(exists, "L5", rewritten);
  expect_breaks(with_left(leaf({kX}), values(kX)), "L5", rewritten);
}

}  // namespace quadrille::query
