#include "inferencer/detail/rule_variables.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace quadrille::inferencer::detail {

namespace {

// Constant ones, and those that TRIPLE() would make: they would need rows in the table of triple terms.
constexpr const char* kTripleTerms = "triple terms";

// A term that sameTerm() may compare; nullopt: an expression.
bool is_term(const parser::Expression& expression) {
  return expression.kind == parser::ExpressionKind::variable || expression.kind == parser::ExpressionKind::constant;
}

}  // namespace

void refuse(parser::Position position, const char* what) {
  fail(ErrorKind::unsupported, "line {}, column {}: rules with {} are not supported yet", position.line,
       position.column, what);
}

std::vector<Slot> RuleVariables::all_bound() const {
  std::vector<Slot> all;
  for (std::uint32_t variable = 0; variable < count(); ++variable)
    if (is_bound(variable) && !is_assigned(variable)) all.push_back(Slot::variable(variable));
  return all;
}

Slot RuleVariables::slot_of(parser::VariableId variable) const {
  const auto other = others_.find(variable);
  return other == others_.end() ? Slot::variable(variable) : other->second;
}

Slot RuleVariables::slot(const parser::Node& node, parser::Position position, const BlankSlot& blank) const {
  if (const auto* variable = std::get_if<parser::VariableId>(&node)) return Slot::variable(*variable);
  const Term& term = std::get<Term>(node);
  if (term.kind == TermKind::triple) refuse(position, kTripleTerms);
  if (term.kind != TermKind::blank) return Slot::of((*huri_of_)(term.view()));
  if (!blank) refuse(position, "blank nodes in DATA");
  return blank(term);
}

Atom RuleVariables::atom(const parser::QuadPattern& quad, parser::Position position, const BlankSlot& blank) const {
  Atom atom{slot(quad.triple.subject, position, blank), slot(quad.triple.predicate, position, {}),
            slot(quad.triple.object, position, blank), std::nullopt, is_given_};
  if (quad.graph) atom.graph = slot(*quad.graph, position, {});
  return atom;
}

Computation RuleVariables::computation(const parser::Expression& expression) const {
  Computation its{&expression, {}, std::nullopt, false};
  add_inputs(expression, its);
  return its;
}

void RuleVariables::add_inputs(const parser::Expression& expression, Computation& its) const {
  if (expression.kind == parser::ExpressionKind::exists || expression.kind == parser::ExpressionKind::not_exists)
    refuse(expression.position, "EXISTS");
  const bool makes_triple =
      expression.kind == parser::ExpressionKind::function && expression.builtin == parser::Builtin::triple;
  if (makes_triple ||
      (expression.kind == parser::ExpressionKind::constant && expression.constant.kind == TermKind::triple)) {
    refuse(expression.position, kTripleTerms);
  }
  if (expression.kind == parser::ExpressionKind::variable) {
    const std::pair input(expression.variable, slot_of(expression.variable));
    if (std::find(its.inputs.begin(), its.inputs.end(), input) == its.inputs.end()) its.inputs.push_back(input);
  }
  for (const parser::Expression& argument : expression.arguments) add_inputs(argument, its);
}

void RuleVariables::add_condition(const parser::Expression& condition, SlotPairs& different,
                                  std::vector<Computation>& computations) const {
  if (condition.kind == parser::ExpressionKind::logical_not) {
    const parser::Expression& same = condition.arguments.front();
    const bool is_pair = same.kind == parser::ExpressionKind::function && same.builtin == parser::Builtin::sameterm &&
                         std::all_of(same.arguments.begin(), same.arguments.end(), [&](const auto& argument) {
                           return is_term(argument) && !(argument.kind == parser::ExpressionKind::variable &&
                                                         is_assigned(argument.variable));
                         });
    if (is_pair) {
      const auto its = [&](const parser::Expression& term) {
        if (term.constant.kind == TermKind::triple) refuse(term.position, kTripleTerms);
        return term.kind == parser::ExpressionKind::variable ? slot_of(term.variable)
                                                             : Slot::of((*huri_of_)(term.constant.view()));
      };
      different.emplace_back(its(same.arguments[0]), its(same.arguments[1]));
      return;
    }
  }
  computations.push_back(computation(condition));
}

}  // namespace quadrille::inferencer::detail
