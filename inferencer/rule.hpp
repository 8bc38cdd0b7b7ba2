#pragma once

// A Rule is a rule on HURIs: its head follows for every solution of its body.
//
//   { ?0 type Person } <- { ?0 worksFor ?1 . ?1 type Organization }, ?0 != ?1
//
// Variables are numbers, local to the rule. A rule without a head is a constraint: a solution is a contradiction.

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

  bool operator==(const Slot&) const = default;
  auto operator<=>(const Slot&) const = default;

 private:
  Slot(std::uint64_t value, bool is_variable) : value_(value), is_variable_(is_variable) {}
  std::uint64_t value_;
  bool is_variable_;
};

// The third argument of a quad of the namespace local: is its graph; other atoms are of the default graph.
struct Atom {
  Slot subject, predicate, object;
  std::optional<Slot> graph;

  bool operator==(const Atom&) const = default;
  auto operator<=>(const Atom&) const = default;
};

// NOT { ... }: a solution of the rest of the body holds if these atoms have none that agrees with it.
struct Negation {
  std::vector<Atom> atoms;
  std::vector<std::pair<Slot, Slot>> different;

  bool operator==(const Negation&) const = default;
  auto operator<=>(const Negation&) const = default;
};

struct Rule {
  std::uint32_t source = 0;  // the number of the rule in the texts that it was made from
  std::vector<Atom> head, body;
  std::vector<std::pair<Slot, Slot>> different;  // pairs of terms that must not be the same
  std::vector<Negation> absent;
  std::uint32_t stratum = 0;  // strata.hpp
  std::uint32_t variables = 0;

  bool operator==(const Rule&) const = default;
  auto operator<=>(const Rule&) const = default;
};

// The constants of rules, once each.
std::vector<Term> constants_of(const parser::RuleSet& rules);

// Local. Rules and facts (rules without a body) of a set; `huri_of` gives each constant its HURI. Error(unsupported)
// for elements that the inferencer cannot evaluate yet, with their place; Error(syntax): strata_of().
std::vector<Rule> read_rules(const parser::RuleSet& rules, const std::function<Huri(TermView)>& huri_of);

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

}  // namespace quadrille::inferencer
