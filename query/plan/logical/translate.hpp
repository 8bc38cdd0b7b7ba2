#pragma once

// translate() makes the logical plan of an algebra tree: its meaning, before any rule.
//
//   Join, Bgp, Filter    a JoinGroup: patterns, tables and conditions without an order
//   EXISTS               an Exists above the rows that it tests; in an expression, a mark column
//   GRAPH ?g             a hidden variable stands for the graph inside the group (18.6: evaluated graph by graph)
//   Group, Slice         in GRAPH ?g, or with outer rows: once for each graph, each outer solution
//   LIMIT                on Sort as well, where only these rows are wanted
//
// If a pattern must see the bindings of outer solutions (pattern_scope.hpp, late_join.hpp), its plan has their number
// as a column. Source: SPARQL 1.2 Query, 18.2 to 18.6. All functions are local, and collective as
// QueryDictionary::find() is.

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

// All columns of the scope's keys() and outer_columns() are columns of the plan. Throws Error(unsupported).
logical::NodePtr translate(Planning& planning, const parser::Algebra& algebra, const PatternScope& scope);

// The plan of a group graph pattern, subquery or leaf without those columns of outer rows that it lacks.
logical::NodePtr translate_alone(Planning& planning, const parser::Algebra& algebra, const PatternScope& scope);
logical::NodePtr translate_group(Planning& planning, const parser::Algebra& algebra, const PatternScope& scope);
logical::NodePtr translate_left_join(Planning& planning, const parser::LeftJoin& join, const PatternScope& scope);

// Adds patterns of a scope whose graphs have classes of equal terms (Planning::has_classes()) to a group, as tables.
// False: the group has no solution.
bool add_meant_patterns(Planning& planning, const std::vector<const parser::TriplePattern*>& patterns,
                        const GraphScope& scope, logical::JoinGroup& group);

// A negated property set in such a scope, as patterns: every predicate, and conditions.
logical::NodePtr translate_negated_set(Planning& planning, const parser::PathPattern& path, const GraphScope& scope);

// True if translate_group() translates it.
bool is_join_group(const parser::Algebra& algebra);
// True if a pattern has a SERVICE that may be called with only the values that the other side of a join binds.
bool asks_services(const Planning& planning, const parser::Algebra& algebra);

// One row for each graph and outer solution of the scope.
logical::NodePtr unit(const PatternScope& scope);
logical::NodePtr graph_names(const PatternScope& scope);
logical::NodePtr nothing(VariableSet variables, const PatternScope& scope);
// The bindings of each outer solution, with its number.
logical::NodePtr outer_bindings(const PatternScope& scope);
logical::NodePtr with_outer_bindings(logical::NodePtr child, const PatternScope& scope);
// The child, with a column for each of the scope's keys.
logical::NodePtr keyed(logical::NodePtr child, const PatternScope& scope);
// The left side of a join that keeps or drops its rows, with such keys if the right side's rows have them.
logical::NodePtr keyed_as(const logical::Node& right, logical::NodePtr left, const PatternScope& scope);

// The child's rows for which all conditions hold, those with EXISTS last.
logical::NodePtr filtered(Planning& planning, logical::NodePtr child, const logical::Conditions& conditions,
                          const PatternScope& scope);
// The expression with a variable in place of each EXISTS; `child` gets a column for it.
const parser::Expression* without_exists(Planning& planning, const parser::Expression& expression,
                                         logical::NodePtr& child, const PatternScope& scope);
// A table whose rows are numbered for patterns that are evaluated with them.
DependentInputPtr dependent_input(Planning& planning, const logical::Node& of, std::vector<VariableId> variables);

// Appends the conditions whose conjunction is `expression`.
void split_conjunction(const parser::Expression& expression, logical::Conditions& out);

}  // namespace quadrille::query
