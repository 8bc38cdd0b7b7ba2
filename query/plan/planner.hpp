#pragma once

// From algebra to operators: the plan of one query, for one state of the data and one size of team. Every image makes
// the same plan, since all see the same statistics.
//
//   Join, Bgp, Filter    parts of one group, ordered by cost (join_order.hpp); a condition stands where its
//                        variables are bound first
//   LeftJoin, Minus      HashJoin of that kind; IndexJoin where one pattern is looked up
//   FILTER (NOT) EXISTS  HashJoin, IndexJoin or SemiJoin semi, anti; inside of expressions: mark. Where the
//                        pattern must see what the solution binds, it is planned with the solutions
//                        (pattern_scope.hpp, late_join.hpp)
//   GRAPH ?g             a hidden variable stands for the graph inside of the group (18.6: evaluated graph by graph)
//   Group, Slice         in these two cases: once for each graph, each outer solution
//   SERVICE              last in its group, so that what the others bind is known (bind_join_rows.hpp)
//   right sides          of joins of all kinds are looked up, and paths walked, for what the left binds, where that
//                        costs less than their own patterns
//
// Where rows that must meet may be on different images, Exchange is put; where terms are compared by identity that a
// query has born, CanonicalTerms; where texts of terms are looked at that other groups of images have, FetchTerms.
// Every row of every operator is on exactly one image, but for what Exchange replicates as the right side of a join.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "parser/query.hpp"
#include "query/expression/wanted_texts.hpp"
#include "query/index/row_counts.hpp"
#include "query/joins/hash_join.hpp"
#include "query/operators/bind_join_rows.hpp"
#include "query/operators/operator.hpp"
#include "query/paths/path_scan.hpp"
#include "query/plan/equalities.hpp"
#include "query/plan/join_order.hpp"
#include "query/plan/join_order_cache.hpp"
#include "query/plan/multiway_order.hpp"
#include "query/plan/operator_choices.hpp"
#include "query/plan/pattern_scope.hpp"
#include "query/plan/plan_watch.hpp"
#include "query/service/service_client.hpp"
#include "query/table/variables.hpp"
#include "query/terms/constant_cache.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

struct PlannerOptions {
  int team_size = 1;
  bool union_default_graph = false;         // the default graph shows all triples of all graphs
  const ServiceClient* services = nullptr;  // on the first member: who is asked for SERVICE; none: nobody
  PlanWatch watch;
  OrderMemory* orders = nullptr;        // in which joins were ordered before; none: each is ordered anew
  ConstantMemory* constants = nullptr;  // where all terms can be found here
  OperatorChoices choices = {};
};

class Planner {
 public:
  // `variables` are the query's names; the planner's own come behind them.
  Planner(const Snapshot& snapshot, RowCounts& counts, QueryDictionary& dictionary, std::vector<std::string> variables,
          const parser::Dataset& dataset, PlannerOptions options);

  // Throws Error(unsupported) naming what is not there yet.
  // `wanted`: the variables whose columns are needed.
  OperatorPtr plan(const parser::Algebra& algebra, const VariableSet& wanted);

  // Names by variable, the planner's own behind those of the query.
  const std::vector<std::string>& variables() const { return variables_; }

  // The graphs that a pattern outside of GRAPH is matched in, as the dataset of the query says (13.2).
  const GraphScope& default_scope() const { return default_scope_; }

  // What the plan leaves out of the query, in words (foreign_use.hpp).
  const std::vector<std::string>& remarks() const { return remarks_; }

  // Rows on the first member alone.
  OperatorPtr gathered(OperatorPtr child) const;
  // The terms of all columns readable by the image that has the row: FetchTerms, where some are in other groups.
  OperatorPtr readable(OperatorPtr child) const;
  // Each different row once.
  OperatorPtr distinct(OperatorPtr child) const;

 private:
  using Conditions = std::vector<parser::Expression>;
  struct GroupParts;
  struct GroupVariables;
  struct GroupColumns;
  struct PlannedParts;
  class AllowedTerms;
  struct Visitor;

  // All of the scope's keys() and outer_columns() are columns of the plan.
  OperatorPtr plan_in(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr visit(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted);

  // planner_group.cpp: the parts of a group, and in which order they are joined
  OperatorPtr plan_join_group(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted,
                              const Conditions& conditions = {});
  void leave_out_hints(GroupParts& parts);
  OperatorPtr join_parts(GroupParts& parts, const PatternScope& scope, const VariableSet& wanted);
  static VariableSet variables_of_pattern(const parser::TriplePattern& pattern, const PatternScope& scope);
  bool add_patterns(PlannedParts& planned, const GroupParts& group, const PatternScope& scope);
  std::vector<JoinStep> order_parts(PlannedParts& planned, const GroupParts& group, const PatternScope& scope,
                                    GroupVariables& variables);
  std::optional<std::vector<JoinStep>> order_from_left(PlannedParts& planned, double alone,
                                                       const std::vector<JoinLink>& linked, const PatternScope& scope,
                                                       GroupVariables& variables);
  OperatorPtr join_in_order(PlannedParts& planned, const std::vector<JoinStep>& steps, GroupParts& group,
                            const PatternScope& scope, const GroupVariables& variables);
  OperatorPtr join_step(OperatorPtr joined, PlannedParts& planned, const std::vector<JoinStep>& steps,
                        std::size_t place, const GroupParts& group, const PatternScope& scope,
                        const GroupVariables& variables);
  OperatorPtr table_of(PlannedParts& planned, const std::vector<JoinStep>& steps, std::size_t place,
                       const VariableSet& needed) const;
  const parser::Algebra* late_table(const PlannedParts& planned, const JoinStep& step, const Operator& with,
                                    const GroupParts& group, const PatternScope& scope) const;
  OperatorPtr joined_by_hash(OperatorPtr left, OperatorPtr right, const Conditions& conditions);
  OperatorPtr filtered_by_what_is_bound(OperatorPtr joined, GroupParts& group, const PatternScope& scope);
  OperatorPtr join_services(OperatorPtr joined, GroupParts& group, const PatternScope& scope,
                            const GroupVariables& variables);
  std::vector<JoinStep> join_steps(const std::vector<JoinPart>& parts, const std::vector<JoinLink>& links);

  // planner_multiway.cpp: cyclic patterns joined at once; nullopt: `cost`, of joining all one after the other, is less.
  struct MultiwayPart {
    OperatorPtr table;
    JoinPart part;                // its number: behind those of the other parts
    std::vector<JoinStep> steps;  // of all that are left
  };
  std::optional<MultiwayPart> plan_multiway(const std::vector<JoinPart>& parts, const std::vector<JoinLink>& links,
                                            double cost, const VariableSet& outside) const;

  // planner_semi_join.cpp: joins that add nothing, tested where the keys are; `left` stays where it is
  JoinCosts join_costs() const;
  bool tests_always() const;
  // `kind`: inner, semi, anti, or mark, with its column. nullptr: that cannot be, or the rows are there already.
  OperatorPtr semi_join(JoinKind kind, OperatorPtr& left, const QuadPattern& pattern, VariableId mark = 0) const;
  // Rather than a hash join with the pattern's rows.
  bool pays_to_test(const Operator& left, const QuadPattern& pattern) const;

  // planner_equal.cpp: conditions that say that two things are equal
  // `bound_beside`: of two variables, one of these stays.
  void merge_equal_variables(GroupParts& group, const PatternScope& scope, const VariableSet& bound_beside);
  bool can_merge(const GroupParts& group, const Equality& equality, const PatternScope& scope);
  bool costs_less_merged(const GroupParts& group, VariableId kept, VariableId gone, const PatternScope& scope);
  bool has_no_values(const parser::TriplePattern& pattern, VariableId variable, const GraphScope& scope);
  OperatorPtr with_merged_names(OperatorPtr table, const GroupParts& group) const;
  OperatorPtr with_lost_names(OperatorPtr joined, const GroupParts& group, const VariableSet& wanted) const;
  static std::vector<JoinLink> links(const Conditions& conditions);
  // Columns more by which two sides can be joined that share no variable: their variables, to be dropped behind the
  // join. The conditions are tested all the same.
  std::vector<VariableId> add_value_keys(OperatorPtr& left, OperatorPtr& right, const Conditions& conditions);
  OperatorPtr without(OperatorPtr child, const std::vector<VariableId>& variables) const;

  // planner_joins.cpp: OPTIONAL, MINUS; the operators that join
  OperatorPtr plan_left_join(const parser::LeftJoin& join, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr plan_left_join_by_pairs(OperatorPtr left, OperatorPtr right, const Conditions& conditions,
                                      const PatternScope& scope);
  OperatorPtr tested_minus(const parser::Minus& minus, OperatorPtr& left, const VariableSet& shared,
                           const PatternScope& scope) const;
  OperatorPtr plan_minus(const parser::Minus& minus, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr hash_join(JoinKind kind, OperatorPtr left, OperatorPtr right, JoinDetails details = {}) const;
  OperatorPtr index_join(JoinKind kind, OperatorPtr left, const QuadPattern& pattern, const VariableSet& wanted) const;
  bool can_look_up(JoinKind kind, const Operator& left, const QuadPattern& pattern) const;
  // An image reads its own shards alone.
  bool is_apart() const { return !snapshot_.is_whole(); }
  std::optional<VariableId> meet(OperatorPtr& left, OperatorPtr& right) const;
  OperatorPtr moved(OperatorPtr child, Distribution to) const;
  OperatorPtr canonical(OperatorPtr child, std::span<const VariableId> variables) const;

  // planner_filter.cpp: conditions, EXISTS
  OperatorPtr filtered(OperatorPtr child, const Conditions& conditions, const PatternScope& scope);
  parser::Expression without_exists(const parser::Expression& expression, OperatorPtr& child,
                                    const PatternScope& scope);
  // The algebra is planned with these conditions, which every solution of it must fulfil: tested as deep in it as may
  // be. Before plan_in() comes to it. They are such as may_hand_down() says.
  void hand_down(const parser::Algebra& algebra, Conditions conditions);
  static bool may_hand_down(const parser::Algebra& algebra, const parser::Expression& condition);
  OperatorPtr plan_filtered(const parser::Algebra& algebra, Conditions conditions, const PatternScope& scope,
                            const VariableSet& wanted);

  // planner_exists.cpp: whether a pattern has a solution that fits a row; patterns that see the rows
  struct ExistsTest {
    JoinKind kind;  // semi, anti, mark
    VariableId mark = 0;
  };
  OperatorPtr exists_join(OperatorPtr left, const parser::Algebra& pattern, ExistsTest test, const PatternScope& scope);
  OperatorPtr exists_with_rows(OperatorPtr left, const parser::Algebra& pattern, ExistsTest test,
                               const PatternScope& scope);
  std::shared_ptr<DependentRows> dependent_rows(const Operator& of, std::vector<VariableId> variables);
  // For each outer solution: its number, what it binds.
  OperatorPtr outer_bindings(const PatternScope& scope) const;
  OperatorPtr with_outer_bindings(OperatorPtr child, const PatternScope& scope) const;
  // And the solutions of a path of no length that begins or ends at an outer value.
  OperatorPtr with_paths_of_no_length(OperatorPtr found, VariableId subject, VariableId object,
                                      const PatternScope& scope);
  // The child with a column for each of the scope's keys.
  OperatorPtr keyed(OperatorPtr child, const PatternScope& scope) const;
  // The left side of a join that keeps or drops its rows, where the right side's rows have such keys.
  OperatorPtr keyed_as(const Operator& right, OperatorPtr left, const PatternScope& scope) const;

  // planner_leaves.cpp: patterns, constants, graphs
  OperatorPtr unit(const PatternScope& scope) const;
  OperatorPtr graph_names(const PatternScope& scope) const;
  OperatorPtr nothing(VariableSet variables, const PatternScope& scope) const;
  OperatorPtr scan(const QuadPattern& pattern, double estimate, const VariableSet& wanted,
                   std::optional<VariableId> preferred = std::nullopt) const;
  OperatorPtr scan_everything(const QuadPattern& pattern) const;
  PathStarts path_starts(const parser::PathPattern& path, const PatternScope& scope);
  OperatorPtr plan_path(const parser::PathPattern& path, const PatternScope& scope);
  OperatorPtr plan_values(const parser::Values& values, const PatternScope& scope);
  OperatorPtr plan_graph(const parser::Graph& graph, const PatternScope& scope, const VariableSet& wanted);
  // nullopt: a term of the pattern is not in the database, so it has no solution.
  std::optional<QuadPattern> resolve(const parser::TriplePattern& pattern, const GraphScope& scope) const;
  std::optional<Slot> resolve(const parser::Node& node) const;
  void resolve_dataset(const parser::Dataset& dataset);

  // planner_service.cpp: SERVICE
  OperatorPtr plan_service(const parser::Service& service, const PatternScope& scope, const VariableSet& wanted);
  // The right side of a join of any kind; if a part of it is evaluated for what the left binds, that becomes KeptRows.
  OperatorPtr plan_beside(OperatorPtr& left, const parser::Algebra& right, const PatternScope& scope,
                          const VariableSet& wanted);
  // With conditions on the right side alone.
  OperatorPtr plan_beside(OperatorPtr& left, const parser::Algebra& right, Conditions conditions,
                          const PatternScope& scope, const VariableSet& wanted);
  // What every row of the left side binds, if the right side of a join is being planned; and the different values.
  VariableSet left_variables() const;
  OperatorPtr left_values(const std::vector<VariableId>& variables) const;
  OperatorPtr plan_with(std::shared_ptr<BindJoinRows> bind_join_rows, const parser::Algebra& algebra,
                        const PatternScope& scope, const VariableSet& wanted);

  // planner_texts.cpp: texts that are looked at
  WantedTexts::Kinds wanted_texts(const Conditions& expressions, KindSet asked,
                                  std::initializer_list<const Operator*> inputs) const;
  OperatorPtr readable(OperatorPtr child, const WantedTexts::Kinds& wanted, Texts texts = Texts::of_chunk) const;

  // planner_keys.cpp: one pattern whose rows need not be read, since different values of a variable are all that is
  // wanted, or how many rows have each; nullptr: it is not so, or does not pay
  // `counts`: the last column is how many rows have the value.
  OperatorPtr plan_keys(const parser::Algebra& algebra, VariableId key, bool counts, const PatternScope& scope);
  OperatorPtr plan_distinct_keys(const parser::Algebra& child, const PatternScope& scope);
  OperatorPtr plan_grouped_keys(const parser::Group& group, std::vector<parser::Group::Output>& outputs,
                                const PatternScope& scope);
  double different_values(const QuadPattern& pattern, VariableId variable) const;

  // planner_modifiers.cpp
  OperatorPtr plan_extend(const parser::Extend& extend, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr plan_group(const parser::Group& group, const PatternScope& scope);
  GroupColumns group_columns(const parser::Group& group, const PatternScope& scope) const;
  OperatorPtr with_group_terms(OperatorPtr child, const parser::Group& group, GroupColumns& columns,
                               const PatternScope& scope);
  bool spread_groups(OperatorPtr& child, OperatorPtr& every_table, const parser::Group& group,
                     const GroupColumns& columns) const;
  // As plan_in(), but of one pattern alone the rows that agree in the variables of one of `together` come together
  // (key_runs.hpp), where that costs nothing.
  OperatorPtr plan_together(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted,
                            std::vector<std::vector<VariableId>> together);
  static std::vector<std::vector<VariableId>> wanted_together(const std::vector<VariableId>& keys,
                                                              const std::vector<parser::Group::Output>& outputs);
  static std::optional<VariableId> only_value(const std::vector<parser::Group::Output>& outputs, const Schema& schema);
  OperatorPtr plan_slice(const parser::Slice& slice, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr plan_slice_each(const parser::Slice& slice, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr plan_order(const parser::OrderBy& order, const PatternScope& scope, const VariableSet& wanted,
                         std::optional<std::uint64_t> limit);
  OperatorPtr plan_project(const parser::Project& project, const PatternScope& scope,
                           std::optional<std::uint64_t> limit);

  VariableId new_variable(std::string name);
  // Whether the query names it: solutions do not have blank nodes of patterns, nor what is between the steps of a path.
  bool is_named(VariableId variable) const {
    return !variables_[variable].starts_with("_:") && !variables_[variable].starts_with(".");
  }

  const Snapshot& snapshot_;
  RowCounts& counts_;
  QueryDictionary& dictionary_;
  std::vector<std::string> variables_;
  const PlannerOptions options_;
  GraphScope default_scope_;
  std::shared_ptr<const std::vector<Huri>> named_graphs_;  // ascending; none: all
  bool planning_late_ = false;                             // a table, for what the others of its group bind
  std::vector<std::string> remarks_;
  std::vector<std::vector<VariableId>> together_;                       // plan_together()
  std::unordered_map<const parser::Algebra*, Conditions> handed_down_;  // hand_down(), until it is planned
  std::shared_ptr<BindJoinRows> bind_join_rows_;  // what the part that is being planned will be joined with
};

// What every row binds.
VariableSet certain(const Schema& schema);
// Whether it is planned by plan_join_group().
bool is_join_group(const parser::Algebra& algebra);
// The conditions that `expression` is the conjunction of, appended.
void split_conjunction(const parser::Expression& expression, std::vector<parser::Expression>& out);

// Whether a pattern has a SERVICE in a place where it may be asked for just what the other side of a join binds.
bool asks_services(const parser::Algebra& algebra);
// Whether services below this operator may be.
bool may_pass_bind_join_rows(const parser::Algebra& algebra);

}  // namespace quadrille::query
