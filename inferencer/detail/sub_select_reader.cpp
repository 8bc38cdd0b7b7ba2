#include "inferencer/detail/sub_select_reader.hpp"

#include <map>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/assert.hpp"
#include "parser/algebra.hpp"

namespace quadrille::inferencer::detail {

namespace {

using parser::Algebra;

// The name of an operator that a subquery of a rule may not have.
const char* name_of(const Algebra& algebra) {
  return std::visit(
      []<class Operator>(const Operator&) -> const char* {
        if constexpr (std::is_same_v<Operator, parser::PathPattern>)
          return "the path operators |, *, +, ? and ! in a subquery";
        if constexpr (std::is_same_v<Operator, parser::LeftJoin>) return "OPTIONAL in a subquery";
        if constexpr (std::is_same_v<Operator, parser::Union>) return "UNION in a subquery";
        if constexpr (std::is_same_v<Operator, parser::Minus>) return "MINUS in a subquery";
        if constexpr (std::is_same_v<Operator, parser::Values>) return "VALUES in a subquery";
        if constexpr (std::is_same_v<Operator, parser::Slice>) return "LIMIT and OFFSET in a subquery";
        if constexpr (std::is_same_v<Operator, parser::Service>) return "SERVICE";
        if constexpr (std::is_same_v<Operator, parser::Invoke>) return "a call of an algorithm";
        return "a subquery inside a subquery";
      },
      algebra.node);
}

// The patterns, conditions and assignments of a WHERE, as the body of a rule.
class BodyReader {
 public:
  BodyReader(RuleVariables& variables, Rule& rule) : variables_(variables), rule_(rule) {}

  void read(const Algebra& algebra, const std::optional<parser::Node>& graph = std::nullopt) {
    if (const auto* bgp = std::get_if<parser::Bgp>(&algebra.node)) {
      if (!bgp->terms.empty())
        fail(ErrorKind::unsupported, "rules do not look into triple terms; write a variable for the whole term");
      for (const parser::TriplePattern& triple : bgp->patterns) rule_.body.push_back(atom({triple, graph}, algebra));
    } else if (const auto* join = std::get_if<parser::Join>(&algebra.node)) {
      read(*join->left, graph);
      read(*join->right, graph);
    } else if (const auto* filter = std::get_if<parser::Filter>(&algebra.node)) {
      read(*filter->child, graph);
      for (const parser::Expression& condition : filter->conditions) add(condition, graph);
    } else if (const auto* extend = std::get_if<parser::Extend>(&algebra.node)) {
      read(*extend->child, graph);
      rule_.computations.push_back(variables_.computation(extend->expression));
      rule_.computations.back().result = extend->variable;
      rule_.computations.back().keeps_errors = true;
      variables_.assign(extend->variable);
    } else if (const auto* in = std::get_if<parser::Graph>(&algebra.node)) {
      read(*in->child, in->graph);
    } else {
      refuse(algebra.position, name_of(algebra));
    }
  }

 private:
  Atom atom(const parser::QuadPattern& quad, const Algebra& algebra) {
    Atom atom = variables_.atom(quad, algebra.position);
    for_each_slot(atom, [&](const Slot& slot) {
      if (!slot.is_variable()) return;
      if (variables_.is_assigned(slot.number())) refuse(algebra.position, "a pattern after BIND that has its variable");
      variables_.bind(slot.number());
    });
    return atom;
  }

  void add(const parser::Expression& condition, const std::optional<parser::Node>& graph) {
    if (condition.kind != parser::ExpressionKind::not_exists)
      return variables_.add_condition(condition, rule_.different, rule_.computations);
    Rule inner;
    RuleVariables own = variables_;
    BodyReader(own, inner).read(*condition.pattern, graph);
    if (!inner.absent.empty()) refuse(condition.position, "EXISTS");
    const bool assigns = inner.runs_once();
    if (assigns) refuse(condition.position, "BIND in EXISTS");
    rule_.absent.push_back({std::move(inner.body), std::move(inner.different), {}, std::move(inner.computations)});
  }

  RuleVariables& variables_;
  Rule& rule_;
};

class SubSelectReader {
 public:
  SubSelectReader(const parser::InferenceRule& text, const RuleVariables::HuriOf& huri_of, std::size_t number)
      : variables_(huri_of, text.variables.size(), text.data_only), number_(number) {}

  SubSelectRule read(const parser::RuleSubSelect& select, parser::Position position, Rules& rules, Rule& rule) {
    const Algebra* at = select.pattern.get();
    std::vector<const Algebra*> above;  // the group, the highest first
    for (bool ends = false; !ends;) {
      if (const auto* distinct = std::get_if<parser::Distinct>(&at->node)) {
        at = distinct->child.get();
      } else if (const auto* reduced = std::get_if<parser::Reduced>(&at->node)) {
        at = reduced->child.get();
      } else if (const auto* project = std::get_if<parser::Project>(&at->node)) {
        at = project->child.get();
      } else if (const auto* order = std::get_if<parser::OrderBy>(&at->node)) {
        at = order->child.get();
      } else {
        ends = true;
      }
    }
    const Algebra* const below = at;
    const parser::Group* group = nullptr;
    for (;;) {
      if (group = std::get_if<parser::Group>(&at->node); group != nullptr) break;
      const auto* filter = std::get_if<parser::Filter>(&at->node);
      const auto* extend = std::get_if<parser::Extend>(&at->node);
      if (filter == nullptr && extend == nullptr) break;
      above.push_back(at);
      at = filter != nullptr ? filter->child.get() : extend->child.get();
    }
    if (group != nullptr) {
      read_group(*group, position, rule);
      for (auto next = above.rbegin(); next != above.rend(); ++next) read_above(**next);
    } else {
      BodyReader(variables_, rule).read(*below);
      for (const parser::VariableId variable : select.variables) add_key(variable, rule);
    }
    return finish(select, rules, rule);
  }

 private:
  void read_group(const parser::Group& group, parser::Position position, Rule& rule) {
    BodyReader(variables_, rule).read(*group.child);
    for (const parser::Group::Key& key : group.keys) {
      if (key.expression) compute(*key.expression, key.variable, rule);
      add_key(key.variable, rule);
    }
    for (const parser::Group::Output& output : group.outputs) {
      collector_.aggregates.push_back(&output.aggregate);
      places_.emplace(output.variable, next());
      if (output.aggregate.star) {
        if (output.aggregate.distinct) refuse(position, "COUNT(DISTINCT *)");
        continue;
      }
      const parser::Expression& argument = output.arguments.front();
      if (argument.kind == parser::ExpressionKind::variable) {
        rule.row.push_back(Slot::variable(argument.variable));
      } else {
        const std::uint32_t result = variables_.make();
        compute(argument, result, rule);
        rule.row.push_back(Slot::variable(result));
      }
    }
    collector_.is_implicit = group.implicit;
  }

  void add_key(parser::VariableId variable, Rule& rule) {
    if (!places_.emplace(variable, next()).second) return;
    rule.row.push_back(Slot::variable(variable));
    ++collector_.keys;
  }

  void compute(const parser::Expression& expression, std::uint32_t result, Rule& rule) {
    rule.computations.push_back(variables_.computation(expression));
    rule.computations.back().result = result;
    rule.computations.back().keeps_errors = true;
  }

  // HAVING, or an expression of SELECT: on the variables of the collector.
  void read_above(const Algebra& algebra) {
    const auto add = [&](const parser::Expression& expression) -> Computation& {
      Computation its = variables_.computation(expression);
      for (auto& [variable, slot] : its.inputs) slot = Slot::variable(place_of(variable));
      return collector_.computations.emplace_back(std::move(its));
    };
    if (const auto* filter = std::get_if<parser::Filter>(&algebra.node)) {
      for (const parser::Expression& condition : filter->conditions) add(condition);
      return;
    }
    const auto& extend = std::get<parser::Extend>(algebra.node);
    Computation& its = add(extend.expression);
    its.result = place_of(extend.variable);
    its.keeps_errors = true;
  }

  // Of a variable that nothing binds, too.
  std::uint32_t place_of(parser::VariableId variable) { return places_.emplace(variable, next()).first->second; }
  std::uint32_t next() const { return static_cast<std::uint32_t>(places_.size()); }

  SubSelectRule finish(const parser::RuleSubSelect& select, Rules& rules, Rule& rule) {
    SubSelectRule its{number_, select.variables};
    const Slot thing = Slot::variable(variables_.make());
    for (const parser::VariableId variable : select.variables) {
      const Huri predicate = column_predicate(number_, collector_.columns.size());
      collector_.columns.push_back({predicate, place_of(variable)});
      rule.head.push_back({thing, Slot::of(predicate), Slot::variable(variables_.make()), std::nullopt});
    }
    rule.identity = variables_.all_bound();
    rule.collector = static_cast<std::uint32_t>(number_);
    rule.variables = variables_.count();
    collector_.variables = next();
    rules.collectors.push_back(std::move(collector_));
    return its;
  }

  RuleVariables variables_;
  const std::size_t number_;
  Collector collector_;
  std::map<parser::VariableId, std::uint32_t> places_;  // of the collector's variables
};

}  // namespace

SubSelectRule read_sub_select(const parser::RuleSubSelect& select, const parser::InferenceRule& text,
                              std::uint32_t source, const RuleVariables::HuriOf& huri_of, parser::Position position,
                              Rules& rules) {
  Rule rule;
  rule.source = source;
  SubSelectRule its = SubSelectReader(text, huri_of, rules.collectors.size()).read(select, position, rules, rule);
  rules.all.push_back(std::move(rule));
  return its;
}

}  // namespace quadrille::inferencer::detail
