#include "tests/rules/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.hpp"
#include "inferencer/literal_facts.hpp"
#include "inferencer/literal_value.hpp"
#include "tests/rules/rule_layers.hpp"
#include "tests/rules/sub_select.hpp"

namespace quadrille::tests {

namespace {

TermId value_of(const Slot& slot, const Bindings& bindings) {
  return slot.is_variable ? *bindings[slot.value] : slot.value;
}

Fact fact_of(const FactPattern& pattern, const Bindings& bindings) {
  return {value_of(pattern.subject, bindings), value_of(pattern.predicate, bindings),
          value_of(pattern.object, bindings), value_of(pattern.graph, bindings)};
}

// The facts that the rules about datatypes read (inferencer/literal_facts.hpp), for all literals of `facts`.
void add_literals(FactBase& facts) {
  const auto word = [&](std::string_view iri) { return facts.term(TermView::iri(iri)); };
  const TermId same_as = word("http://www.w3.org/2002/07/owl#sameAs"), value_in = word(inferencer::kValueIn),
               value_not_in = word(inferencer::kValueNotIn), value = word(inferencer::kValue),
               named = word(inferencer::kNamed);
  const std::vector<Fact> before = facts.facts();
  const auto is_literal = [&](TermId id) { return facts.view(id).kind == TermKind::literal; };
  for (const Fact& fact : before) {
    for (const auto& [literal, thing] : {std::pair(fact.subject, fact.object), std::pair(fact.object, fact.subject)}) {
      if (!is_literal(literal)) continue;
      const inferencer::LiteralValue its = inferencer::literal_value(facts.view(literal));
      for (std::size_t i = 0; i < inferencer::literal_datatypes().size(); ++i) {
        const bool has = (its.datatypes >> i & 1) != 0;
        facts.add({literal, has ? value_in : value_not_in, word(inferencer::literal_datatypes()[i])});
      }
      if (!its.is_valid) continue;
      const TermId stands_for = facts.term(TermView::literal(its.key, "urn:value"));
      facts.add({literal, value, stands_for});
      if (fact.predicate == same_as && !is_literal(thing)) facts.add({thing, named, stands_for});
    }
  }
}

// The facts that one pattern of a body must be among: a pattern of a PatternStep, and facts by number.
struct Among {
  std::size_t step, pattern, first, last;
};

// Finds the solutions of a rule's body.
class BodyEvaluation {
 public:
  using Use = std::function<void(const Bindings&)>;

  // All outlive it. `base`: the number of the stated facts, which are the first ones.
  BodyEvaluation(const StepRule& rule, FactBase& facts, Calculations& calculations, std::size_t base)
      : rule_(rule), facts_(facts), calculations_(calculations), base_(base), selected_(rule.steps.size()) {}

  // Calls use(solution) for each solution in which the pattern of `among`, if given, is one of its facts.
  void solve(std::optional<Among> among, const Use& use) {
    among_ = among;
    Bindings bindings(rule_.text->variables.size());
    from(0, bindings, use);
  }

 private:
  void from(std::size_t step, const Bindings& bindings, const Use& use) {
    if (step == rule_.steps.size()) return use(bindings);
    const auto next = [&](const Bindings& solution) { from(step + 1, solution, use); };
    std::visit([&](const auto& its) { evaluate(its, step, bindings, next); }, rule_.steps[step]);
  }

  template <class Next>
  void evaluate(const PatternStep& step, std::size_t number, Bindings bindings, const Next& next) {
    const auto take = [&](const Bindings& solution) {
      next(solution);
      return true;
    };
    among_ && among_->step == number
        ? facts_.solve_with(step.patterns, among_->pattern, among_->first, among_->last, bindings, take)
        : static_cast<void>(facts_.solve(step.patterns, bindings, take, end(false)));
  }
  template <class Next>
  void evaluate(const ConditionStep& step, std::size_t, const Bindings& bindings, const Next& next) {
    if (holds(step, bindings)) next(bindings);
  }
  template <class Next>
  void evaluate(const NegationStep& step, std::size_t, const Bindings& bindings, const Next& next) {
    Bindings its = bindings;
    const auto goes_on = [&](const Bindings& solution) {
      return !std::all_of(step.conditions.begin(), step.conditions.end(),
                          [&](const ConditionStep& condition) { return holds(condition, solution); });
    };
    if (facts_.solve(step.patterns, its, goes_on, end(step.data_only))) next(bindings);
  }
  template <class Next>
  void evaluate(const AssignmentStep& step, std::size_t, Bindings bindings, const Next& next) {
    bindings[step.variable] = calculations_.of(*step.expression, bindings.size()).value(bindings, facts_);
    if (bindings[step.variable]) next(bindings);
  }
  template <class Next>
  void evaluate(const SubSelectStep& step, std::size_t number, const Bindings& bindings, const Next& next) {
    if (!selected_[number]) selected_[number] = solutions_of(*step.select);
    for (const Bindings& solution : *selected_[number])
      if (const auto both = merged(bindings, solution)) next(*both);
  }

  // Those that bind all variables of the subquery.
  std::vector<Bindings> solutions_of(const parser::RuleSubSelect& select) {
    SubSelect all(facts_, calculations_, rule_.text->variables, end(false));
    std::vector<Bindings> solutions = all.solutions(*select.pattern);
    std::erase_if(solutions, [&](const Bindings& solution) {
      return std::any_of(select.variables.begin(), select.variables.end(),
                         [&](parser::VariableId variable) { return !solution[variable]; });
    });
    return solutions;
  }

  bool holds(const ConditionStep& step, const Bindings& bindings) {
    if (step.different) return value_of(step.different->first, bindings) != value_of(step.different->second, bindings);
    return calculations_.of(*step.condition, bindings.size()).holds(bindings, facts_);
  }
  std::size_t end(bool data_only) const { return data_only || rule_.text->data_only ? base_ : FactBase::kAll; }

  const StepRule& rule_;
  FactBase& facts_;
  Calculations& calculations_;
  std::size_t base_;
  std::vector<std::optional<std::vector<Bindings>>> selected_;  // by step
  std::optional<Among> among_;
};

// Applies rules to facts.
class Application {
 public:
  Application(FactBase& facts, std::size_t base, std::size_t most, std::vector<Contradiction>& contradictions)
      : facts_(facts), base_(base), most_(most), contradictions_(contradictions) {}

  // Returns true if something is new.
  bool apply(const StepRule& rule, std::optional<Among> among = std::nullopt) {
    std::vector<Fact> found;
    std::size_t solutions = 0;
    BodyEvaluation(rule, facts_, calculations_, base_).solve(among, [&](const Bindings& solution) {
      if (++solutions / 400 > most_) fail(ErrorKind::memory, "a rule has more than {} solutions", solutions);
      if (rule.head.empty() && !rule.text->body.empty()) contradictions_.push_back({rule.text->name, {}});
      if (rule.head.empty()) return;
      const Bindings all = with_new_nodes(rule, solution);
      for (const FactPattern& head : rule.head) found.push_back(fact_of(head, all));
    });
    bool is_new = false;
    for (const Fact& fact : found) is_new |= facts_.add(fact);
    if (facts_.facts().size() > most_) fail(ErrorKind::memory, "there are more than {} facts", most_);
    return is_new;
  }

  // Applies the rules of a layer until nothing new follows. Returns the number of rounds.
  std::uint32_t apply_layer(const std::vector<const StepRule*>& layer) {
    for (const StepRule* rule : layer)
      if (rule->runs_once()) apply(*rule);
    std::size_t last = facts_.facts().size();
    for (const StepRule* rule : layer)
      if (!rule->runs_once()) apply(*rule);
    std::uint32_t rounds = 1;
    for (; last < facts_.facts().size(); ++rounds) {
      const std::size_t first = std::exchange(last, facts_.facts().size());
      for (const StepRule* rule : layer)
        if (!rule->runs_once() && !rule->text->data_only) apply_to_new(*rule, first, last);
    }
    return rounds;
  }

 private:
  void apply_to_new(const StepRule& rule, std::size_t first, std::size_t last) {
    for (std::size_t step = 0; step < rule.steps.size(); ++step) {
      const auto* its = std::get_if<PatternStep>(&rule.steps[step]);
      for (std::size_t pattern = 0; its != nullptr && pattern < its->patterns.size(); ++pattern)
        apply(rule, Among{step, pattern, first, last});
    }
  }

  Bindings with_new_nodes(const StepRule& rule, const Bindings& solution) {
    if (rule.new_nodes.empty()) return solution;
    std::string terms;
    for (const std::optional<TermId>& term : solution) terms += term ? fmt::format("-{}", *term) : "-";
    Bindings all = solution;
    for (const std::string& label : rule.new_nodes)
      all.push_back(facts_.term(TermView::blank(fmt::format("new-{}-{}{}", rule.number, label, terms))));
    return all;
  }

  FactBase& facts_;
  std::size_t base_, most_;
  std::vector<Contradiction>& contradictions_;
  Calculations calculations_;
};

}  // namespace

void Reference::infer(FactBase& facts, std::size_t most) {
  const std::size_t base = facts.facts().size();
  std::vector<StepRule> rules;
  for (const parser::InferenceRule& rule : rules_.rules)
    rules.push_back(read_steps(rule, static_cast<std::uint32_t>(rules.size()), facts));
  const auto layers = layers_of(rules, facts);
  for (const parser::QuadPattern& quad : rules_.data) facts.add(fact_of(read_pattern(quad, facts), {}));
  if (facts.find(fmt::format("<{}>", inferencer::kValueIn))) add_literals(facts);
  Application application(facts, base, most, contradictions_);
  rounds_ = 0;
  for (const auto& layer : layers) rounds_ += application.apply_layer(layer);
  contradictions_.clear();
  for (const StepRule& rule : rules) {
    if (application.apply(rule))
      fail(ErrorKind::internal, "the reference has missed what follows by rule {}", rule.text->name);
  }
}

}  // namespace quadrille::tests
