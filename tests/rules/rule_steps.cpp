#include "tests/rules/rule_steps.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace quadrille::tests {

namespace {

Slot slot_of(const parser::Node& node, FactBase& facts) {
  if (const auto* variable = std::get_if<parser::VariableId>(&node)) return {true, *variable};
  return {false, facts.term(std::get<Term>(node).view())};
}

std::optional<Slot> slot_of(const parser::Expression& expression, FactBase& facts) {
  if (expression.kind == parser::ExpressionKind::variable) return Slot{true, expression.variable};
  if (expression.kind == parser::ExpressionKind::constant) return Slot{false, facts.term(expression.constant.view())};
  return std::nullopt;
}

ConditionStep condition_of(const parser::Expression& condition, FactBase& facts) {
  if (condition.kind == parser::ExpressionKind::logical_not) {
    const parser::Expression& same = condition.arguments.front();
    if (same.kind == parser::ExpressionKind::function && same.builtin == parser::Builtin::sameterm) {
      const auto left = slot_of(same.arguments[0], facts), right = slot_of(same.arguments[1], facts);
      if (left && right) return {&condition, std::pair(*left, *right)};
    }
  }
  return {&condition, std::nullopt};
}

class StepReader {
 public:
  StepReader(StepRule& rule, FactBase& facts) : rule_(rule), facts_(facts) {}

  void add(const parser::QuadPattern& quad) {
    if (rule_.steps.empty() || !std::holds_alternative<PatternStep>(rule_.steps.back()))
      rule_.steps.emplace_back(PatternStep());
    std::get<PatternStep>(rule_.steps.back()).patterns.push_back(read_pattern(quad, facts_));
  }
  void add(const parser::Expression& condition) { rule_.steps.emplace_back(condition_of(condition, facts_)); }
  void add(const parser::RuleNegation& negation) {
    NegationStep step{{}, {}, negation.data_only};
    for (const parser::QuadPattern& quad : negation.patterns) step.patterns.push_back(read_pattern(quad, facts_));
    for (const parser::Expression& condition : negation.conditions)
      step.conditions.push_back(condition_of(condition, facts_));
    rule_.steps.emplace_back(std::move(step));
  }
  void add(const parser::RuleAssignment& set) {
    rule_.steps.emplace_back(AssignmentStep{set.variable, &set.expression});
  }
  void add(const parser::RuleSubSelect& select) { rule_.steps.emplace_back(SubSelectStep{&select}); }

  void add_head(const parser::QuadPattern& quad) {
    rule_.head.push_back({head_slot(quad.triple.subject), head_slot(quad.triple.predicate),
                          head_slot(quad.triple.object), quad.graph ? head_slot(*quad.graph) : Slot{}});
  }

 private:
  Slot head_slot(const parser::Node& node) {
    const auto* term = std::get_if<Term>(&node);
    if (term == nullptr || term->kind != TermKind::blank) return slot_of(node, facts_);
    auto place = std::find(rule_.new_nodes.begin(), rule_.new_nodes.end(), term->text);
    if (place == rule_.new_nodes.end()) place = rule_.new_nodes.insert(place, term->text);
    const auto number = rule_.text->variables.size() + static_cast<std::size_t>(place - rule_.new_nodes.begin());
    return {true, static_cast<std::uint32_t>(number)};
  }

  StepRule& rule_;
  FactBase& facts_;
};

// Calls visit(pattern) for the triple patterns of an algebra.
template <class Visit>
class AlgebraWalk {
 public:
  explicit AlgebraWalk(const Visit& visit) : visit_(visit) {}

  void walk(const parser::Algebra& algebra, const std::optional<parser::Node>& graph) {
    std::visit([&](const auto& node) { step(node, graph); }, algebra.node);
  }

 private:
  using GraphName = std::optional<parser::Node>;

  void step(const parser::Bgp& bgp, const GraphName& graph) {
    for (const parser::TriplePattern& triple : bgp.patterns) visit_({triple, graph});
  }
  void step(const parser::PathPattern&, const GraphName&) {}  // refused by SubSelect
  void step(const parser::Values&, const GraphName&) {}
  void step(const parser::Service&, const GraphName&) {}
  void step(const parser::Graph& named, const GraphName&) { walk(*named.child, named.graph); }
  template <class Operator>
  void step(const Operator& one, const GraphName& graph) {
    if constexpr (requires { one.child; }) {
      walk(*one.child, graph);
    } else {
      walk(*one.left, graph);
      walk(*one.right, graph);
    }
  }

  const Visit& visit_;
};

}  // namespace

FactPattern read_pattern(const parser::QuadPattern& quad, FactBase& facts) {
  return {slot_of(quad.triple.subject, facts), slot_of(quad.triple.predicate, facts),
          slot_of(quad.triple.object, facts), quad.graph ? slot_of(*quad.graph, facts) : Slot{}};
}

bool StepRule::runs_once() const {
  return !new_nodes.empty() || std::any_of(steps.begin(), steps.end(), [](const BodyStep& step) {
    return std::holds_alternative<AssignmentStep>(step);
  });
}

StepRule read_steps(const parser::InferenceRule& text, std::uint32_t number, FactBase& facts) {
  StepRule rule{&text, number, {}, {}, {}};
  StepReader reader(rule, facts);
  for (const parser::RuleElement& part : text.body)
    std::visit([&](const auto& element) { reader.add(element); }, part.element);
  for (const parser::QuadPattern& quad : text.head) reader.add_head(quad);
  return rule;
}

std::vector<Look> looks_of(const StepRule& rule, FactBase& facts) {
  std::vector<Look> looks;
  if (rule.text->data_only) return looks;
  const bool is_closed = rule.runs_once();
  for (const BodyStep& step : rule.steps) {
    if (const auto* some = std::get_if<PatternStep>(&step)) {
      for (const FactPattern& pattern : some->patterns) looks.push_back({pattern, is_closed});
    } else if (const auto* negation = std::get_if<NegationStep>(&step); negation != nullptr && !negation->data_only) {
      for (const FactPattern& pattern : negation->patterns) looks.push_back({pattern, true});
    } else if (const auto* select = std::get_if<SubSelectStep>(&step)) {
      const auto look = [&](const parser::QuadPattern& quad) { looks.push_back({read_pattern(quad, facts), true}); };
      AlgebraWalk(look).walk(*select->select->pattern, std::nullopt);
    }
  }
  return looks;
}

}  // namespace quadrille::tests
