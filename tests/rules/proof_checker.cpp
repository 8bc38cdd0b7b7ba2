#include "tests/rules/proof_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tests/rules/sub_select.hpp"

namespace quadrille::tests {

namespace {

using Key = std::array<TermId, 4>;

Key key_of(const Fact& fact) {
  return {fact.subject, fact.predicate, fact.object, fact.graph};
}

// nullopt: a variable has no value.
std::optional<TermId> value_of(const Slot& slot, const Bindings& bindings) {
  return slot.is_variable ? bindings[slot.value] : std::optional(slot.value);
}

std::optional<Fact> fact_of(const FactPattern& pattern, const Bindings& bindings) {
  const auto subject = value_of(pattern.subject, bindings), predicate = value_of(pattern.predicate, bindings);
  const auto object = value_of(pattern.object, bindings), graph = value_of(pattern.graph, bindings);
  if (!subject || !predicate || !object || !graph) return std::nullopt;
  return Fact{*subject, *predicate, *object, *graph};
}

void bind(const Slot& slot, const Bindings& all, Bindings& bound) {
  if (slot.is_variable) bound[slot.value] = all[slot.value];
}

}  // namespace

ProofChecker::ProofChecker(const parser::RuleSet& rules, FactBase& closure, std::size_t given,
                           std::function<std::string(Huri)> text_of)
    : rules_(rules), closure_(closure), given_(given), text_of_(std::move(text_of)) {
  for (const parser::InferenceRule& rule : rules.rules)
    steps_.push_back(read_steps(rule, static_cast<std::uint32_t>(steps_.size()), closure_));
  for (const parser::QuadPattern& quad : rules.data)
    if (const auto its = fact_of(read_pattern(quad, closure_), {})) data_.insert(key_of(*its));
}

std::string ProofChecker::text(const inferencer::Fact& fact) const {
  std::string all = fmt::format("{} {} {}", text_of_(fact.subject), text_of_(fact.predicate), text_of_(fact.object));
  return fact.graph.is_unbound() ? all : all + " " + text_of_(fact.graph);
}

std::optional<TermId> ProofChecker::id(Huri huri) const {
  const auto node = nodes_.find(huri);
  return node != nodes_.end() ? node->second : closure_.find(text_of_(huri));
}

std::optional<Fact> ProofChecker::fact(const inferencer::Fact& fact) const {
  const auto subject = id(fact.subject), predicate = id(fact.predicate), object = id(fact.object);
  const auto graph = fact.graph.is_unbound() ? std::optional<TermId>(0) : id(fact.graph);
  if (!subject || !predicate || !object || !graph) return std::nullopt;
  return Fact{*subject, *predicate, *object, *graph};
}

bool ProofChecker::is_stated(const Fact& fact) const {
  const auto end = closure_.facts().begin() + static_cast<std::ptrdiff_t>(given_);
  return std::find(closure_.facts().begin(), end, fact) != end;
}

bool ProofChecker::holds(const ConditionStep& step, const Bindings& bindings) {
  if (step.different) return value_of(step.different->first, bindings) != value_of(step.different->second, bindings);
  return calculations_.of(*step.condition, bindings.size()).holds(bindings, closure_);
}

bool ProofChecker::is_absent(const NegationStep& step, bool data_only, const Bindings& bindings) {
  Bindings its = bindings;
  const auto goes_on = [&](const Bindings& solution) {
    return !std::all_of(step.conditions.begin(), step.conditions.end(),
                        [&](const ConditionStep& condition) { return holds(condition, solution); });
  };
  return closure_.solve(step.patterns, its, goes_on, data_only ? given_ : FactBase::kAll);
}

bool ProofChecker::has_row(const StepRule& rule, const parser::RuleSubSelect& select, const Bindings& bindings) {
  SubSelect all(closure_, calculations_, rule.text->variables, rule.text->data_only ? given_ : FactBase::kAll);
  const std::vector<Bindings> rows = all.solutions(*select.pattern);
  return std::any_of(rows.begin(), rows.end(), [&](const Bindings& row) {
    return std::all_of(select.variables.begin(), select.variables.end(), [&](parser::VariableId variable) {
      return row[variable] && row[variable] == bindings[variable];
    });
  });
}

// `premises`: the facts that the patterns are.
std::string ProofChecker::fault_of_body(const StepRule& rule, const Bindings& bindings, std::set<Key>& premises) {
  Bindings bound(bindings.size());
  for (const BodyStep& step : rule.steps) {
    if (const auto* some = std::get_if<PatternStep>(&step)) {
      for (const FactPattern& pattern : some->patterns) {
        const std::optional<Fact> its = fact_of(pattern, bindings);
        if (!its) return "a variable of the body has no value";
        if (rule.text->data_only && !is_stated(*its)) return "a premise is not stated";
        premises.insert(key_of(*its));
        for (const Slot& slot : {pattern.subject, pattern.predicate, pattern.object, pattern.graph})
          bind(slot, bindings, bound);
      }
    } else if (const auto* condition = std::get_if<ConditionStep>(&step)) {
      if (!holds(*condition, bound)) return "a condition does not hold";
    } else if (const auto* negation = std::get_if<NegationStep>(&step)) {
      if (!is_absent(*negation, negation->data_only || rule.text->data_only, bound)) return "a NOT has a solution";
    } else if (const auto* assignment = std::get_if<AssignmentStep>(&step)) {
      const auto value = calculations_.of(*assignment->expression, bound.size()).value(bound, closure_);
      if (!value || value != bindings[assignment->variable]) return "SET has another value";
      bound[assignment->variable] = value;
    } else {
      const parser::RuleSubSelect& select = *std::get<SubSelectStep>(step).select;
      if (!has_row(rule, select, bindings)) return "a subquery has no such row";
      for (const parser::VariableId variable : select.variables) bound[variable] = bindings[variable];
    }
  }
  return "";
}

// A new node has the label that the reference gives it.
bool ProofChecker::is_conclusion(const FactPattern& head, const inferencer::Fact& fact, const StepRule& rule,
                                 const Bindings& bindings) {
  std::string values;
  for (const std::optional<TermId>& value : bindings) values += value ? fmt::format("-{}", *value) : "-";
  const auto is_new = [&](const Slot& slot) { return slot.is_variable && slot.value >= bindings.size(); };
  const auto is_old_one = [&](const Slot& slot, Huri huri) {
    return is_new(slot) ? huri.is_blank() && !closure_.find(text_of_(huri)) : value_of(slot, bindings) == id(huri);
  };
  const auto is_new_one = [&](const Slot& slot, Huri huri) {
    if (!is_new(slot)) return true;
    const std::string& label = rule.new_nodes[slot.value - bindings.size()];
    const auto node = closure_.find(fmt::format("_:new-{}-{}{}", rule.number, label, values));
    return node && nodes_.emplace(huri, *node).first->second == *node;
  };
  const bool has_graph = head.graph.is_variable || head.graph.value != 0;
  if (has_graph == fact.graph.is_unbound() || (has_graph && !is_old_one(head.graph, fact.graph))) return false;
  return is_old_one(head.subject, fact.subject) && is_old_one(head.predicate, fact.predicate) &&
         is_old_one(head.object, fact.object) && is_new_one(head.subject, fact.subject) &&
         is_new_one(head.object, fact.object);
}

std::string ProofChecker::fault_of(const inferencer::ProofStep& step) {
  const StepRule& rule = steps_[step.rule];
  Bindings bindings(rule.text->variables.size());
  for (const auto& [variable, value] : step.bindings) {
    bindings[variable] = id(value);
    if (!bindings[variable]) return "a value is not in the closure";
  }
  std::set<Key> expected, premises;
  if (const std::string fault = fault_of_body(rule, bindings, expected); !fault.empty()) return fault;
  for (const inferencer::Fact& premise : step.premises) {
    const std::optional<Fact> its = fact(premise);
    if (!its || !closure_.contains(*its)) return "a premise is not in the closure: " + text(premise);
    if (!premises.insert(key_of(*its)).second) return "a premise occurs twice";
  }
  if (premises != expected) return "it has other premises than the rule";
  const bool is_head = std::any_of(rule.head.begin(), rule.head.end(), [&](const FactPattern& head) {
    return is_conclusion(head, step.fact, rule, bindings);
  });
  return is_head ? "" : "the rule has another conclusion";
}

std::string ProofChecker::fault_of(const inferencer::Proof& proof) {
  std::set<inferencer::Fact> known;
  for (const inferencer::Fact& its : proof.stated) {
    const std::optional<Fact> leaf = fact(its);
    if (!leaf || !is_stated(*leaf)) return "a leaf is not stated: " + text(its);
    known.insert(its);
  }
  for (const inferencer::Fact& its : proof.data) {
    const std::optional<Fact> leaf = fact(its);
    if (!leaf || !data_.contains(key_of(*leaf))) return "a leaf is not of DATA: " + text(its);
    known.insert(its);
  }
  for (const inferencer::Fact& its : proof.values) {
    const std::optional<Fact> leaf = fact(its);
    const bool is_value = text_of_(its.predicate).starts_with("<urn:quadrille:local:value");
    if (!leaf || !is_value || !closure_.contains(*leaf)) return "a leaf is not about a value: " + text(its);
    known.insert(its);
  }
  for (const inferencer::ProofStep& step : proof.steps) {
    const std::string where = fmt::format("{} by {}: ", text(step.fact), rules_.rules[step.rule].name);
    for (const inferencer::Fact& premise : step.premises)
      if (!known.contains(premise)) return where + "a premise comes later: " + text(premise);
    if (const std::string fault = fault_of(step); !fault.empty()) return where + fault;
    // The fact to prove may be stated, too.
    if (!known.insert(step.fact).second) return where + "the fact is proved twice";
  }
  if (proof.steps.empty()) return known == std::set{proof.fact} ? "" : "a proof without steps has other facts";
  return proof.steps.back().fact == proof.fact ? "" : "the proof ends elsewhere";
}

}  // namespace quadrille::tests
