#include "query/plan/physical/verify_placed.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "query/operators/canonical_terms.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/fetch_terms.hpp"
#include "query/operators/group.hpp"
#include "query/table/join_shape.hpp"

namespace quadrille::query {

namespace {

using Kind = Distribution::Kind;

// True if rows that agree in these columns are on one image.
bool are_together(const Operator& rows, const VariableSet& keys) {
  const Distribution& distribution = rows.schema().distribution;
  if (distribution.kind == Kind::by) return keys.has(distribution.variable);
  if (distribution.kind != Kind::anyhow) return distribution.kind == Kind::first;
  const Operator* below = &rows;  // these two leave rows where they are
  while (dynamic_cast<const CanonicalTerms*>(below) || dynamic_cast<const FetchTerms*>(below)) {
    below = below->children().front();
  }
  const auto* exchange = dynamic_cast<const Exchange*>(below);
  return exchange && !exchange->keys().empty() && keys.includes(set_of(exchange->keys()));
}

struct Check {
  const logical::Node& node;
  const Operator& made;
  int team_size;
  std::span<const std::string> names;

  void expect(bool holds, std::string_view rule) const {
    if (!holds)
      fail(ErrorKind::internal, "{} breaks {} (query/plan/physical/verify_placed.hpp)", made.describe(), rule);
  }
  const Operator& child(std::size_t number = 0) const { return *made.children()[number]; }

  void columns() const {
    VariableSet found;
    for (const ColumnInfo& column : made.schema().columns) {
      expect(!found.has(column.variable), "P1");
      found.add(column.variable);
      expect(node.columns.has(column.variable) || names[column.variable].starts_with(".endpoint"), "P1");
      expect(!column.maybe_unbound || !node.certain.has(column.variable), "P1");
    }
    expect(found.includes(node.columns), "P1");
  }
  void expect_together(const Operator& rows, const VariableSet& keys) const {
    expect(team_size == 1 || are_together(rows, keys), "P3");
  }
  void expect_canonical(const Schema& schema, const VariableSet& variables) const {
    for (const ColumnInfo& column : schema.columns) {
      expect(!column.maybe_local || !variables.has(column.variable), "P4");
    }
  }

  void operator()(const logical::Join&) const {
    const Schema &left = child(0).schema(), &right = child(1).schema();
    const JoinShape shape(left, right);
    VariableSet keys, shared;
    for (const auto& [l, r] : shape.keys) keys.add(left.columns[l].variable);
    shared = keys;
    for (const auto& [l, r] : shape.loose) shared.add(left.columns[l].variable);
    expect_canonical(left, shared);
    expect_canonical(right, shared);
    if (team_size == 1 || right.distribution == Distribution::replicated()) return;
    if (const auto parts_by = static_cast<const HashJoin&>(made).parts_by()) {
      return expect(keys.has(*parts_by) && right.distribution == Distribution::by(*parts_by), "P2");
    }
    const Distribution& meet = left.distribution;
    expect(
        meet == right.distribution && (meet.kind == Kind::first || (meet.kind == Kind::by && keys.has(meet.variable))),
        "P2");
  }
  void operator()(const logical::Multiway& join) const {
    for (const Operator* table : made.children()) {
      const Distribution& distribution = table->schema().distribution;
      const bool leads = table->schema().has(join.order.front());
      expect(
          team_size == 1 || distribution == (leads ? Distribution::by(join.order.front()) : Distribution::replicated()),
          "P2");
    }
  }
  void operator()(const logical::PatternJoin& join) const {
    VariableSet bound;
    for (const VariableId variable : bound_in(*join.left, join.pattern)) bound.add(variable);
    expect_canonical(child().schema(), bound);
  }
  void operator()(const logical::Distinct& distinct) const {
    expect_together(child(), distinct.child->columns);
    expect_canonical(child().schema(), distinct.child->columns);
  }
  void operator()(const logical::Group& group) const {
    VariableSet compared = set_of(group.keys);
    const VariableSet keys = both(compared, group.child->columns);
    compared.add(set_of(group.solution));
    for (const auto& output : group.outputs) {
      if (output.argument && output.aggregate.distinct) compared.add(output.argument->variable);
    }
    expect_canonical(child().schema(), compared);
    if (!static_cast<const Group&>(made).merges()) {
      if (!group.implicit || !keys.empty()) expect_together(child(), keys);
      return;
    }
    for (const auto& output : group.outputs) {
      if (!output.aggregate.distinct) continue;
      const VariableSet of_distinct = output.argument ? set_of({output.argument->variable}) : set_of(group.solution);
      const VariableSet in_rows = both(of_distinct, group.child->columns);
      if (output.argument && in_rows.empty()) continue;  // unbound in every row: nothing is compared
      expect_together(child(), in_rows);
    }
  }
  void operator()(const logical::Slice& slice) const {
    if (!slice.keys.empty()) expect_together(child(), set_of(slice.keys));
  }
  void operator()(const logical::Sort& sort) const {
    if (sort.in_turn && made.schema().distribution == Distribution::in_turn()) return;
    expect(team_size == 1 || child().schema().distribution == Distribution::first(), "P3");
  }
  void operator()(const logical::DependentJoin& join) const {
    expect_canonical(child().schema(), set_of(join.input->variables));
  }
  void operator()(const logical::BindGraph& bind) const { expect_canonical(child().schema(), set_of({bind.variable})); }
  template <class K>
  void operator()(const K&) const {}
};

}  // namespace

void verify_placed(const logical::Node& node, const Operator& made, int team_size,
                   std::span<const std::string> variables) {
  const Check check{node, made, team_size, variables};
  check.columns();
  std::visit(check, node.kind);
}

}  // namespace quadrille::query
