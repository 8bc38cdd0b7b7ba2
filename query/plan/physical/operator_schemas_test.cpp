// The columns, distribution and order of the rows of each operator, from those of its inputs. IndexScan and SkipScan,
// which need a database, are in tests/query/plan_rules_test.cpp.

#include <gtest/gtest.h>

#include "query/joins/hash_join.hpp"
#include "query/joins/index_join.hpp"
#include "query/joins/multiway_join.hpp"
#include "query/joins/semi_join.hpp"
#include "query/joins/value_keys.hpp"
#include "query/operators/bind_graph.hpp"
#include "query/operators/bind_join_rows.hpp"
#include "query/operators/canonical_terms.hpp"
#include "query/operators/construct.hpp"
#include "query/operators/dependent_rows.hpp"
#include "query/operators/describe.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/extend.hpp"
#include "query/operators/fetch_terms.hpp"
#include "query/operators/graph_names.hpp"
#include "query/operators/group.hpp"
#include "query/operators/project.hpp"
#include "query/operators/sort.hpp"
#include "query/operators/union.hpp"
#include "query/operators/values_table.hpp"
#include "query/paths/path_scan.hpp"
#include "query/service/service_scan.hpp"

namespace quadrille::query {
namespace {

using Variables = std::vector<VariableId>;

constexpr VariableId kX = 1, kY = 2, kZ = 3;
const Distribution kAnyhow = Distribution::anyhow(), kFirst = Distribution::first(),
                   kReplicated = Distribution::replicated();

Schema rows(Variables columns, Distribution distribution, Variables sorted_by) {
  Schema schema;
  for (const VariableId variable : columns) schema.columns.push_back({variable});
  schema.distribution = distribution;
  schema.sorted_by = std::move(sorted_by);
  return schema;
}

Schema loose(Schema schema, VariableId variable) {
  schema.columns[*schema.column_of(variable)].maybe_unbound = true;
  return schema;
}

Schema with_texts(Schema schema, Texts texts) {
  for (ColumnInfo& column : schema.columns) column.texts = texts;
  return schema;
}

Variables columns(const Schema& schema) {
  Variables variables;
  for (const ColumnInfo& column : schema.columns) variables.push_back(column.variable);
  return variables;
}

void expect(const Schema& schema, const Variables& variables, Distribution distribution, const Variables& sorted_by) {
  EXPECT_EQ(columns(schema), variables);
  EXPECT_EQ(schema.distribution, distribution);
  EXPECT_EQ(schema.sorted_by, sorted_by);
}

bool maybe_unbound(const Schema& schema, VariableId variable) {
  return schema.columns[*schema.column_of(variable)].maybe_unbound;
}

const Schema kByX = rows({kX, kY}, Distribution::by(kX), {kX, kY});
const Schema kOther = rows({kY, kZ}, Distribution::by(kY), {kY});

TEST(OperatorSchemas, HashJoin) {
  expect(HashJoin::schema_of(JoinKind::inner, kByX, kOther, 0), {kX, kY, kZ}, Distribution::by(kX), {kX, kY});
  const Schema left = HashJoin::schema_of(JoinKind::left, kByX, kOther, 0);
  expect(left, {kX, kY, kZ}, Distribution::by(kX), {});
  EXPECT_TRUE(maybe_unbound(left, kZ));
  EXPECT_FALSE(maybe_unbound(left, kY));
  for (const JoinKind kind : {JoinKind::semi, JoinKind::anti, JoinKind::minus}) {
    expect(HashJoin::schema_of(kind, kByX, kOther, 0), {kX, kY}, Distribution::by(kX), {kX, kY});
  }
  expect(HashJoin::schema_of(JoinKind::mark, kByX, kOther, 9), {kX, kY, 9}, Distribution::by(kX), {kX, kY});
}

TEST(OperatorSchemas, HashJoinOfAVariableThatMayBeUnbound) {
  const Schema by_loose = loose(rows({kX, kY}, Distribution::by(kY), {kX, kY}), kY);
  const Schema inner = HashJoin::schema_of(JoinKind::inner, by_loose, kOther, 0);
  expect(inner, {kX, kY, kZ}, kAnyhow, {kX});
  EXPECT_FALSE(maybe_unbound(inner, kY)) << "bound by the right";
  EXPECT_TRUE(maybe_unbound(HashJoin::schema_of(JoinKind::left, by_loose, kOther, 0), kY));
  expect(HashJoin::schema_of(JoinKind::semi, by_loose, kOther, 0), {kX, kY}, Distribution::by(kY), {kX, kY});
}

TEST(OperatorSchemas, IndexJoin) {
  AccessPath path;
  path.outputs.push_back(std::pair(quadrille::ColumnIndex{1}, kZ));
  expect(IndexJoin::schema_of(JoinKind::inner, kByX, path), {kX, kY, kZ}, Distribution::by(kX), {});
  EXPECT_FALSE(maybe_unbound(IndexJoin::schema_of(JoinKind::inner, kByX, path), kZ));
  EXPECT_TRUE(maybe_unbound(IndexJoin::schema_of(JoinKind::left, kByX, path), kZ));
  expect(IndexJoin::schema_of(JoinKind::semi, kByX, path), {kX, kY}, Distribution::by(kX), {});
}

TEST(OperatorSchemas, SemiJoin) {
  const Schema fetched = with_texts(kByX, Texts::of_chunk);
  const Schema semi = SemiJoin::schema_of(JoinKind::semi, fetched, 0);
  expect(semi, {kX, kY}, Distribution::by(kX), {kX, kY});
  EXPECT_EQ(semi.columns.front().texts, Texts::elsewhere) << "a round has several chunks";
  expect(SemiJoin::schema_of(JoinKind::mark, kByX, 9), {kX, kY, 9}, Distribution::by(kX), {kX, kY});
}

TEST(OperatorSchemas, MultiwayJoin) {
  expect(MultiwayJoin::schema_of({kX, kY}, {kY, kX}, true), {kY, kX}, Distribution::by(kX), {});
  expect(MultiwayJoin::schema_of({kX, kY}, {kY}, true), {kY}, kAnyhow, {});
  expect(MultiwayJoin::schema_of({kX, kY}, {kX}, false), {kX}, kAnyhow, {});
}

TEST(OperatorSchemas, ValueKeys) {
  expect(ValueKeys::schema_of(kByX, kZ), {kX, kY, kZ}, Distribution::by(kX), {kX, kY});
}

TEST(OperatorSchemas, Exchange) {
  const Schema fetched = with_texts(kByX, Texts::for_good);
  const Schema moved = Exchange::schema_of(fetched, Distribution::by(kY));
  expect(moved, {kX, kY}, Distribution::by(kY), {});
  EXPECT_EQ(moved.columns.front().texts, Texts::elsewhere);
}

TEST(OperatorSchemas, Project) {
  expect(Project::schema_of(kByX, {{kZ, kX}, {kY, kY}}), {kZ, kY}, Distribution::by(kZ), {kZ, kY});
  expect(Project::schema_of(kByX, {{kX, kX}}), {kX}, Distribution::by(kX), {kX});
  expect(Project::schema_of(kByX, {{kY, kY}}), {kY}, kAnyhow, {});
  const Schema unknown = Project::schema_of(rows({kX}, kFirst, {}), {{kX, kX}, {kZ, kZ}});
  expect(unknown, {kX, kZ}, kFirst, {});
  EXPECT_TRUE(maybe_unbound(unknown, kZ));
}

TEST(OperatorSchemas, Extend) {
  const Schema schema = Extend::schema_of(kByX, kZ);
  expect(schema, {kX, kY, kZ}, Distribution::by(kX), {kX, kY});
  EXPECT_TRUE(schema.columns.back().maybe_unbound && schema.columns.back().maybe_local);
}

TEST(OperatorSchemas, BindGraph) {
  const Schema child = rows({kX, kY, kZ}, Distribution::by(kY), {kY, kX});
  expect(BindGraph::schema_of(child, kY, kZ), {kX, kZ}, Distribution::by(kZ), {kZ, kX});
}

TEST(OperatorSchemas, Group) {
  const std::vector<parser::Group::Output> outputs{{kZ, {}, {}}};
  expect(Group::schema_of(kByX, {kX}, outputs, false), {kX, kZ}, Distribution::by(kX), {});
  expect(Group::schema_of(kByX, {kY}, outputs, false), {kY, kZ}, kAnyhow, {});
  expect(Group::schema_of(kByX, {}, outputs, true), {kZ}, kFirst, {});
  for (const Distribution distribution : {kFirst, kReplicated}) {
    expect(Group::schema_of(rows({kX}, distribution, {}), {kX}, outputs, false), {kX, kZ}, distribution, {});
  }
}

TEST(OperatorSchemas, Sort) {
  expect(Sort::schema_of(kByX), {kX, kY}, Distribution::by(kX), {});
}

TEST(OperatorSchemas, Union) {
  const Schema first = rows({kX}, kFirst, {kX}), also_first = rows({kX, kY}, kFirst, {kX});
  const Schema both = Union::schema_of({&first, &also_first});
  expect(both, {kX, kY}, kFirst, {});
  EXPECT_FALSE(maybe_unbound(both, kX));
  EXPECT_TRUE(maybe_unbound(both, kY));
  expect(Union::schema_of({&first, &kByX}), {kX, kY}, kAnyhow, {});
}

TEST(OperatorSchemas, CanonicalTerms) {
  Schema local = with_texts(kByX, Texts::of_chunk);
  local.columns.front().maybe_local = true;
  const Schema schema = CanonicalTerms::schema_of(local, {kX});
  expect(schema, {kX, kY}, Distribution::by(kX), {kX, kY});
  EXPECT_FALSE(schema.columns[0].maybe_local);
  EXPECT_TRUE(schema.columns[0].was_local);
  EXPECT_EQ(schema.columns[0].texts, Texts::elsewhere);
  EXPECT_EQ(schema.columns[1].texts, Texts::of_chunk);
}

TEST(OperatorSchemas, FetchTerms) {
  const Schema schema = FetchTerms::schema_of(kByX, {{kX, kAllKinds}, {kY, KindSet()}}, Texts::of_chunk);
  expect(schema, {kX, kY}, Distribution::by(kX), {kX, kY});
  EXPECT_EQ(schema.columns[0].texts, Texts::of_chunk);
  EXPECT_EQ(schema.columns[1].texts, Texts::elsewhere) << "only some kinds are fetched";
}

TEST(OperatorSchemas, RowsForTheRightSide) {
  expect(BindJoinValues::schema_of(kByX, {kX}), {kX}, Distribution::by(kX), {});
  expect(BindJoinValues::schema_of(kByX, {kY}), {kY}, kAnyhow, {});
  expect(BindJoinValues::schema_of(rows({kX, kY}, kFirst, {}), {kY}), {kY}, kFirst, {});
  expect(DependentRows::schema_of(kByX, 9), {kX, kY, 9}, Distribution::by(kX), {kX, kY});
  const DependentRows dependent(kByX, {kX, kY}, 9, 0);
  expect(DependentScan::schema_of(dependent, {kX}), {kX, 9}, Distribution::by(kX), {});
  expect(DependentScan::schema_of(dependent, {kY}), {kY, 9}, kAnyhow, {});
}

TEST(OperatorSchemas, Leaves) {
  const Schema values = ValuesTable::schema_of({kX, kY}, {Huri(8), kUnbound, Huri(8), Huri(8)}, true, kReplicated);
  expect(values, {kX, kY}, kReplicated, {});
  EXPECT_FALSE(maybe_unbound(values, kX));
  EXPECT_TRUE(maybe_unbound(values, kY));
  EXPECT_TRUE(values.columns.front().maybe_local);
  expect(GraphNames::schema_of(kX), {kX}, kFirst, {});
}

TEST(OperatorSchemas, PathScan) {
  const Slot x = Slot::of(kX), y = Slot::of(kY), term = Slot::of(Huri(8));
  PathStarts at_object;
  at_object.at_object = true;
  expect(PathScan::schema_of(x, y, {}, {}, PathWay::alone), {kX, kY}, Distribution::by(kX), {});
  expect(PathScan::schema_of(x, y, {}, at_object, PathWay::waves), {kX, kY}, Distribution::by(kY), {});
  expect(PathScan::schema_of(term, y, {}, {}, PathWay::alone), {kY}, kFirst, {});
  expect(PathScan::schema_of(x, x, {}, {}, PathWay::alone), {kX}, Distribution::by(kX), {});
  const GraphScope each{GraphScope::Kind::each, Slot::of(kZ), nullptr};
  expect(PathScan::schema_of(x, y, each, {}, PathWay::alone), {kX, kY, kZ}, Distribution::by(kX), {});
  expect(PathScan::schema_of(term, y, {}, {}, PathWay::spread), {kY}, Distribution::by(kY), {});
}

TEST(OperatorSchemas, ServiceScan) {
  ServicePlan plan;
  plan.columns.push_back({.variable = kX, .name = "x", .certain = true});
  expect(ServiceScan::schema_of(plan), {kX}, kFirst, {});
  EXPECT_FALSE(maybe_unbound(ServiceScan::schema_of(plan), kX));
  plan.silent = true;
  EXPECT_TRUE(maybe_unbound(ServiceScan::schema_of(plan), kX));
}

TEST(OperatorSchemas, Answers) {
  expect(ConstructTriples::schema_of(kByX, false), {0, 1, 2}, kAnyhow, {});
  expect(ConstructTriples::schema_of(rows({kX}, kFirst, {}), true), {0, 1, 2, 3}, kFirst, {});
  expect(DescribeTriples::schema_of(), {0, 1, 2}, kFirst, {});
}

}  // namespace
}  // namespace quadrille::query
