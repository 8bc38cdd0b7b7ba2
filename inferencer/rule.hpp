#pragma once

// A Rule is a rule on HURIs: its head follows for every solution of its body.
//
//   { ?0 type Person } <- { ?0 worksFor ?1 . ?1 type Organization }, ?0 != ?1
//
// Variables are numbers, local to the rule. A rule without a head is a constraint: a solution is a contradiction.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "parser/rule_set.hpp"

namespace quadrille::inferencer {

// A variable or a constant.
class Slot {
 public:
  static Slot of(Huri constant) { return Slot(constant.bits(), false); }
  static Slot variable(std::uint32_t number) { return Slot(number, true); }

  bool is_variable() const { return is_variable_; }
  std::uint32_t number() const { return static_cast<std::uint32_t>(value_); }  // of a variable
  Huri constant() const { return Huri(value_); }                               // of a constant
  // A constant, or a variable that has a value.
  bool is_known(const std::vector<std::uint8_t>& bound) const { return !is_variable_ || bound[value_] != 0; }

  bool operator==(const Slot&) const = default;
  auto operator<=>(const Slot&) const = default;

 private:
  Slot(std::uint64_t value, bool is_variable) : value_(value), is_variable_(is_variable) {}
  std::uint64_t value_;
  bool is_variable_;
};

// Of the default graph, or of the graph `graph`; of a quad of the namespace local: that is its third argument.
struct Atom {
  Slot subject, predicate, object;
  std::optional<Slot> graph;
  bool is_given = false;  // matches stated quads alone (WHERE DATA, NOT DATA)

  bool operator==(const Atom&) const = default;
  auto operator<=>(const Atom&) const = default;
};

// An expression on a solution: a condition (FILTER), or the value of a variable (SET).
struct Computation {
  const parser::Expression* expression = nullptr;  // of the rule set, which outlives it
  std::vector<std::pair<parser::VariableId, Slot>> inputs;
  std::optional<std::uint32_t> result;  // the variable that gets the value; nullopt: a condition
  bool keeps_errors = false;            // then the variable stays unbound; else the solution is dropped

  bool operator==(const Computation&) const = default;
  auto operator<=>(const Computation&) const = default;
};

using SlotPairs = std::vector<std::pair<Slot, Slot>>;

// NOT { ... }: a solution of the rest of the body holds if these atoms have none that agrees with it.
struct Negation {
  std::vector<Atom> atoms;
  SlotPairs different, same;
  std::vector<Computation> conditions;

  bool operator==(const Negation&) const = default;
  auto operator<=>(const Negation&) const = default;
};

// Instead of the number of a rule (Rule::source): none, or several.
constexpr std::uint32_t kNoRule = ~std::uint32_t{0};

// The solutions of the body go through these in order: computations; pairs that must be the same; NOT; the head, in
// which some variables are new blank nodes. If the rule belongs to a subquery, its solutions are rows of this one
// (Collector) instead.
struct Rule {
  std::uint32_t source = 0;  // the number of the rule in the texts that it was made from
  std::vector<Atom> head, body;
  SlotPairs different;  // pairs of terms that must not be the same
  std::vector<Computation> computations;
  SlotPairs same;
  std::vector<Negation> absent;
  std::vector<std::uint32_t> blanks;  // variables of the head
  std::optional<std::uint32_t> collector;
  std::vector<Slot> row;       // of the collector
  std::vector<Slot> identity;  // the variables of the body, if two solutions must not become one; names blank nodes
  std::uint32_t stratum = 0;   // strata.hpp
  std::uint32_t variables = 0;

  // By SET.
  bool makes_terms() const {
    return std::any_of(computations.begin(), computations.end(), [](const Computation& its) { return its.result; });
  }
  // Runs once, when all that it needs is there: it makes terms, or is a subquery.
  bool runs_once() const { return collector || !blanks.empty() || makes_terms(); }
  // A DATA block.
  bool is_data() const { return body.empty() && computations.empty() && absent.empty() && !collector; }
  // Has a body of atoms and pairs that must differ, nothing else.
  bool is_plain() const { return computations.empty() && absent.empty() && blanks.empty() && !collector; }

  bool operator==(const Rule&) const = default;
  auto operator<=>(const Rule&) const = default;
};

// Subqueries: { SELECT ?a (COUNT(?b) AS ?n) { ... } GROUP BY ?a }. The solutions of their bodies are rows,
//
//   | keys | arguments of the aggregates | identity |
//
// which are grouped by their keys. Each group becomes a thing t with a fact for each column of the result, so that the
// body of the rule joins with it as with others:
//
//   ?t column0 ?a . ?t column1 ?n
struct Collector {
  struct Column {
    Huri predicate;
    std::uint32_t variable;
  };
  std::uint32_t stratum = 0;
  std::size_t keys = 0;
  std::vector<const parser::Aggregate*> aggregates;  // each has an argument, but for COUNT(*)
  std::vector<Computation> computations;             // of HAVING and SELECT; variables: keys, aggregates, results
  std::vector<Column> columns;                       // of the result
  std::uint32_t variables = 0;
  bool is_implicit = false;  // one group even if there are no rows
};

struct Rules {
  std::vector<Rule> all;
  std::vector<Collector> collectors;
};

// True for the predicates of columns; no term is one.
constexpr bool is_column(Huri predicate) {
  return predicate.kind() == HuriKind::special && predicate.is_volatile();
}
constexpr Huri column_predicate(std::size_t collector, std::size_t column) {
  return Huri::make_volatile(HuriKind::special, collector << 16 | column);
}

// The constants of rules, once each.
std::vector<Term> constants_of(const parser::RuleSet& rules);

// Local. Rules and facts (rules without a body) of a set, which outlives them; `huri_of` gives each constant its HURI.
// Error(unsupported) for elements that the inferencer cannot evaluate, with their place; Error(syntax): strata.hpp;
// Error(memory): more than kMostRules.
constexpr std::size_t kMostRules = 10'000;
Rules read_rules(const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of);

// True if the rules compute anything: conditions, values, aggregates, blank nodes.
bool needs_terms(const Rules& rules);

// Calls visit(slot) for each slot of an atom.
template <class AnyAtom, class Visit>
void for_each_slot(AnyAtom& atom, const Visit& visit) {
  visit(atom.subject);
  visit(atom.predicate);
  visit(atom.object);
  if (atom.graph) visit(*atom.graph);
}

// Calls visit(atom) for the atoms of the head, the body and the negations of a rule.
template <class AnyRule, class Visit>
void for_each_atom(AnyRule& rule, const Visit& visit) {
  for (auto& atom : rule.body) visit(atom);
  for (auto& negation : rule.absent)
    for (auto& atom : negation.atoms) visit(atom);
  for (auto& atom : rule.head) visit(atom);
}

// Calls visit(slot) for each slot of a rule but those of its atoms and of `different`.
template <class Visit>
void for_each_other_slot(Rule& rule, const Visit& visit) {
  const auto visit_inputs = [&](std::vector<Computation>& computations) {
    for (Computation& computation : computations)
      for (auto& [variable, slot] : computation.inputs) visit(slot);
  };
  visit_inputs(rule.computations);
  for (auto& [a, b] : rule.same) visit(a), visit(b);
  for (Negation& negation : rule.absent) {
    for (auto& [a, b] : negation.different) visit(a), visit(b);
    for (auto& [a, b] : negation.same) visit(a), visit(b);
    visit_inputs(negation.conditions);
  }
  for (Slot& slot : rule.row) visit(slot);
  for (Slot& slot : rule.identity) visit(slot);
}

// Local. Takes out pairs that differ, and atoms of the head that the body has; numbers the variables from 0 in the
// order of their first use, so that equal rules are equal. False if the rule can have no effect.
bool simplify(Rule& rule);

}  // namespace quadrille::inferencer
