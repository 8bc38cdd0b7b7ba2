#pragma once

// A Planner translates the algebra of one query into operators, for one state of the data and one size of team. Every
// image makes the same plan, because all use the same statistics.
//
//   Join, Bgp, Filter    parts of one group, ordered by cost (join_order.hpp); a condition is tested as soon as its
//                        variables are bound
//   LeftJoin, Minus      HashJoin of that kind; IndexJoin if one pattern is looked up
//   FILTER (NOT) EXISTS  HashJoin, IndexJoin or SemiJoin semi, anti; inside expressions: mark. If the pattern must see
//                        the bindings of the solution, it is planned with the solutions (pattern_scope.hpp,
//                        late_join.hpp)
//   GRAPH ?g             a hidden variable stands for the graph inside the group (18.6: evaluated graph by graph)
//   Group, Slice         in these two cases: once for each graph, each outer solution
//   SERVICE              last in its group, so that the values of the other parts are known (bind_join_rows.hpp)
//   right sides          of joins of all kinds are looked up, and paths walked, for the values of the left, if that
//                        costs less than evaluating their own patterns
//
// The planner adds an Exchange where rows that must meet may be on different images, CanonicalTerms where computed
// terms are compared by identity, and FetchTerms where texts of other groups of images are read. Every row of every
// operator is on exactly one image, except the rows that an Exchange replicates as the right side of a join.

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
  bool union_default_graph = false;         // the default graph contains all triples of all graphs
  const ServiceClient* services = nullptr;  // on the first member; nullptr: SERVICE is refused
  PlanWatch watch;
  OrderMemory* orders = nullptr;        // join orders made before; nullptr: each is made anew
  ConstantMemory* constants = nullptr;  // used if all terms can be found here
  OperatorChoices choices = {};
};

class Planner {
 public:
  // `variables` are the query's names; those of the planner follow them.
  Planner(const Snapshot& snapshot, RowCounts& counts, QueryDictionary& dictionary, std::vector<std::string> variables,
          const parser::Dataset& dataset, PlannerOptions options);

  // Throws Error(unsupported) and names the missing feature. `wanted`: the variables whose columns are needed.
  OperatorPtr plan(const parser::Algebra& algebra, const VariableSet& wanted);

  // Names by variable; those of the planner follow those of the query.
  const std::vector<std::string>& variables() const { return variables_; }

  // The graphs for patterns outside GRAPH, according to the dataset of the query (13.2).
  const GraphScope& default_scope() const { return default_scope_; }

  // Parts of the query that the plan ignores, in words (foreign_use.hpp).
  const std::vector<std::string>& remarks() const { return remarks_; }

  // Moves all rows to the first member.
  OperatorPtr gathered(OperatorPtr child) const;
  // Makes the terms of all columns readable on the image of their row: adds FetchTerms if some are in other groups.
  OperatorPtr readable(OperatorPtr child) const;
  // Returns each different row once.
  OperatorPtr distinct(OperatorPtr child) const;

 private:
  using Conditions = std::vector<parser::Expression>;
  struct GroupParts;
  struct GroupVariables;
  struct GroupColumns;
  struct PlannedParts;
  class AllowedTerms;
  struct Visitor;

  // All columns of the scope's keys() and outer_columns() are columns of the plan.
  OperatorPtr plan_in(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr visit(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted);

  // planner_group.cpp: the parts of a group and the order of their joins
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

  // planner_multiway.cpp: cyclic patterns joined at once; nullopt if `cost`, of joining them one by one, is less.
  struct MultiwayPart {
    OperatorPtr table;
    JoinPart part;                // its number follows those of the other parts
    std::vector<JoinStep> steps;  // of all parts that are left
  };
  std::optional<MultiwayPart> plan_multiway(const std::vector<JoinPart>& parts, const std::vector<JoinLink>& links,
                                            double cost, const VariableSet& outside) const;

  // planner_semi_join.cpp: joins that add no column, tested by the owners of the keys; the rows of `left` are not
  // moved
  JoinCosts join_costs() const;
  bool tests_always() const;
  // `kind`: inner, semi, anti, or mark, with its column. nullptr: not possible, or the rows are already in the right
  // place.
  OperatorPtr semi_join(JoinKind kind, OperatorPtr& left, const QuadPattern& pattern, VariableId mark = 0) const;
  // True if the test costs less than a hash join with the pattern's rows.
  bool pays_to_test(const Operator& left, const QuadPattern& pattern) const;

  // planner_equal.cpp: conditions that two expressions are equal
  // `bound_beside`: of two variables, one in this set is kept.
  void merge_equal_variables(GroupParts& group, const PatternScope& scope, const VariableSet& bound_beside);
  bool can_merge(const GroupParts& group, const Equality& equality, const PatternScope& scope);
  bool costs_less_merged(const GroupParts& group, VariableId kept, VariableId gone, const PatternScope& scope);
  bool has_no_values(const parser::TriplePattern& pattern, VariableId variable, const GraphScope& scope);
  OperatorPtr with_merged_names(OperatorPtr table, const GroupParts& group) const;
  OperatorPtr with_lost_names(OperatorPtr joined, const GroupParts& group, const VariableSet& wanted) const;
  static std::vector<JoinLink> links(const Conditions& conditions);
  // Adds columns by which two sides without common variables can be joined. Returns their variables, which are dropped
  // after the join. The conditions are still tested.
  std::vector<VariableId> add_value_keys(OperatorPtr& left, OperatorPtr& right, const Conditions& conditions);
  OperatorPtr without(OperatorPtr child, const std::vector<VariableId>& variables) const;

  // planner_joins.cpp: OPTIONAL, MINUS; the join operators
  OperatorPtr plan_left_join(const parser::LeftJoin& join, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr plan_left_join_by_pairs(OperatorPtr left, OperatorPtr right, const Conditions& conditions,
                                      const PatternScope& scope);
  OperatorPtr tested_minus(const parser::Minus& minus, OperatorPtr& left, const VariableSet& shared,
                           const PatternScope& scope) const;
  OperatorPtr plan_minus(const parser::Minus& minus, const PatternScope& scope, const VariableSet& wanted);
  OperatorPtr hash_join(JoinKind kind, OperatorPtr left, OperatorPtr right, JoinDetails details = {}) const;
  OperatorPtr index_join(JoinKind kind, OperatorPtr left, const QuadPattern& pattern, const VariableSet& wanted) const;
  bool can_look_up(JoinKind kind, const Operator& left, const QuadPattern& pattern) const;
  // True if an image reads its own shards alone.
  bool is_apart() const { return !snapshot_.is_whole(); }
  std::optional<VariableId> meet(OperatorPtr& left, OperatorPtr& right) const;
  OperatorPtr moved(OperatorPtr child, Distribution to) const;
  OperatorPtr canonical(OperatorPtr child, std::span<const VariableId> variables) const;

  // planner_filter.cpp: conditions, EXISTS
  OperatorPtr filtered(OperatorPtr child, const Conditions& conditions, const PatternScope& scope);
  parser::Expression without_exists(const parser::Expression& expression, OperatorPtr& child,
                                    const PatternScope& scope);
  // Stores conditions that every solution of the algebra must fulfil. Call it before plan_in() reaches the algebra:
  // the conditions are then tested as deep in it as possible. They must satisfy may_hand_down().
  void hand_down(const parser::Algebra& algebra, Conditions conditions);
  static bool may_hand_down(const parser::Algebra& algebra, const parser::Expression& condition);
  OperatorPtr plan_filtered(const parser::Algebra& algebra, Conditions conditions, const PatternScope& scope,
                            const VariableSet& wanted);

  // planner_exists.cpp: tests if a pattern has a solution for a row; patterns that see outer rows
  struct ExistsTest {
    JoinKind kind;  // semi, anti, mark
    VariableId mark = 0;
  };
  OperatorPtr exists_join(OperatorPtr left, const parser::Algebra& pattern, ExistsTest test, const PatternScope& scope);
  OperatorPtr exists_with_rows(OperatorPtr left, const parser::Algebra& pattern, ExistsTest test,
                               const PatternScope& scope);
  std::shared_ptr<DependentRows> dependent_rows(const Operator& of, std::vector<VariableId> variables);
  // For each outer solution: its number and its bindings.
  OperatorPtr outer_bindings(const PatternScope& scope) const;
  OperatorPtr with_outer_bindings(OperatorPtr child, const PatternScope& scope) const;
  // Adds the solutions of a path of no length that begins or ends at an outer value.
  OperatorPtr with_paths_of_no_length(OperatorPtr found, VariableId subject, VariableId object,
                                      const PatternScope& scope);
  // The child, with a column for each of the scope's keys.
  OperatorPtr keyed(OperatorPtr child, const PatternScope& scope) const;
  // The left side of a join that keeps or drops its rows, with such keys if the right side's rows have them.
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
  // nullopt: a term of the pattern is not in the database, so there are no solutions.
  std::optional<QuadPattern> resolve(const parser::TriplePattern& pattern, const GraphScope& scope) const;
  std::optional<Slot> resolve(const parser::Node& node) const;
  void resolve_dataset(const parser::Dataset& dataset);

  // planner_service.cpp: SERVICE
  OperatorPtr plan_service(const parser::Service& service, const PatternScope& scope, const VariableSet& wanted);
  // Plans the right side of a join of any kind; if a part of it is evaluated for the values of the left, `left`
  // becomes KeptRows.
  OperatorPtr plan_beside(OperatorPtr& left, const parser::Algebra& right, const PatternScope& scope,
                          const VariableSet& wanted);
  // The same with conditions on the right side alone.
  OperatorPtr plan_beside(OperatorPtr& left, const parser::Algebra& right, Conditions conditions,
                          const PatternScope& scope, const VariableSet& wanted);
  // While the right side of a join is planned: the variables that every row of the left side binds; and the different
  // values.
  VariableSet left_variables() const;
  OperatorPtr left_values(const std::vector<VariableId>& variables) const;
  OperatorPtr plan_with(std::shared_ptr<BindJoinRows> bind_join_rows, const parser::Algebra& algebra,
                        const PatternScope& scope, const VariableSet& wanted);

  // planner_texts.cpp: texts that operators read
  WantedTexts::Kinds wanted_texts(const Conditions& expressions, KindSet asked,
                                  std::initializer_list<const Operator*> inputs) const;
  OperatorPtr readable(OperatorPtr child, const WantedTexts::Kinds& wanted, Texts texts = Texts::of_chunk) const;

  // planner_keys.cpp: one pattern whose rows need not be read, because only the different values of a variable are
  // wanted, or the number of rows of each; nullptr: not applicable, or more expensive
  // `counts`: the last column is the number of rows with the value.
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
  // As plan_in(), but for a single pattern, rows that agree in the variables of one element of `together` are adjacent
  // (key_runs.hpp), if that costs nothing.
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
  // True if the query names the variable. Solutions do not contain blank nodes of patterns, or variables between the
  // steps of a path.
  bool is_named(VariableId variable) const {
    return !variables_[variable].starts_with("_:") && !variables_[variable].starts_with(".");
  }

  const Snapshot& snapshot_;
  RowCounts& counts_;
  QueryDictionary& dictionary_;
  std::vector<std::string> variables_;
  const PlannerOptions options_;
  GraphScope default_scope_;
  std::shared_ptr<const std::vector<Huri>> named_graphs_;  // ascending; nullptr: all
  bool planning_late_ = false;  // a table is being planned for the values of the other parts of its group
  std::vector<std::string> remarks_;
  std::vector<std::vector<VariableId>> together_;                       // argument of plan_together()
  std::unordered_map<const parser::Algebra*, Conditions> handed_down_;  // by hand_down(), until the algebra is planned
  std::shared_ptr<BindJoinRows> bind_join_rows_;  // the rows that the part being planned will be joined with
};

// The variables that every row binds.
VariableSet certain(const Schema& schema);
// True if plan_join_group() plans it.
bool is_join_group(const parser::Algebra& algebra);
// Appends the conditions whose conjunction is `expression`.
void split_conjunction(const parser::Expression& expression, std::vector<parser::Expression>& out);

// True if a pattern has a SERVICE that may be called with only the values that the other side of a join binds.
bool asks_services(const parser::Algebra& algebra);
// True if services below this operator may be called in this way.
bool may_pass_bind_join_rows(const parser::Algebra& algebra);

}  // namespace quadrille::query
