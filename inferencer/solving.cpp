#include "inferencer/solving.hpp"

namespace quadrille::inferencer {

void Solving::from_body(UpkeepRules::Place place, const Fact& fact, const Use& use) {
  const UpkeepRule& its = rules_.rules()[place.rule];
  Bindings bindings(its.rule.variables);
  if (match(its.rule.body[place.atom], fact, bindings)) solve(its.rule, its.after_body[place.atom], bindings, use);
}

void Solving::from_head(UpkeepRules::Place place, const Fact& fact, const Use& use) {
  const UpkeepRule& its = rules_.rules()[place.rule];
  Bindings bindings(its.rule.variables);
  if (match(its.rule.head[place.atom], fact, bindings)) solve(its.rule, its.after_head[place.atom], bindings, use);
}

void Solving::all(std::uint32_t rule, const Use& use) {
  const UpkeepRule& its = rules_.rules()[rule];
  Bindings bindings(its.rule.variables);
  solve(its.rule, its.of_all, bindings, use);
}

// Returns false once `use` has.
bool Solving::solve(const Rule& rule, std::span<const std::uint8_t> order, Bindings& bindings, const Use& use) {
  step();
  if (order.empty()) return all_differ(rule.different, bindings) ? use(bindings) : true;
  const Atom& atom = rule.body[order.front()];
  const Fact pattern = fact_of(atom, bindings);
  if (rules_.is_beyond(pattern)) throw GivenUp{"facts about literals may matter"};
  if (pattern.subject.is_literal()) return true;
  const auto unbound = [&](const Slot& slot) { return slot.is_variable() && bindings[slot.number()].is_unbound(); };
  const bool binds_subject = unbound(atom.subject), binds_object = unbound(atom.object);
  const bool goes_on = view_.visit(pattern, [&](const Fact& fact) {
    if (binds_subject) bindings[atom.subject.number()] = fact.subject;
    if (binds_object) {
      if (binds_subject && atom.subject == atom.object && fact.subject != fact.object) return true;
      bindings[atom.object.number()] = fact.object;
    }
    return solve(rule, order.subspan(1), bindings, use);
  });
  if (binds_subject) bindings[atom.subject.number()] = kUnbound;
  if (binds_object) bindings[atom.object.number()] = kUnbound;
  return goes_on;
}

}  // namespace quadrille::inferencer
