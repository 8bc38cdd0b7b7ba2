#include "inferencer/solving.hpp"

namespace quadrille::inferencer {

void Solving::from_body(UpkeepRules::Place place, const Fact& fact, const Use& use) {
  const UpkeepRule& its = rules_.rules()[place.rule];
  Bindings bindings(its.rule.variables);
  if (match(its.rule.body[place.atom], fact, bindings)) solve_body(its, its.after_body[place.atom], bindings, use);
}

void Solving::from_head(UpkeepRules::Place place, const Fact& fact, const Use& use) {
  const UpkeepRule& its = rules_.rules()[place.rule];
  Bindings bindings(its.rule.variables);
  if (!match(its.rule.head[place.atom], fact, bindings)) return;
  if (!its.rule.makes_terms()) return solve_body(its, its.after_head[place.atom], bindings, use);
  const Bindings wanted = bindings;
  for (const Computation& computation : its.rule.computations)
    if (computation.result) bindings[*computation.result] = kUnbound;
  solve_body(its, its.after_head[place.atom], bindings, [&](const Bindings& solution) {
    for (std::size_t variable = 0; variable < wanted.size(); ++variable)
      if (!wanted[variable].is_unbound() && wanted[variable] != solution[variable]) return true;
    return use(solution);
  });
}

void Solving::from_absent(UpkeepRules::Place place, const Fact& fact, const Use& use) {
  const UpkeepRule& its = rules_.rules()[place.rule];
  const UpkeepRule::Absent& absent = its.absent[place.negation];
  Bindings bindings(its.rule.variables);
  if (!match(its.rule.absent[place.negation].atoms[place.atom], fact, bindings)) return;
  for (const std::uint32_t variable : absent.own) bindings[variable] = kUnbound;
  solve_body(its, absent.after[place.atom], bindings, use);
}

void Solving::all(std::uint32_t rule, const Use& use) {
  const UpkeepRule& its = rules_.rules()[rule];
  Bindings bindings(its.rule.variables);
  solve_body(its, its.of_all, bindings, use);
}

void Solving::solve_body(const UpkeepRule& rule, std::span<const std::uint8_t> order, Bindings& bindings,
                         const Use& use) {
  solve(rule.rule.body, order, bindings, [&](const Bindings&) {
    const bool is_wanted =
        of_ == Of::view ? holds(rule, bindings) : !rule.rule.makes_terms() || run(rule.rule.computations, bindings);
    return is_wanted ? use(bindings) : true;
  });
}

bool Solving::run(std::span<const Computation> computations, Bindings& bindings) const {
  if (computations.empty()) return true;
  if (!run_) throw GivenUp{"computations cannot be made by one image"};
  return run_(computations, bindings);
}

bool Solving::holds(const UpkeepRule& rule, Bindings& bindings) {
  const Rule& its = rule.rule;
  if (!all_differ(its.different, bindings) || !run(its.computations, bindings) || !all_same(its.same, bindings))
    return false;
  for (std::size_t negation = 0; negation < its.absent.size(); ++negation)
    if (!is_absent(its.absent[negation], rule.absent[negation].of_all, bindings)) return false;
  return true;
}

bool Solving::is_absent(const Negation& negation, std::span<const std::uint8_t> order, Bindings& bindings) {
  return solve(negation.atoms, order, bindings, [&](const Bindings&) {
    const bool is_found = all_differ(negation.different, bindings) && all_same(negation.same, bindings) &&
                          run(negation.conditions, bindings);
    return !is_found;
  });
}

bool Solving::is_beyond(const Fact& pattern) {
  if (!rules_.is_beyond(pattern)) return false;
  if (!rules_.is_turned(pattern)) return true;
  return !view_.visit_either({pattern.object, pattern.predicate, kUnbound}, [&](const Fact& fact) {
    limit_.step();
    return !fact.object.is_only_object();
  });
}

// Returns false once `use` has.
bool Solving::solve(std::span<const Atom> atoms, std::span<const std::uint8_t> order, Bindings& bindings,
                    const Use& use) {
  limit_.step();
  if (order.empty()) return use(bindings);
  const Atom& atom = atoms[order.front()];
  const Fact pattern = fact_of(atom, bindings);
  if (is_beyond(pattern)) throw GivenUp{"facts about literals may matter"};
  if (pattern.subject.is_only_object()) return true;
  const auto unbound = [&](const Slot& slot) { return slot.is_variable() && bindings[slot.number()].is_unbound(); };
  const bool binds_subject = unbound(atom.subject), binds_object = unbound(atom.object);
  const auto take = [&](const Fact& fact) {
    if (binds_subject) bindings[atom.subject.number()] = fact.subject;
    if (binds_object) {
      if (binds_subject && atom.subject == atom.object && fact.subject != fact.object) return true;
      bindings[atom.object.number()] = fact.object;
    }
    return solve(atoms, order.subspan(1), bindings, use);
  };
  const bool goes_on = of_ == Of::candidates ? view_.visit_either(pattern, take)
                       : atom.is_given       ? view_.visit_stated(pattern, take)
                                             : view_.visit(pattern, take);
  if (binds_subject) bindings[atom.subject.number()] = kUnbound;
  if (binds_object) bindings[atom.object.number()] = kUnbound;
  return goes_on;
}

}  // namespace quadrille::inferencer
