#include "parser/detail/select.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "parser/detail/expressions.hpp"
#include "parser/detail/grouping.hpp"
#include "parser/detail/groups.hpp"
#include "parser/detail/modifiers.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

namespace {

Projection::Item read_item(Request& request, Tree tree) {
  const Tree name = tree.child(Rule::var);
  Projection::Item item{request.variable(name.token()), std::nullopt, name.position()};
  if (tree.has(Rule::expression)) item.expression = read_expression(request, tree.child(Rule::expression));
  return item;
}

bool is_grouped(const std::optional<Tree>& group_clause, const std::vector<Projection::Item>& items,
                const std::vector<Expression>& having, const std::vector<OrderBy::Key>& order) {
  const auto in_item = [](const auto& item) { return item.expression && has_aggregate(*item.expression); };
  const auto in_key = [](const OrderBy::Key& key) { return has_aggregate(key.expression); };
  return group_clause || std::any_of(items.begin(), items.end(), in_item) ||
         std::any_of(having.begin(), having.end(), has_aggregate) || std::any_of(order.begin(), order.end(), in_key);
}

// (expression AS ?x): ?x must be new (SPARQL 1.2 Query, 18.2.1, 18.2.4.4).
void check_new(const Request& request, const std::vector<Projection::Item>& items, const VariableMarks& in_scope) {
  VariableMarks seen;
  for (const Projection::Item& item : items) {
    const bool is_new = seen.add(item.variable);
    if (item.expression && (!is_new || in_scope.has(item.variable)))
      fail_at(item.position, "SELECT cannot give ?{} a value: it has one already; use another name",
              request.variables.name(item.variable));
  }
}

std::vector<VariableId> all_columns(const Request& request, const Algebra& algebra) {
  std::vector<VariableId> all = variables_in_scope(algebra);
  std::erase_if(all, [&](VariableId variable) { return !request.variables.is_named(variable); });
  return all;
}

// Replaces the aggregates of all clauses; returns the Group.
Pattern group(Grouping grouping, Pattern where, Projection& projection, std::vector<Expression>& having,
              std::vector<OrderBy::Key>& order, Position position) {
  for (Projection::Item& item : projection.items) {
    if (item.expression) {
      item.expression = grouping.in_select(std::move(*item.expression));
      grouping.allow(item.variable);
    } else {
      grouping.check_projected(item.variable, item.position);
    }
  }
  for (Expression& condition : having) condition = grouping.in_modifier(std::move(condition));
  for (OrderBy::Key& key : order) key.expression = grouping.in_modifier(std::move(key.expression));
  return std::move(grouping).finish(std::move(where), position);
}

bool names_any(const Expression& expression, const VariableMarks& variables) {
  if (expression.kind == ExpressionKind::variable && variables.has(expression.variable)) return true;
  return std::any_of(expression.arguments.begin(), expression.arguments.end(),
                     [&](const Expression& argument) { return names_any(argument, variables); });
}

Pattern filter(Pattern all, std::vector<Expression> conditions) {
  if (conditions.empty()) return all;
  const Position position = conditions.front().position;
  return above(all.depth, Filter{std::move(all.algebra), std::move(conditions)}, position);
}

}  // namespace

Projection read_projection(Request& request, Tree tree) {
  const AggregateRule rule(request, nullptr);
  Projection projection;
  projection.position = tree.position();
  projection.star = tree.has(TokenKind::STAR);
  if (projection.star) projection.position = tree.tokens().back().position;
  projection.distinct = tree.has(TokenKind::DISTINCT);
  projection.reduced = tree.has(TokenKind::REDUCED);
  for (const Tree child : tree)
    if (child.is(Rule::selectItem)) projection.items.push_back(read_item(request, child));
  return projection;
}

Solutions read_modifiers(Request& request, Pattern where, std::optional<Projection> asked, Tree modifier, Tree values) {
  Projection projection = asked ? std::move(*asked) : Projection();
  const Position position = asked ? projection.position : modifier.position();
  std::optional<Tree> group_clause;
  if (modifier.has(Rule::groupClause)) group_clause = modifier.child(Rule::groupClause);
  std::vector<Expression> having = read_having(request, modifier);
  std::vector<OrderBy::Key> order = read_order(request, modifier);
  Pattern trailing = values.empty() ? unit() : read_values(request, values.child(Rule::dataBlock));
  check_new(request, projection.items, VariableMarks(variables_in_scope(*trailing.algebra)));

  Pattern all = std::move(where);
  all.depth = std::max(all.depth, request.exists_depth);
  if (is_grouped(group_clause, projection.items, having, order)) {
    if (projection.star)
      fail_at(projection.position, "'*' is not allowed in a query with GROUP BY or aggregates; name the variables");
    const Position at = group_clause ? group_clause->position() : position;
    Grouping grouping(request, group_clause, *all.algebra);
    check_new(request, projection.items, grouping.known());  // others of the pattern are not in scope above the groups
    all = group(std::move(grouping), std::move(all), projection, having, order, at);
  } else {
    check_new(request, projection.items, VariableMarks(variables_in_scope(*all.algebra)));
  }
  // HAVING comes before the expressions of SELECT (18.2.4.2), so a name given there is unbound in it. A condition with
  // such a name is meant for its value: it is evaluated later.
  VariableMarks given;
  for (const Projection::Item& item : projection.items)
    if (item.expression) given.add(item.variable);
  const auto late = std::stable_partition(having.begin(), having.end(),
                                          [&](const Expression& condition) { return !names_any(condition, given); });
  std::vector<Expression> late_having(std::make_move_iterator(late), std::make_move_iterator(having.end()));
  having.erase(late, having.end());
  all = filter(std::move(all), std::move(having));
  all = join(std::move(all), std::move(trailing), position);

  std::vector<VariableId> columns;
  if (projection.star) columns = all_columns(request, *all.algebra);
  VariableMarks shown(columns);
  for (Projection::Item& item : projection.items) {
    if (shown.add(item.variable)) columns.push_back(item.variable);
    if (!item.expression) continue;
    all = above(all.depth, Extend{std::move(all.algebra), item.variable, std::move(*item.expression)}, item.position);
  }
  all = filter(std::move(all), std::move(late_having));
  if (!order.empty()) {
    const Position at = order.front().expression.position;
    all = above(all.depth, OrderBy{std::move(all.algebra), std::move(order)}, at);
  }
  if (asked) all = above(all.depth, Project{std::move(all.algebra), columns}, position);
  if (projection.distinct) all = above(all.depth, Distinct{std::move(all.algebra)}, position);
  if (projection.reduced) all = above(all.depth, Reduced{std::move(all.algebra)}, position);
  return {slice(std::move(all), modifier, request.source.text()), std::move(columns)};
}

Pattern read_sub_select(Request& request, Tree tree) {
  const ExistsDepth depth(request);
  Projection projection = read_projection(request, tree.child(Rule::selectClause));
  Pattern where = read_group(request, tree.child(Rule::whereClause).child(Rule::groupGraphPattern));
  return read_modifiers(request, std::move(where), std::move(projection), tree.child(Rule::solutionModifier),
                        tree.child(Rule::valuesClause))
      .pattern;
}

}  // namespace quadrille::parser
