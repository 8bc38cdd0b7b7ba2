#include "inferencer/unfold.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/sort_different.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::size_t kMostSteps = 1'000'000, kDeepest = 512;

// Gives variables values, so that atoms become equal.
class Substitution {
 public:
  explicit Substitution(std::uint32_t variables) : values_(variables, kNone) {}

  Slot value(Slot slot) const {
    while (slot.is_variable() && values_[slot.number()] != kNone) slot = values_[slot.number()];
    return slot;
  }
  bool unify(const Slot& one, const Slot& other) {
    const Slot a = value(one), b = value(other);
    if (a == b) return true;
    if (!a.is_variable() && !b.is_variable()) return false;
    (a.is_variable() ? values_[a.number()] : values_[b.number()]) = a.is_variable() ? b : a;
    return true;
  }
  bool unify(const Atom& one, const Atom& other) {
    return one.graph.has_value() == other.graph.has_value() && unify(one.subject, other.subject) &&
           unify(one.object, other.object) && (!one.graph || unify(*one.graph, *other.graph));
  }
  void apply(Rule& rule) const {
    for_each_atom(rule, [&](Atom& atom) { for_each_slot(atom, [&](Slot& slot) { slot = value(slot); }); });
    for (auto& [a, b] : rule.different) a = value(a), b = value(b);
  }

 private:
  inline static const Slot kNone = Slot::of(kUnbound);
  std::vector<Slot> values_;
};

// The rule with other variables, from `first`.
Rule moved(Rule rule, std::uint32_t first) {
  const auto move = [first](Slot& slot) {
    if (slot.is_variable()) slot = Slot::variable(slot.number() + first);
  };
  for_each_atom(rule, [&](Atom& atom) { for_each_slot(atom, move); });
  for (auto& [a, b] : rule.different) move(a), move(b);
  return rule;
}

class Unfolding {
 public:
  Unfolding(std::span<const Rule> rules, const Schema& schema) : schema_(schema) {
    for (const Rule& rule : rules) {
      for (const Atom& head : rule.head)
        if (is_local(head)) definitions_[head.predicate.constant()].push_back({&rule, &head});
    }
  }

  // False: too many.
  bool add(Rule rule, std::size_t depth = 0) {
    if (++steps_ > kMostSteps || depth > kDeepest) return false;
    const auto atom = std::find_if(rule.body.begin(), rule.body.end(), [&](const Atom& its) { return is_local(its); });
    if (atom == rule.body.end()) {
      sort_different(rule.body);
      if (simplify(rule)) done.push_back(std::move(rule));
      return true;
    }
    const Atom wanted = *atom;
    rule.body.erase(atom);
    const auto definitions = definitions_.find(wanted.predicate.constant());
    if (definitions == definitions_.end()) return true;  // nothing derives it
    for (const Definition& definition : definitions->second) {
      const Rule body = moved(*definition.rule, rule.variables);
      const Atom& head = body.head[static_cast<std::size_t>(definition.head - definition.rule->head.data())];
      Substitution substitution(rule.variables + body.variables);
      if (!substitution.unify(wanted, head)) continue;
      Rule joined = rule;
      joined.body.insert(joined.body.end(), body.body.begin(), body.body.end());
      joined.different.insert(joined.different.end(), body.different.begin(), body.different.end());
      joined.variables += body.variables;
      joined.stratum = std::max(joined.stratum, body.stratum);
      substitution.apply(joined);
      if (!add(std::move(joined), depth + 1)) return false;
    }
    return true;
  }

  bool is_local(const Atom& atom) const {
    return !atom.predicate.is_variable() && schema_.is_local(atom.predicate.constant()) &&
           !schema_.is_of_literals(atom.predicate.constant());
  }

  std::vector<Rule> done;

 private:
  struct Definition {
    const Rule* rule;
    const Atom* head;
  };
  const Schema& schema_;
  std::unordered_map<Huri, std::vector<Definition>> definitions_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::vector<Rule>> unfold(std::span<const Rule> rules, const Schema& schema) {
  Unfolding unfolding(rules, schema);
  for (Rule rule : rules) {
    const bool is_constraint = rule.head.empty();
    std::erase_if(rule.head, [&](const Atom& atom) { return unfolding.is_local(atom); });
    if (rule.head.empty() && !is_constraint) continue;
    if (!unfolding.add(std::move(rule))) return std::nullopt;
  }
  sort_different(unfolding.done);
  return std::move(unfolding.done);
}

}  // namespace quadrille::inferencer
