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

bool has_columns(const Rule& rule) {
  return std::any_of(rule.body.begin(), rule.body.end(), [](const Atom& atom) {
    return !atom.predicate.is_variable() && is_column(atom.predicate.constant());
  });
}

}  // namespace

void ProofSolving::step() {
  constexpr std::uint64_t kPulse = 4096;
  if (++steps_ % kPulse == 0) pulse_();
}

const char* ProofSolving::unsupported(std::uint32_t rule) const {
  if (!decides_not_ && !rules_.rule(rule).absent.empty()) return "NOT, with --rule-graphs each";
  if (!decides_not_ && has_columns(rules_.rule(rule))) return "a subquery, with --rule-graphs each";
  return rules_.unsupported(rule);
}

void ProofSolving::for_each(ProofRules::Place place, const Fact& fact, const Use& use) {
  const Rule& rule = rules_.rule(place.rule);
  Bindings bindings(rule.variables);
  const Atom& head = rule.head[place.atom];
  if (head.graph.has_value() == fact.graph.is_unbound() || !match(head, fact, bindings)) return;
  Huri made;
  for (const std::uint32_t blank : rule.blanks) {
    if (bindings[blank].is_unbound()) continue;
    made = bindings[blank];
    if (!made.is_blank()) return;
  }
  if (const char* const reason = unsupported(place.rule)) {
    gaps_.insert({reason, rule.source});
    return;
  }
  if (!made.is_unbound()) return for_each_made(place, fact, made, use);
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
  if (is_column(predicate)) return subject ? 0 : 9;
  if (rules_.is_of_literals(predicate)) return subject ? 1 : 9;
  if (rules_.is_derived_only(predicate)) return is_ground(atom, bindings) ? 0 : 9;
  if (subject && object) return 0;
  const bool is_rare = rules_.schema().has(atom) || predicate == rules_.schema().same_as();
  // No store has what is said about a literal: other atoms find the literal first.
  if (is_rare && !subject && value_of(atom.object, bindings).is_only_object()) return 8;
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
  const Slot& predicate = atoms[best].predicate;
  const Next next = [&] { return solve(atoms, done, bindings, use); };
  const bool goes_on = !predicate.is_variable() && is_column(predicate.constant())
                           ? visit_column(atoms, atoms[best], bindings, next)
                           : visit(atoms[best], bindings, next);
  done[best] = 0;
  return goes_on;
}

// Binds the variables of the atom to those of the fact for a call of use().
bool ProofSolving::use_match(const Atom& atom, const Fact& fact, Bindings& bindings, const Next& next) {
  const Bindings before = bindings;
  const bool goes_on = match(atom, fact, bindings) ? next() : true;
  bindings = before;
  return goes_on;
}

bool ProofSolving::visit(const Atom& atom, Bindings& bindings, const Next& next) {
  const Huri predicate = value_of(atom.predicate, bindings);
  if (!predicate.is_unbound() && rules_.is_of_local_schema(predicate)) {
    const std::vector<Fact> found = facts_.local_facts(atom, bindings);
    return std::all_of(found.begin(), found.end(),
                       [&](const Fact& fact) { return use_match(atom, fact, bindings, next); });
  }
  if (!predicate.is_unbound() && rules_.is_of_literals(predicate)) return visit_values(atom, bindings, next);
  if (!predicate.is_unbound() && rules_.is_derived_only(predicate)) return visit_derived(atom, bindings, next);
  if (atom.graph && !is_bound(*atom.graph, bindings)) return visit_graphs(atom, bindings, next);
  const Fact pattern = fact_of(atom, bindings);
  if (pattern.subject.is_only_object() && pattern.graph.is_unbound()) {
    if (atom.is_given) return true;
    if (!exact_.is_wanted && is_ground(atom, bindings)) return next();
    exact_.is_sure = false;
    gaps_.insert({"facts about literals", -1});
    return true;
  }
  const bool goes_on = facts_.visit(pattern, [&](const Fact& fact) {
    step();
    if (atom.is_given && !facts_.is_stated(fact)) return true;
    return use_match(atom, fact, bindings, next);
  });
  return goes_on && visit_equal_literals(atom, pattern, bindings, next);
}

// The literals that may be owl:sameAs a thing: what a store has is the other way round.
bool ProofSolving::visit_equal_literals(const Atom& atom, const Fact& pattern, Bindings& bindings, const Next& next) {
  if (pattern.predicate != rules_.schema().same_as() || !pattern.subject.is_unbound() || pattern.object.is_unbound() ||
      pattern.object.is_only_object() || !pattern.graph.is_unbound() || atom.is_given || exact_.is_wanted)
    return true;
  return facts_.visit({pattern.object, pattern.predicate, kUnbound}, [&](const Fact& fact) {
    return !fact.object.is_only_object() ||
           use_match(atom, {fact.object, pattern.predicate, pattern.object}, bindings, next);
  });
}

bool ProofSolving::visit_graphs(const Atom& atom, Bindings& bindings, const Next& next) {
  for (const Huri graph : facts_.graphs()) {
    bindings[atom.graph->number()] = graph;
    const bool goes_on = visit(atom, bindings, next);
    bindings[atom.graph->number()] = kUnbound;
    if (!goes_on) return false;
  }
  return true;
}

// As infer() makes them, but for each literal.
bool ProofSolving::visit_values(const Atom& atom, Bindings& bindings, const Next& next) {
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
    return use_match(atom, {literal, predicate, its}, bindings, next);
  }
  return std::all_of(words.datatypes.begin(), words.datatypes.end(), [&](const auto& datatype) {
    const bool is_in = (value.datatypes & datatype.second) != 0;
    return is_in != (predicate == words.value_in) ||
           use_match(atom, {literal, predicate, datatype.first}, bindings, next);
  });
}

// Facts that no store has. If all variables have values, the caller proves it; else each solution of a rule that
// derives such facts gives one.
bool ProofSolving::visit_derived(const Atom& atom, Bindings& bindings, const Next& next) {
  if (is_ground(atom, bindings)) return next();
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
                     [&](const Fact& fact) { return use_match(atom, fact, bindings, next); });
}

// Tests the parts of the body that are not atoms.
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
  const Exact before = std::exchange(exact_, {true, true});
  const bool is_absent = solve(negation.atoms, done, own, [&](const Bindings& solution) {
    Bindings all = solution;
    const bool agrees =
        all_differ(negation.different, all) && all_same(negation.same, all) && compute(negation.conditions, all);
    return !agrees;
  });
  const bool is_sure = std::exchange(exact_, before).is_sure;
  return is_absent && is_sure;
}

// --- Subqueries. ---

bool ProofSolving::visit_column(std::span<const Atom> atoms, const Atom& atom, Bindings& bindings, const Next& next) {
  constexpr std::uint64_t kColumn = 0xffff;
  const Huri predicate = atom.predicate.constant(), thing = value_of(atom.subject, bindings);
  const std::uint64_t number = predicate.payload();
  if (!thing.is_unbound())
    return use_match(atom, {thing, predicate, subqueries_.rows[thing.payload()][number & kColumn]}, bindings, next);
  const std::size_t collector = number >> 16;
  std::vector<Huri> wanted(rules_.collector(collector).columns.size());
  for (const Atom& other : atoms) {
    if (other.predicate.is_variable() || !is_column(other.predicate.constant()) || other.subject != atom.subject)
      continue;
    wanted[other.predicate.constant().payload() & kColumn] = value_of(other.object, bindings);
  }
  const std::vector<Huri> things = things_of(collector, wanted);
  return std::all_of(things.begin(), things.end(), [&](Huri one) {
    bindings[atom.subject.number()] = one;
    const bool goes_on = visit_column(atoms, atom, bindings, next);
    bindings[atom.subject.number()] = kUnbound;
    return goes_on;
  });
}

std::vector<Huri> ProofSolving::things_of(std::size_t collector, const std::vector<Huri>& wanted) {
  const auto known = subqueries_.things.find({collector, wanted});
  if (known != subqueries_.things.end()) return known->second;
  const Solutions rows = rows_of(collector, wanted);
  std::vector<Huri> things;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    things.push_back(Huri::make_volatile(HuriKind::special, subqueries_.rows.size()));
    std::vector<Huri>& values = subqueries_.rows.emplace_back();
    for (const Collector::Column& column : rules_.collector(collector).columns)
      values.push_back(rows.column(column.variable)[row]);
  }
  return subqueries_.things[{collector, wanted}] = things;
}

// The result. `wanted`: values of its columns, or unbound; those of keys select rows.
Solutions ProofSolving::rows_of(std::size_t collector, const std::vector<Huri>& wanted) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  const Collector& its = rules_.collector(collector);
  Collecting collecting(its, alone_, *terms_);
  const Exact before = std::exchange(exact_, {true, true});
  for (std::uint32_t number = 0; number < rules_.size(); ++number) {
    const Rule& rule = rules_.rule(number);
    if (rule.collector != collector) continue;
    Bindings own(rule.variables);
    for (std::size_t column = 0; column < wanted.size(); ++column) {
      const std::uint32_t key = its.columns[column].variable;
      if (key < its.keys && rule.row[key].is_variable() && !wanted[column].is_unbound())
        own[rule.row[key].number()] = wanted[column];
    }
    std::vector<std::uint8_t> done(rule.body.size(), 0);
    solve(rule.body, done, own, [&](const Bindings& solution) {
      Bindings all = solution;
      if (!holds(rule, all)) return true;
      std::vector<Huri> row;
      for (const Slot& slot : rule.row) row.push_back(value_of(slot, all));
      collecting.add(row);
      exact_.is_sure &= collecting.used_bytes() <= kMostBytes;
      return exact_.is_sure;
    });
  }
  const bool is_sure = std::exchange(exact_, before).is_sure;
  if (is_sure) return collecting.finish(*computing_);
  gaps_.insert({"a subquery about very many solutions, or about literals", -1});
  return Solutions(its.variables);
}

// --- Blank nodes of heads. ---

void ProofSolving::for_each_made(ProofRules::Place place, const Fact& fact, Huri node, const Use& use) {
  const std::optional<Maker> maker = maker_of(node);
  if (!maker || maker->rule != place.rule || fact_of(rules_.rule(place.rule).head[place.atom], maker->bindings) != fact)
    return;
  use(maker->bindings);
}

// The closure has all facts of the solution that has made a node. If one solution alone has this property, it is that.
std::optional<ProofSolving::Maker> ProofSolving::maker_of(Huri node) {
  const auto known = makers_.find(node);
  if (known != makers_.end()) return known->second;
  std::vector<Maker> found;
  if (!is_stated_node(node)) {
    for (std::uint32_t rule = 0; rule < rules_.size(); ++rule)
      if (!rules_.rule(rule).is_data()) find_makers(rule, node, found);
    if (rules_.has_blank_data()) found.clear();
    if (found.size() != 1) gaps_.insert({"a blank node that several solutions of rules may have made", -1});
  }
  return makers_[node] = found.size() == 1 ? std::optional(std::move(found.front())) : std::nullopt;
}

// Solutions with which each fact of the head is in the closure.
void ProofSolving::find_makers(std::uint32_t number, Huri node, std::vector<Maker>& found) {
  const Rule& rule = rules_.rule(number);
  const Exact before = std::exchange(exact_, {true, true});
  if (!rule.blanks.empty() && unsupported(number) != nullptr) exact_.is_sure = false;
  for (const std::uint32_t blank : rule.blanks) {
    std::vector<Atom> atoms = rule.head;
    atoms.insert(atoms.end(), rule.body.begin(), rule.body.end());
    std::vector<std::uint8_t> done(atoms.size(), 0);
    Bindings bindings(rule.variables);
    bindings[blank] = node;
    std::set<Bindings> different;
    solve(atoms, done, bindings, [&](const Bindings& solution) {
      Bindings all = solution;
      if (!holds(rule, all)) return true;
      Bindings identity;
      for (const Slot& slot : rule.identity) identity.push_back(value_of(slot, all));
      if (different.insert(identity).second) found.push_back({number, all});
      return found.size() < 2;
    });
  }
  if (!std::exchange(exact_, before).is_sure) found.resize(found.size() + 2);  // there may be more
}

bool ProofSolving::is_stated_node(Huri node) {
  const auto is_inferred = [&](const Fact& fact) { return !facts_.is_stated(fact); };
  std::vector<Huri> graphs = facts_.graphs();
  graphs.push_back(kUnbound);
  return std::any_of(graphs.begin(), graphs.end(), [&](Huri graph) {
    return !facts_.visit({node, kUnbound, kUnbound, graph}, is_inferred) ||
           !facts_.visit({kUnbound, kUnbound, node, graph}, is_inferred);
  });
}

}  // namespace quadrille::inferencer
