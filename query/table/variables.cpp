#include "query/table/variables.hpp"

#include <algorithm>

#include "parser/algebra_parts.hpp"
#include "parser/scope.hpp"

namespace quadrille::query {

namespace {

using namespace parser;

// Adds all variables of a tree.
struct Collector {
  VariableSet& set;

  void operator()(const Node& node) const {
    if (const auto* variable = std::get_if<VariableId>(&node)) set.add(*variable);
  }
  void operator()(const TriplePattern& pattern) const {
    (*this)(pattern.subject), (*this)(pattern.predicate), (*this)(pattern.object);
  }
  void operator()(const TermPattern& pattern) const {
    set.add(pattern.term);
    (*this)(pattern.subject), (*this)(pattern.predicate), (*this)(pattern.object);
  }
  void operator()(const Expression& expression) const {
    if (expression.kind == ExpressionKind::variable) set.add(expression.variable);
    for (const Expression& argument : expression.arguments) (*this)(argument);
    if (expression.pattern) (*this)(*expression.pattern);
  }
  void operator()(const Algebra& algebra) const {
    std::visit(
        [this](const auto& op) {
          for_each_part(op, *this);
          if constexpr (requires { op.variable; }) set.add(op.variable);
          if constexpr (requires { op.variables; }) set.add(set_of(op.variables));
          if constexpr (requires { op.outputs; }) {
            for (const auto& key : op.keys) set.add(key.variable);
            for (const auto& output : op.outputs) set.add(output.variable);
          }
        },
        algebra.node);
  }
  void operator()(const parser::Path&) const {}
  void operator()(const Term&) const {}
};

}  // namespace

VariableSet variables_of(const Expression& expression) {
  VariableSet set;
  Collector{set}(expression);
  return set;
}

VariableSet variables_of(const Algebra& algebra) {
  VariableSet set;
  Collector{set}(algebra);
  return set;
}

VariableSet scope_of(const Algebra& algebra) {
  return set_of(variables_in_scope(algebra));
}

namespace {

struct Certain {
  VariableSet in(const AlgebraPtr& child) const { return certain_in(*child); }

  VariableSet operator()(const Bgp& bgp) const { return occurring(bgp); }
  VariableSet operator()(const PathPattern& path) const { return occurring(path); }
  VariableSet operator()(const LeftJoin& join) const { return in(join.left); }
  VariableSet operator()(const Minus& minus) const { return in(minus.left); }
  VariableSet operator()(const parser::Filter& filter) const { return in(filter.child); }
  VariableSet operator()(const parser::Extend& extend) const { return in(extend.child); }
  VariableSet operator()(const parser::Distinct& distinct) const { return in(distinct.child); }
  VariableSet operator()(const Reduced& reduced) const { return in(reduced.child); }
  VariableSet operator()(const OrderBy& order) const { return in(order.child); }
  VariableSet operator()(const parser::Slice& slice) const { return in(slice.child); }
  VariableSet operator()(const Service& service) const { return service.silent ? VariableSet() : in(service.child); }
  VariableSet operator()(const Invoke&) const { return {}; }
  VariableSet operator()(const parser::Union& either) const { return both(in(either.left), in(either.right)); }
  VariableSet operator()(const Join& join) const {
    VariableSet set = in(join.left);
    set.add(in(join.right));
    return set;
  }
  VariableSet operator()(const Graph& graph) const {
    VariableSet set = in(graph.child);
    Collector{set}(graph.graph);
    return set;
  }
  VariableSet operator()(const Values& values) const {
    VariableSet set;
    const std::size_t width = values.variables.size();
    std::vector<bool> always(width, true);
    std::size_t column = 0;
    for (const auto& cell : values.cells) {
      if (!cell) always[column] = false;
      if (++column == width) column = 0;
    }
    for (column = 0; column < width; ++column) {
      if (always[column]) set.add(values.variables[column]);
    }
    return set;
  }
  VariableSet operator()(const parser::Group& group) const {
    VariableSet keys;
    for (const auto& key : group.keys) {
      if (!key.expression) keys.add(key.variable);
    }
    return both(keys, in(group.child));
  }
  VariableSet operator()(const parser::Project& project) const {
    VariableSet let_through;
    for (const VariableId variable : project.variables) let_through.add(variable);
    return both(let_through, in(project.child));
  }

 private:
  template <class Leaf>
  static VariableSet occurring(const Leaf& leaf) {
    VariableSet set;
    for_each_part(leaf, Collector{set});
    return set;
  }
};

}  // namespace

VariableSet certain_in(const Algebra& algebra) {
  return std::visit(Certain{}, algebra.node);
}

bool has_exists(const Expression& expression) {
  if (expression.pattern) return true;
  for (const Expression& argument : expression.arguments) {
    if (has_exists(argument)) return true;
  }
  return false;
}

bool is_stable(const parser::Expression& expression) {
  if (expression.pattern) return false;
  if (expression.kind == parser::ExpressionKind::function) {
    switch (expression.builtin) {
      case parser::Builtin::rand:
      case parser::Builtin::uuid:
      case parser::Builtin::struuid:
      case parser::Builtin::bnode:
        return false;
      default:
        break;
    }
  }
  return std::all_of(expression.arguments.begin(), expression.arguments.end(), is_stable);
}

}  // namespace quadrille::query
