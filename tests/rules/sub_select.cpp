#include "tests/rules/sub_select.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "query/expression/aggregate.hpp"

namespace quadrille::tests {

namespace {

std::vector<Bindings> joined(const std::vector<Bindings>& left, const std::vector<Bindings>& right) {
  std::vector<Bindings> all;
  for (const Bindings& a : left)
    for (const Bindings& b : right)
      if (auto both = merged(a, b)) all.push_back(std::move(*both));
  return all;
}

bool have_a_variable_in_common(const Bindings& a, const Bindings& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && b[i]) return true;
  return false;
}

}  // namespace

std::optional<Bindings> merged(const Bindings& a, const Bindings& b) {
  Bindings both = a;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!b[i]) continue;
    if (both[i] && *both[i] != *b[i]) return std::nullopt;
    both[i] = b[i];
  }
  return both;
}

std::vector<Bindings> SubSelect::solutions(const parser::Algebra& algebra, TermId graph) {
  return std::visit([&](const auto& node) { return of(node, graph); }, algebra.node);
}

Slot SubSelect::slot(const parser::Node& node) {
  if (const auto* variable = std::get_if<parser::VariableId>(&node)) return {true, *variable};
  return {false, facts_.term(std::get<Term>(node).view())};
}

std::vector<Bindings> SubSelect::of(const parser::Bgp& bgp, TermId graph) {
  std::vector<FactPattern> patterns;
  for (const parser::TriplePattern& triple : bgp.patterns)
    patterns.push_back({slot(triple.subject), slot(triple.predicate), slot(triple.object), {false, graph}});
  std::vector<Bindings> all;
  Bindings bindings(variables_.size());
  const auto take = [&](const Bindings& solution) {
    all.push_back(solution);
    return true;
  };
  facts_.solve(patterns, bindings, take, end_);
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::PathPattern&, TermId) {
  fail(ErrorKind::unsupported, "the reference does not evaluate this path");
}

std::vector<Bindings> SubSelect::of(const parser::Join& join, TermId graph) {
  return joined(solutions(*join.left, graph), solutions(*join.right, graph));
}

std::vector<Bindings> SubSelect::of(const parser::LeftJoin& join, TermId graph) {
  const std::vector<Bindings> right = solutions(*join.right, graph);
  std::vector<Bindings> all;
  for (const Bindings& left : solutions(*join.left, graph)) {
    std::vector<Bindings> both = joined({left}, right);
    std::erase_if(both, [&](const Bindings& solution) { return !hold(join.conditions, solution); });
    if (both.empty()) both.push_back(left);
    all.insert(all.end(), both.begin(), both.end());
  }
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Filter& filter, TermId graph) {
  std::vector<Bindings> all = solutions(*filter.child, graph);
  std::erase_if(all, [&](const Bindings& solution) { return !hold(filter.conditions, solution); });
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Union& both, TermId graph) {
  std::vector<Bindings> all = solutions(*both.left, graph);
  for (Bindings& solution : solutions(*both.right, graph)) all.push_back(std::move(solution));
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Minus& minus, TermId graph) {
  std::vector<Bindings> all = solutions(*minus.left, graph);
  const std::vector<Bindings> others = solutions(*minus.right, graph);
  std::erase_if(all, [&](const Bindings& solution) {
    return std::any_of(others.begin(), others.end(), [&](const Bindings& other) {
      return have_a_variable_in_common(solution, other) && merged(solution, other);
    });
  });
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Graph& named, TermId) {
  const Slot name = slot(named.graph);
  if (!name.is_variable) return solutions(*named.child, name.value);
  std::set<TermId> graphs;
  for (std::size_t i = 0; i < std::min(end_, facts_.facts().size()); ++i)
    if (facts_.facts()[i].graph != 0) graphs.insert(facts_.facts()[i].graph);
  std::vector<Bindings> all;
  for (const TermId graph : graphs) {
    Bindings its(variables_.size());
    its[name.value] = graph;
    for (Bindings& solution : joined(solutions(*named.child, graph), {its})) all.push_back(std::move(solution));
  }
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Extend& extend, TermId graph) {
  std::vector<Bindings> all = solutions(*extend.child, graph);
  for (Bindings& solution : all) solution[extend.variable] = calculation(extend.expression).value(solution, facts_);
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Values& values, TermId) {
  std::vector<Bindings> all(values.rows, Bindings(variables_.size()));
  for (std::size_t row = 0; row < values.rows; ++row) {
    for (std::size_t i = 0; i < values.variables.size(); ++i) {
      const std::optional<Term>& cell = values.cells[row * values.variables.size() + i];
      if (cell) all[row][values.variables[i]] = facts_.term(cell->view());
    }
  }
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Group& group, TermId graph) {
  std::map<Bindings, std::vector<Bindings>> groups;  // by the values of the keys
  if (group.keys.empty() && group.implicit) groups[{}];
  for (const Bindings& solution : solutions(*group.child, graph)) {
    Bindings keys;
    for (const parser::Group::Key& key : group.keys)
      keys.push_back(key.expression ? calculation(*key.expression).value(solution, facts_) : solution[key.variable]);
    groups[keys].push_back(solution);
  }
  std::vector<Bindings> all;
  for (const auto& [keys, members] : groups) {
    Bindings& one = all.emplace_back(variables_.size());
    for (std::size_t i = 0; i < keys.size(); ++i) one[group.keys[i].variable] = keys[i];
    for (const parser::Group::Output& output : group.outputs) one[output.variable] = aggregated(output, members);
  }
  return all;
}

std::optional<TermId> SubSelect::aggregated(const parser::Group::Output& output, const std::vector<Bindings>& group) {
  std::pmr::monotonic_buffer_resource arena;
  query::Accumulator accumulator(output.aggregate);
  std::set<Bindings> seen;
  for (const Bindings& solution : group) {
    const bool is_star = output.arguments.empty();
    const auto value = is_star ? std::nullopt : calculation(output.arguments.front()).value(solution, facts_);
    if (output.aggregate.distinct && !seen.insert(is_star ? named_part(solution) : Bindings{value}).second) continue;
    if (is_star) {
      accumulator.add_solutions(1);
    } else {
      accumulator.add(value ? query::Value::from_term(facts_.view(*value), arena) : query::Value::error());
    }
  }
  const query::Value result = accumulator.result(arena);
  return result.is_bound() ? std::optional(facts_.term(query::to_term(result).view())) : std::nullopt;
}

Bindings SubSelect::named_part(const Bindings& solution) const {
  Bindings part = solution;
  for (std::size_t i = 0; i < part.size(); ++i)
    if (variables_[i].starts_with("_:") || variables_[i].starts_with(".")) part[i] = std::nullopt;
  return part;
}

std::vector<Bindings> SubSelect::of(const parser::Project& project, TermId graph) {
  std::vector<Bindings> all = solutions(*project.child, graph);
  for (Bindings& solution : all) {
    Bindings part(solution.size());
    for (const parser::VariableId variable : project.variables) part[variable] = solution[variable];
    solution = std::move(part);
  }
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Distinct& distinct, TermId graph) {
  std::vector<Bindings> all = solutions(*distinct.child, graph);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Bindings> SubSelect::of(const parser::Reduced& reduced, TermId graph) {
  return solutions(*reduced.child, graph);
}

std::vector<Bindings> SubSelect::of(const parser::OrderBy& ordered, TermId graph) {
  return solutions(*ordered.child, graph);
}

std::vector<Bindings> SubSelect::of(const parser::Slice&, TermId) {
  fail(ErrorKind::unsupported, "the reference does not evaluate LIMIT and OFFSET");
}

std::vector<Bindings> SubSelect::of(const parser::Invoke&, TermId) {
  fail(ErrorKind::unsupported, "the reference does not call algorithms");
}

std::vector<Bindings> SubSelect::of(const parser::Service&, TermId) {
  fail(ErrorKind::unsupported, "the reference does not evaluate SERVICE");
}

bool SubSelect::hold(const std::vector<parser::Expression>& conditions, const Bindings& solution) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const parser::Expression& condition) {
    return calculation(condition).holds(solution, facts_);
  });
}

}  // namespace quadrille::tests
