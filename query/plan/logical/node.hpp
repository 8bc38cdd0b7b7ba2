#pragma once

// The logical plan of a query: a tree of Nodes between its algebra and its operators. A Node states which rows are
// wanted, and not yet on which image they are or how their terms are read.
//
//   algebra --translate()--> JoinGroup, Exists      parts of a group have no order; an EXISTS keeps its pattern
//   --rewrite()--> the same kinds of nodes          rules (query/plan/rewrite)
//   --ordered()--> Scan, Join, PatternJoin, ...     each JoinGroup has become joins (query/plan/order)
//   --placed()--> operators                         (query/plan/physical)
//
// Nodes refer to the algebra and to expressions of Planning, which must outlive them. All functions are local.

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "query/expression/value_key.hpp"
#include "query/index/routed_path.hpp"
#include "query/joins/hash_join.hpp"
#include "query/joins/value_keys.hpp"
#include "query/operators/expand.hpp"
#include "query/plan/logical/pattern_scope.hpp"
#include "query/procedures/procedure_call.hpp"
#include "query/service/service_keys.hpp"

namespace quadrille::query::logical {

struct Node;
using NodePtr = std::unique_ptr<Node>;
using Conditions = std::vector<const parser::Expression*>;       // all must hold
using Columns = std::vector<std::pair<VariableId, VariableId>>;  // name, and the variable of the child

// Leaves

struct Unit {};  // one row without columns
struct Nothing {
  VariableSet variables;
};
struct Values {
  const parser::Values* values;
};
struct GraphNames {
  VariableId variable;
  GraphListPtr allowed;
};
struct DependentScan {
  DependentInputPtr input;
  std::optional<std::vector<VariableId>> variables;  // each different binding of these; nullopt: all rows
};
struct BindJoinValues {  // different values of the left side of the bind join around it
  std::vector<VariableId> variables;
  bool represented = false;  // by their representatives, for patterns on stored rows
};
struct Path {
  const parser::PathPattern* pattern;
  Slot subject, object;  // of a term that the database does not have: unbound until it is placed
  GraphScope scope;
  NodePtr starts;  // BindJoinValues of one end; nullptr: none
  bool starts_at_object = false;
  bool starts_may_be_elsewhere = false;
};
struct Service {
  const parser::Service* service;
  std::vector<ServiceColumn> columns;  // those of the pattern that can be asked for; ordered(): those that are wanted
  bool is_cut = false;                 // the pattern has a LIMIT
  std::vector<ServiceColumn> keys;     // whose values are sent, of the left side of the bind join around it
  bool reads_left = false;             // it has keys, or the left side binds its endpoint
  std::optional<VariableId> endpoint_key;  // BindJoinRows::add_endpoint()
};
struct Invoke {
  const parser::Invoke* invoke;
  ProcedureCallPtr call;
  NodePtr child;                    // the edges
  NodePtr inputs;                   // may be nullptr
  NodePtr starts;                   // ordered(): BindJoinValues of what patterns beside the call bind; nullptr: nothing
  std::vector<VariableId> outputs;  // ordered(): those that are wanted
  std::string edges_key = {};       // edges_key.hpp
};
struct Scan {  // of ordered() on
  QuadPattern pattern;
  VariableSet wanted;
  std::optional<VariableId> preferred;            // rows should be spread by it, or be adjacent
  std::vector<std::vector<VariableId>> together;  // rows that agree in one of these should be adjacent
};
struct SkipScan {
  AccessPath path;
  VariableId key;
  std::optional<VariableId> count;
};

// Groups of patterns

struct Pattern {
  QuadPattern quad;
  VariableSet variables;
  VariableSet resources;  // variables that stand where no literal can
};
struct JoinGroup {
  std::vector<Pattern> patterns;
  std::vector<NodePtr> tables;
  std::vector<NodePtr> services;  // tables that call services: joined after the others
  Conditions conditions;
  std::vector<std::pair<VariableId, VariableId>> merged;  // (gone, kept): variables that another one replaces
  VariableSet always;                                     // columns that are wanted anyway
  bool is_dependent = false;                              // it has outer rows

  // The pattern of a group that is nothing else; nullptr: it is more.
  const QuadPattern* only_pattern() const;
  VariableId standing_for(VariableId variable) const;
  VariableSet named(const VariableSet& variables) const;  // each by its standing_for()
};

// Operators of the algebra and of the planner. Most have one child, whose rows and columns they keep, unless derive()
// and estimate() have a function of their own for them.

struct Unary {
  NodePtr child;
};
struct Join {
  JoinKind kind = JoinKind::inner;
  NodePtr left, right;
  Conditions conditions;
  VariableId mark = 0;  // kind mark
  VariableSet shared;   // kind minus
  // Of ordered() on: the right side reads values of the left (query/operators/bind_join_rows.hpp).
  bool is_bind_join = false;
};
struct PatternJoin {  // of ordered() on: an index join, or a semi-join
  JoinKind kind = JoinKind::inner;
  NodePtr left;
  QuadPattern pattern;
  std::optional<RoutedPath> semi_join;  // set: the owners of the keys test them, unless the rows are there already
  VariableSet wanted;
  VariableId mark = 0;
};
struct Multiway {  // of ordered() on
  std::vector<NodePtr> tables;
  std::vector<VariableId> order;
  std::vector<VariableId> outputs;
};
struct Expand : Unary {  // of patterns on stored rows, which it has all variables of
  Expansion expansion;
};
struct Unstated : Unary {  // without the rows whose triple is stated
  std::array<Slot, 3> triple;
};
struct Exists : Unary {  // until rewrite()
  const parser::Algebra* pattern;
  PatternScope scope;
  JoinKind kind = JoinKind::semi;  // semi, anti, mark
  VariableId mark = 0;
};
struct DependentJoin {
  NodePtr left;
  DependentInputPtr input;
  NodePtr body;
};
struct KeyColumn : Unary {  // of ordered() on: query/joins/value_keys.hpp
  ValueKeys::Side side;
  const parser::Expression* expression;
  KeyBy by;
  VariableId key;
};
struct Filter : Unary {
  Conditions conditions;
};
struct Extend : Unary {
  VariableId variable;
  const parser::Expression* expression;
};
struct Project : Unary {
  Columns columns;
  bool in_childs_order = false;  // the columns have the order that the child's operator gives them
};
struct Distinct : Unary {};
struct Group : Unary {
  struct Output {
    VariableId variable;
    parser::Aggregate aggregate;
    const parser::Expression* argument;  // nullptr: COUNT(*)
  };
  NodePtr every;  // a row for each group that there is even without solutions; may be nullptr
  std::vector<VariableId> keys;
  std::vector<VariableId> solution;  // that COUNT(DISTINCT *) compares
  std::vector<Output> outputs;
  bool implicit = false;  // no GROUP BY
};
struct Sort : Unary {
  struct Key {
    const parser::Expression* expression;
    bool descending = false;
  };
  std::vector<Key> keys;
  std::optional<std::uint64_t> limit;
  bool in_turn = false;  // a whole answer in order, which all images write
};
struct Slice : Unary {
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> limit;
  std::vector<VariableId> keys;  // not empty: each of their values has its own slice
};
struct Union {
  std::vector<NodePtr> children;
};
struct BindGraph : Unary {
  VariableId hidden, variable;
};

struct Node : Bindings {
  using Kind =
      std::variant<Unit, Nothing, Values, GraphNames, DependentScan, BindJoinValues, Path, Service, Invoke, Scan,
                   SkipScan, JoinGroup, Join, PatternJoin, Multiway, Expand, Unstated, Exists, DependentJoin, KeyColumn,
                   Filter, Extend, Project, Distinct, Group, Sort, Slice, Union, BindGraph>;
  template <class K>
  Node(std::in_place_type_t<K> type, K&& of) : kind(type, std::move(of)) {}

  Kind kind;
  double rows = 0;  // estimated, when the joins are ordered

  template <class K>
  K* as() {
    return std::get_if<K>(&kind);
  }
  template <class K>
  const K* as() const {
    return std::get_if<K>(&kind);
  }
};

// Sets what a node of this kind binds, from what its children bind. `node` is empty.
void derive(const Node::Kind& kind, Bindings& node);
// The same again, for a node whose children have changed.
void derive(Node& node);

// A node with its columns.
template <class K>
NodePtr make(K kind) {
  auto node = std::make_unique<Node>(std::in_place_type<K>, std::move(kind));
  derive(node->kind, *node);
  return node;
}

// The variables that a node itself reads of its children's rows: in conditions, expressions, keys.
VariableSet read_by(const Node::Kind& kind);

// Calls use(NodePtr&) for each child, from left to right.
template <class Use>
void for_each_child(Node& node, Use&& use);
template <class Use>
void for_each_child(const Node& node, Use&& use);

// The node with these columns alone, in this order.
NodePtr project(NodePtr child, const std::vector<VariableId>& columns);
// The node without these columns.
NodePtr without(NodePtr child, const std::vector<VariableId>& variables);
// Tests conditions without EXISTS on a node's rows, within a JoinGroup if the node is one.
NodePtr filter(NodePtr child, Conditions conditions);

// The pattern's variables that are columns of `left`; none if one of them may be unbound.
Few<VariableId, 4> bound_in(const Node& left, const QuadPattern& pattern);

// The variables that calls in a plan need of the left side of a join around it.
VariableSet needed_beside(const Node& node);

// The nodes on the right side of a bind join that read its left side: BindJoinValues and Services.
std::vector<const Node*> left_readers(const Node& right);

// The estimated rows of a node and of all below it.
double work(const Node& node);

VariableSet variables_of(const Conditions& conditions);

namespace detail {

template <class NodeType, class Use>
struct EachChild {
  Use& use;

  template <class Kind>
  void operator()(Kind& kind) const {
    if constexpr (requires { kind.tables; }) {
      for (auto& table : kind.tables) use(table);
    }
    if constexpr (requires { kind.services; }) {
      for (auto& service : kind.services) use(service);
    }
    if constexpr (requires { kind.children; }) {
      for (auto& child : kind.children) use(child);
    }
    if constexpr (requires { kind.child; }) use(kind.child);
    if constexpr (requires { kind.left->kind; }) use(kind.left);
    if constexpr (requires { kind.right; }) use(kind.right);
    if constexpr (requires { kind.body; }) use(kind.body);
    if constexpr (requires { kind.every; }) {
      if (kind.every) use(kind.every);
    }
    if constexpr (requires { kind.inputs; }) {
      if (kind.inputs) use(kind.inputs);
    }
    if constexpr (requires { kind.starts; }) {
      if (kind.starts) use(kind.starts);
    }
  }
};

}  // namespace detail

template <class Use>
void for_each_child(Node& node, Use&& use) {
  std::visit(detail::EachChild<Node, Use>{use}, node.kind);
}
template <class Use>
void for_each_child(const Node& node, Use&& use) {
  std::visit(detail::EachChild<const Node, Use>{use}, node.kind);
}

}  // namespace quadrille::query::logical
