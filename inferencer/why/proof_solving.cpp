#include "inferencer/why/proof_solving.hpp"

#include <algorithm>

#include "inferencer/literal_value.hpp"

namespace quadrille::inferencer {

namespace {

bool is_bound(const Slot& slot, const Bindings& bindings) {
  return !value_of(slot, bindings).is_unbound();
}

bool is_ground(const Atom& atom, const Bindings& bindings) {
  bool all = true;
  for_each_slot(atom, [&](const Slot& slot) { all &= is_bound(slot, bindings); });
  return all;
}

}  // namespace

void ProofSolving::step() {
  constexpr std::uint64_t kPulse = 4096;
  if (++steps_ % kPulse == 0) pulse_();
}

const char* ProofSolving::unsupported(std::uint32_t rule) const {
  if (!decides_not_ && !rules_.rule(rule).absent.empty()) return "NOT, with --rule-graphs each";
  return rules_.unsupported(rule);
}

void ProofSolving::for_each(ProofRules::Place place, const Fact& fact, const Use& use) {
  const Rule& rule = rules_.rule(place.rule);
  Bindings bindings(rule.variables);
  if (!match(rule.head[place.atom], fact, bindings)) return;
  if (const char* const reason = unsupported(place.rule)) {
    // A blank node of a head is never another term, and the values of literals say something about literals alone.
    const bool has_blank = std::all_of(rule.blanks.begin(), rule.blanks.end(), [&](std::uint32_t variable) {
      return bindings[variable].is_unbound() || bindings[variable].is_blank();
    });
    if (has_blank) gaps_.insert({reason, rule.source});
    return;
  }
  std::vector<std::uint8_t> done(rule.body.size(), 0);
  solve(rule.body, done, bindings, [&](const Bindings& solution) {
    Bindings all = solution;
    return holds(rule, all) ? use(all) : true;
  });
}

// The lower, the fewer facts an atom is expected to have.
int ProofSolving::rank(const Atom& atom, const Bindings& bindings) const {
  const bool subject = is_bound(atom.subject, bindings), object = is_bound(atom.object, bindings);
  const Huri predicate = value_of(atom.predicate, bindings);
  if (predicate.is_unbound()) return subject && object ? 3 : subject ? 6 : 8;
  if (rules_.is_of_literals(predicate)) return subject ? 1 : 9;
  if (rules_.is_derived_only(predicate)) return is_ground(atom, bindings) ? 0 : 9;
  if (subject && object) return 0;
  const bool is_rare = rules_.schema().has(atom) || predicate == rules_.schema().same_as();
  if (is_rare) return subject || object ? 1 : 6;
  if (subject) return 2;
  if (!object) return 7;
  return predicate == rules_.schema().type() ? 5 : atom.object.is_variable() ? 3 : 4;
}

// Returns false once `use` has.
bool ProofSolving::solve(std::span<const Atom> atoms, std::vector<std::uint8_t>& done, Bindings& bindings,
                         const Use& use) {
  step();
  std::size_t best = atoms.size();
  int best_rank = 10;
  for (std::size_t atom = 0; atom < atoms.size(); ++atom) {
    if (done[atom] != 0) continue;
    if (const int its = rank(atoms[atom], bindings); its < best_rank) best = atom, best_rank = its;
  }
  if (best == atoms.size()) return use(bindings);
  done[best] = 1;
  const bool goes_on = visit(atoms[best], bindings, [&] { return solve(atoms, done, bindings, use); });
  done[best] = 0;
  return goes_on;
}

// Binds the variables of the atom to those of the fact for a call of use().
bool ProofSolving::use_match(const Atom& atom, const Fact& fact, Bindings& bindings, const std::function<bool()>& use) {
  const Bindings before = bindings;
  const bool goes_on = match(atom, fact, bindings) ? use() : true;
  bindings = before;
  return goes_on;
}

bool ProofSolving::visit(const Atom& atom, Bindings& bindings, const std::function<bool()>& use) {
  const Huri predicate = value_of(atom.predicate, bindings);
  if (!predicate.is_unbound() && rules_.is_of_local_schema(predicate)) {
    const std::vector<Fact> found = facts_.local_facts(atom, bindings);
    return std::all_of(found.begin(), found.end(),
                       [&](const Fact& fact) { return use_match(atom, fact, bindings, use); });
  }
  if (!predicate.is_unbound() && rules_.is_of_literals(predicate)) return visit_values(atom, bindings, use);
  if (!predicate.is_unbound() && rules_.is_derived_only(predicate)) return visit_derived(atom, bindings, use);
  if (atom.graph && !is_bound(*atom.graph, bindings)) return visit_graphs(atom, bindings, use);
  const Fact pattern = fact_of(atom, bindings);
  if (pattern.subject.is_literal() && pattern.graph.is_unbound()) {
    if (atom.is_given) return true;
    if (is_in_negation_ || !is_ground(atom, bindings)) gaps_.insert({"facts about literals", -1});
    return is_in_negation_ || is_ground(atom, bindings) ? use() : true;  // nothing is wrong if a NOT holds less often
  }
  const bool goes_on = facts_.visit(pattern, [&](const Fact& fact) {
    step();
    if (atom.is_given && !facts_.is_stated(fact)) return true;
    return use_match(atom, fact, bindings, use);
  });
  return goes_on && visit_equal_literals(atom, pattern, bindings, use);
}

// The literals that may be owl:sameAs a thing: what a store has is the other way round.
bool ProofSolving::visit_equal_literals(const Atom& atom, const Fact& pattern, Bindings& bindings,
                                        const std::function<bool()>& use) {
  if (pattern.predicate != rules_.schema().same_as() || !pattern.subject.is_unbound() || pattern.object.is_unbound() ||
      pattern.object.is_literal() || !pattern.graph.is_unbound() || atom.is_given || is_in_negation_)
    return true;
  return facts_.visit({pattern.object, pattern.predicate, kUnbound}, [&](const Fact& fact) {
    return !fact.object.is_literal() ||
           use_match(atom, {fact.object, pattern.predicate, pattern.object}, bindings, use);
  });
}

bool ProofSolving::visit_graphs(const Atom& atom, Bindings& bindings, const std::function<bool()>& use) {
  for (const Huri graph : facts_.graphs()) {
    bindings[atom.graph->number()] = graph;
    const bool goes_on = visit(atom, bindings, use);
    bindings[atom.graph->number()] = kUnbound;
    if (!goes_on) return false;
  }
  return true;
}

// As infer() makes them, but for each literal.
bool ProofSolving::visit_values(const Atom& atom, Bindings& bindings, const std::function<bool()>& use) {
  const Huri literal = value_of(atom.subject, bindings);
  if (!literal.is_unbound() && !literal.is_literal()) return true;
  if (literal.is_unbound() || terms_ == nullptr) {
    gaps_.insert({"the values of literals", -1});
    return true;
  }
  const LiteralWords& words = rules_.literal_words();
  const Huri predicate = atom.predicate.constant();
  const LiteralValue value = literal_value(terms_->term(literal).view());
  if (predicate == words.value) {
    if (!value.is_valid) return true;
    const Huri its = terms_->dictionary().intern(TermView::literal(value.key, "urn:value"));
    return use_match(atom, {literal, predicate, its}, bindings, use);
  }
  return std::all_of(words.datatypes.begin(), words.datatypes.end(), [&](const auto& datatype) {
    const bool is_in = (value.datatypes & datatype.second) != 0;
    return is_in != (predicate == words.value_in) ||
           use_match(atom, {literal, predicate, datatype.first}, bindings, use);
  });
}

// Facts that no store has. If all variables have values, the caller proves it; else each solution of a rule that
// derives such facts gives one.
bool ProofSolving::visit_derived(const Atom& atom, Bindings& bindings, const std::function<bool()>& use) {
  if (is_ground(atom, bindings)) return use();
  if (depth_ >= kDeepest) {
    gaps_.insert({"recursion through facts of local:", -1});
    return true;
  }
  const Fact pattern = fact_of(atom, bindings);
  std::set<Fact> found;
  for (const ProofRules::Place place : rules_.heads_of_local(pattern.predicate)) {
    const Rule& rule = rules_.rule(place.rule);
    if (const char* const reason = unsupported(place.rule)) {
      gaps_.insert({reason, rule.source});
      continue;
    }
    const Atom& head = rule.head[place.atom];
    Bindings own(rule.variables);
    const auto agree = [&](const Slot& slot, Huri value) {
      if (value.is_unbound()) return true;
      if (!slot.is_variable()) return slot.constant() == value;
      Huri& bound = own[slot.number()];
      if (bound.is_unbound()) bound = value;
      return bound == value;
    };
    if (head.graph.has_value() != atom.graph.has_value() || !agree(head.subject, pattern.subject) ||
        !agree(head.object, pattern.object) || (head.graph && !agree(*head.graph, pattern.graph)))
      continue;
    ++depth_;
    std::vector<std::uint8_t> done(rule.body.size(), 0);
    solve(rule.body, done, own, [&](const Bindings& solution) {
      Bindings all = solution;
      if (holds(rule, all)) found.insert(fact_of(head, all));
      return true;
    });
    --depth_;
  }
  return std::all_of(found.begin(), found.end(),
                     [&](const Fact& fact) { return use_match(atom, fact, bindings, use); });
}

// What the body has but atoms.
bool ProofSolving::holds(const Rule& rule, Bindings& bindings) {
  return all_differ(rule.different, bindings) && compute(rule.computations, bindings) &&
         all_same(rule.same, bindings) &&
         std::all_of(rule.absent.begin(), rule.absent.end(),
                     [&](const Negation& negation) { return is_absent(negation, bindings); });
}

bool ProofSolving::is_same(Huri one, Huri other) {
  return one == other || (!one.is_unbound() && !other.is_unbound() && terms_->term(one) == terms_->term(other));
}

// A variable of SET may have its value already, from the head.
bool ProofSolving::compute(std::span<const Computation> computations, Bindings& bindings) {
  if (computations.empty()) return true;
  step();
  for (const Computation& computation : computations) {
    Solutions solution(bindings.size());
    solution.add(bindings);
    computing_->run({&computation, 1}, solution);
    if (solution.empty()) return false;
    if (!computation.result) continue;
    Huri& bound = bindings[*computation.result];
    const Huri computed = solution.column(*computation.result).front();
    if (!bound.is_unbound() && !is_same(bound, computed)) return false;
    if (bound.is_unbound()) bound = computed;
  }
  return true;
}

bool ProofSolving::is_absent(const Negation& negation, const Bindings& bindings) {
  Bindings own = bindings;
  std::vector<std::uint8_t> done(negation.atoms.size(), 0);
  const bool was_in_negation = std::exchange(is_in_negation_, true);
  const bool is_absent = solve(negation.atoms, done, own, [&](const Bindings& solution) {
    Bindings all = solution;
    const bool agrees =
        all_differ(negation.different, all) && all_same(negation.same, all) && compute(negation.conditions, all);
    return !agrees;
  });
  is_in_negation_ = was_in_negation;
  return is_absent;
}

}  // namespace quadrille::inferencer
