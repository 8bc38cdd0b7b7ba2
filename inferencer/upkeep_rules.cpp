#include "inferencer/upkeep_rules.hpp"

#include <algorithm>
#include <array>

#include "base/sort_different.hpp"
#include "inferencer/fact_closure.hpp"
#include "inferencer/unfold.hpp"

namespace quadrille::inferencer {

namespace {

// The lower, the fewer facts an atom is expected to have.
int rank_of(const Atom& atom, const std::vector<std::uint8_t>& bound, const StrataWords& words) {
  const bool subject = atom.subject.is_known(bound), object = atom.object.is_known(bound);
  // Most things are the same as nothing else, so a rule of equality ends there.
  if ((subject || object) && atom.predicate == Slot::of(words.same_as)) return 0;
  if (subject && object) return 0;
  if (subject) return 1;
  if (!object) return 5;
  return atom.predicate.is_variable() || atom.predicate.constant() == words.type ? 4
         : atom.object.is_variable()                                             ? 2
                                                                                 : 3;
}

void bind(const Atom& atom, std::vector<std::uint8_t>& bound) {
  for_each_slot(atom, [&](const Slot& slot) {
    if (slot.is_variable()) bound[slot.number()] = 1;
  });
}

bool is_transitive(const Rule& rule) {
  if (!rule.is_plain() || rule.body.size() != 2 || rule.head.size() != 1 || rule.different.size() > 1) return false;
  const Atom &first = rule.body[0], &second = rule.body[1], &head = rule.head[0];
  if (head.graph || first.graph || second.graph) return false;
  const bool has_one_predicate = !head.predicate.is_variable() && first.predicate == head.predicate &&
                                 second.predicate == head.predicate && !first.is_given && !second.is_given;
  const std::array slots{first.subject, first.object, second.object};
  const bool are_variables =
      std::all_of(slots.begin(), slots.end(), [](const Slot& slot) { return slot.is_variable(); });
  const bool is_path = first.object == second.subject && head.subject == first.subject && head.object == second.object;
  const bool are_three = slots[0] != slots[1] && slots[1] != slots[2] && slots[0] != slots[2];
  if (!has_one_predicate || !are_variables || !is_path || !are_three) return false;
  const std::pair ends(head.subject, head.object), turned(head.object, head.subject);
  return rule.different.empty() || rule.different[0] == ends || rule.different[0] == turned;
}

// { ?y p ?x } <- { ?x p ?y }
bool turns(const Rule& rule, Huri predicate) {
  if (!rule.is_plain() || rule.body.size() != 1 || rule.head.size() != 1 || !rule.different.empty()) return false;
  const Atom &from = rule.body[0], &to = rule.head[0];
  const Slot its = Slot::of(predicate);
  return !from.is_given && !from.graph && !to.graph && from.predicate == its && to.predicate == its &&
         from.subject.is_variable() && from.object.is_variable() && from.subject != from.object &&
         to.subject == from.object && to.object == from.subject;
}

// The order of some atoms but `done`, when the variables of `bound` have values.
UpkeepRule::Order order_of(std::span<const Atom> atoms, std::vector<std::uint8_t> bound, std::size_t done,
                           const StrataWords& words) {
  std::vector<std::uint8_t> taken(atoms.size(), 0);
  if (done < taken.size()) taken[done] = 1;
  UpkeepRule::Order order;
  while (true) {
    std::size_t best = atoms.size();
    int best_rank = 9;
    for (std::size_t atom = 0; atom < atoms.size(); ++atom) {
      if (taken[atom] != 0) continue;
      if (const int rank = rank_of(atoms[atom], bound, words); rank < best_rank) best = atom, best_rank = rank;
    }
    if (best == atoms.size()) return order;
    taken[best] = 1;
    order.push_back(static_cast<std::uint8_t>(best));
    bind(atoms[best], bound);
  }
}

bool is_followed(const Rule& rule) {
  constexpr std::size_t kMostAtoms = 255;
  if (rule.collector || !rule.blanks.empty() || rule.body.size() > kMostAtoms) return false;
  bool has_columns = false;
  for_each_atom(rule, [&](const Atom& atom) {
    has_columns |= !atom.predicate.is_variable() && is_column(atom.predicate.constant());
  });
  return !has_columns && std::all_of(rule.absent.begin(), rule.absent.end(),
                                     [](const Negation& negation) { return negation.atoms.size() <= kMostAtoms; });
}

}  // namespace

std::size_t UpkeepRules::Places::Hash::operator()(const Key& key) const {
  const std::hash<Huri> hash;
  return (hash(key.predicate) * 31 + hash(key.subject)) * 31 + hash(key.object);
}

void UpkeepRules::Places::add(const Atom& atom, Place place) {
  if (atom.predicate.is_variable()) {
    loose_.push_back({place, atom.graph});
    return;
  }
  Key key{atom.predicate.constant(), kUnbound, kUnbound};
  if (!atom.object.is_variable()) {
    key.object = atom.object.constant();
  } else if (!atom.subject.is_variable()) {
    key.subject = atom.subject.constant();
  }
  all_[key].push_back({place, atom.graph});
}

// Those of atoms of the fact's graph.
void UpkeepRules::Places::append(const std::vector<InGraph>& all, const Fact& fact, std::vector<Place>& places) {
  for (const InGraph& its : all) {
    const bool agrees =
        its.graph ? !fact.graph.is_unbound() && (its.graph->is_variable() || its.graph->constant() == fact.graph)
                  : fact.graph.is_unbound();
    if (agrees) places.push_back(its.place);
  }
}

std::vector<UpkeepRules::Place> UpkeepRules::Places::of(const Fact& fact) const {
  std::vector<Place> places;
  append(loose_, fact, places);
  const auto look = [&](const Key& key) {
    const auto found = all_.find(key);
    if (found != all_.end()) append(found->second, fact, places);
  };
  look({fact.predicate, kUnbound, kUnbound});
  look({fact.predicate, fact.subject, kUnbound});
  look({fact.predicate, kUnbound, fact.object});
  return places;
}

UpkeepRules::UpkeepRules(RuleParts& parts, std::span<const Fact> schema, std::span<const PredicateKey> predicates,
                         const std::function<bool(Huri)>& has_literals, bool with_constraints)
    : parts_(&parts), with_constraints_(with_constraints) {
  for (const PredicateKey& key : predicates) {
    predicates_.push_back(key.predicate);
    if (!key.graph.is_unbound()) named_.given.insert(key);
  }
  sort_different(predicates_);
  FactClosure closure(parts.of_schema);
  for (const Fact& fact : schema) closure.add(fact);
  for (const Rule* const block : parts.data_blocks) {
    if (block->variables > 0) can_follow_ = false;  // new blank nodes
    for (const Atom& atom : block->head) data_.insert(fact_of(atom, Bindings(block->variables)));
  }
  can_follow_ &= named_.given.size() <= kMostNamed;
  if (!can_follow_) return;
  for (const Fact& fact : data_)
    if (parts.schema.has(fact)) closure.add(fact);
  closure.close();
  schema_ = FactIndex({closure.facts().begin(), closure.facts().end()});
  compile(has_literals);
  if (can_follow_) look_at_literals(has_literals);
}

// True if an inference makes facts about literals for these rules.
bool UpkeepRules::compares_literals(const Program& program, const std::function<bool(Huri)>& has_literals) const {
  const LiteralNeeds needs(program, *parts_->literals);
  if (!needs.any()) return false;
  const auto& facts = schema_.facts();
  if (std::any_of(facts.begin(), facts.end(), [](const Fact& fact) { return fact.object.is_only_object(); }))
    return true;
  return std::any_of(predicates_.begin(), predicates_.end(), [&](Huri predicate) {
    return needs.of(predicate, Side::object).any() && has_literals(predicate);
  });
}

// Predicates of named graphs count as some of the default graph, too.
std::vector<PredicateKey> UpkeepRules::all_keys() const {
  std::vector<PredicateKey> keys = in_default_graph(predicates_);
  keys.insert(keys.end(), named_.given.begin(), named_.given.end());
  const auto add = [&](const Fact& fact) {
    keys.push_back({fact.predicate, parts_->schema.is_local(fact.predicate) ? kUnbound : fact.graph});
  };
  for (const Fact& fact : schema_.facts()) add(fact);
  for (const Fact& fact : data_) add(fact);
  sort_different(keys);
  return keys;
}

void UpkeepRules::compile(const std::function<bool(Huri)>& has_literals) {
  std::vector<PredicateKey> keys = all_keys();
  possible_ = parts_->possible_predicates(keys, schema_.facts());
  std::vector<Huri> graphs = parts_->graphs.names;
  for (const PredicateKey& key : keys)
    if (parts_->graphs.any && !key.graph.is_unbound()) graphs.push_back(key.graph);
  sort_different(graphs);
  const std::vector<Rule> special = specialise(parts_->of_data, parts_->schema, schema_, {possible_, graphs});
  std::vector<Rule> useful = useful_rules(special, parts_->rules.collectors, keys);
  if (parts_->literals) {
    const Program program(useful, parts_->rules.collectors, keys);
    literals_.are_compared = compares_literals(program, has_literals);
    if (literals_.are_compared) {
      const LiteralWords& words = *parts_->literals;
      for (const Huri predicate : {words.value_in, words.value_not_in, words.value, words.named})
        keys.push_back({predicate, kUnbound});
      useful = useful_rules(special, parts_->rules.collectors, keys);
    }
  }
  for (const PredicateKey& key : keys)
    if (!key.graph.is_unbound()) named_.all.insert(key);
  for (const Rule& rule : useful)
    for (const Atom& atom : rule.head)
      if (parts_->schema.has_graph(atom) && !atom.graph->is_variable() && !atom.predicate.is_variable())
        named_.all.insert({atom.predicate.constant(), atom.graph->constant()});
  const bool all_plain = std::all_of(useful.begin(), useful.end(), [](const Rule& rule) { return rule.is_plain(); });
  if (!all_plain) fixed_classes_ = find_strata(parts_->set, useful, parts_->rules.collectors, parts_->words());
  take(std::move(useful));
}

// Atoms of the namespace local: are only those of plain rules.
void UpkeepRules::take(std::vector<Rule> rules) {
  std::vector<Rule> plain, others;
  for (Rule& rule : rules) {
    if (!with_constraints_ && rule.head.empty() && !rule.collector) continue;
    if (!is_followed(rule)) {
      add_other(std::move(rule));
    } else if (rule.is_plain()) {
      plain.push_back(std::move(rule));
    } else {
      for_each_atom(rule, [&](const Atom& atom) { can_follow_ &= !is_local(atom); });
      others.push_back(std::move(rule));
    }
  }
  std::optional<std::vector<Rule>> all = unfold(plain, parts_->schema);
  if (!all) can_follow_ = false;
  if (!can_follow_) return;
  all->insert(all->end(), others.begin(), others.end());
  std::sort(all->begin(), all->end(), [](Rule a, Rule b) {
    a.stratum = b.stratum = 0;
    return a < b;
  });
  for (Rule& rule : *all) add(std::move(rule));
  if (strata_ == 1) return;
  // Facts of one stratum may go in the next one, so contradictions are looked for when all have ended.
  for (UpkeepRule& its : rules_)
    if (its.rule.head.empty()) its.stratum = strata_;
  ++strata_;
}

bool UpkeepRules::is_local(const Atom& atom) const {
  return !atom.predicate.is_variable() && parts_->schema.is_local(atom.predicate.constant());
}

void UpkeepRules::add(Rule rule) {
  const StrataWords words = parts_->words();
  const auto number = static_cast<std::uint32_t>(rules_.size());
  UpkeepRule& its = rules_.emplace_back(UpkeepRule{std::move(rule), 0, {}, {}, {}, {}});
  its.stratum = std::exchange(its.rule.stratum, 0);
  its.is_transitive = is_transitive(its.rule);
  is_symmetric_ |= turns(its.rule, parts_->schema.same_as());
  strata_ = std::max(strata_, its.stratum + 1);
  const std::vector<Atom>& body = its.rule.body;
  const std::vector<std::uint8_t> none(its.rule.variables, 0);
  std::vector<std::uint8_t> by_body = none;
  const auto order_after = [&](std::vector<std::uint8_t> bound, const Atom& atom, std::size_t done) {
    bind(atom, bound);
    return order_of(body, std::move(bound), done, words);
  };
  for (std::uint16_t atom = 0; atom < body.size(); ++atom) {
    its.after_body.push_back(order_after(none, body[atom], atom));
    (body[atom].is_given ? matches_.given : matches_.bodies).add(body[atom], {number, atom});
    bind(body[atom], by_body);
  }
  for (std::uint16_t atom = 0; atom < its.rule.head.size(); ++atom) {
    its.after_head.push_back(order_after(none, its.rule.head[atom], body.size()));
    matches_.heads.add(its.rule.head[atom], {number, atom});
  }
  its.of_all = order_of(body, none, body.size(), words);
  for (std::uint16_t negation = 0; negation < its.rule.absent.size(); ++negation) {
    const std::vector<Atom>& atoms = its.rule.absent[negation].atoms;
    UpkeepRule::Absent& absent = its.absent.emplace_back();
    std::vector<std::uint8_t> own = none;
    for (const Atom& atom : atoms) bind(atom, own);
    for (std::uint32_t variable = 0; variable < own.size(); ++variable)
      if (own[variable] != 0 && by_body[variable] == 0) absent.own.push_back(variable);
    for (std::uint16_t atom = 0; atom < atoms.size(); ++atom) {
      std::vector<std::uint8_t> bound = none;
      bind(atoms[atom], bound);
      for (const std::uint32_t variable : absent.own) bound[variable] = 0;
      absent.after.push_back(order_of(body, std::move(bound), body.size(), words));
      matches_.absent.add(atoms[atom], {number, atom, negation});
    }
    absent.of_all = order_of(atoms, by_body, atoms.size(), words);
  }
}

void UpkeepRules::add_other(Rule rule) {
  rule.stratum = 0;
  for_each_atom(rule, [&](const Atom& atom) {
    if (is_local(atom) && !is_column(atom.predicate.constant())) can_follow_ = false;
  });
  for (const Atom& atom : rule.body) matches_.others.add(atom, {0, 0});
  for (const Negation& negation : rule.absent)
    for (const Atom& atom : negation.atoms) matches_.others.add(atom, {0, 0});
  for (const Atom& atom : rule.head) matches_.other_heads.add(atom, {0, 0});
  other_rules_.push_back(std::move(rule));
}

UpkeepRules::Kind UpkeepRules::kind_of(const Atom& atom) const {
  const Huri predicate = atom.predicate.is_variable() ? kUnbound : atom.predicate.constant();
  const bool is_class = predicate == parts_->schema.type() && !atom.object.is_variable();
  return {predicate, is_class ? atom.object.constant() : kUnbound};
}

// True if some of these facts, which may have literals as subjects, may match.
bool UpkeepRules::may_have(const std::set<Kind>& subjects, const Atom& atom) const {
  const Kind kind = kind_of(atom);
  if (kind.first != parts_->schema.type() || !kind.second.is_unbound()) return subjects.contains(kind);
  const auto first = subjects.lower_bound(kind);
  return first != subjects.end() && first->first == kind.first;
}

// Which variables of a rule may be literals.
std::vector<std::uint8_t> UpkeepRules::maybe_literals(const Rule& rule, const std::set<Kind>& subjects,
                                                      const std::set<Huri>& objects) const {
  std::vector<std::uint8_t> maybe(rule.variables, 1);
  for (const Atom& atom : rule.body) {
    if (atom.subject.is_variable() && !may_have(subjects, atom)) maybe[atom.subject.number()] = 0;
    if (atom.object.is_variable() && !objects.contains(atom.predicate.constant())) maybe[atom.object.number()] = 0;
  }
  return maybe;
}

// Which facts about literals may follow, and which of these may matter.
void UpkeepRules::look_at_literals(const std::function<bool(Huri)>& has_literals) {
  std::set<Kind> subjects;
  std::set<Huri> objects;
  for (const Huri predicate : predicates_) {
    if (!has_literals(predicate)) continue;
    literals_.predicates.push_back(predicate);
    objects.insert(predicate);
  }
  for (const Fact& fact : schema_.facts())
    if (fact.object.is_only_object()) objects.insert(fact.predicate);
  if (literals_.are_compared) {
    const LiteralWords& words = *parts_->literals;
    for (const Huri predicate : {words.value_in, words.value_not_in, words.value, words.named}) {
      subjects.insert({predicate, kUnbound});
      objects.insert(predicate);
    }
  }
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const UpkeepRule& its : rules_) {
      const std::vector<std::uint8_t> maybe = maybe_literals(its.rule, subjects, objects);
      const auto may_be = [&](const Slot& slot) {
        return slot.is_variable() ? maybe[slot.number()] != 0 : slot.constant().is_only_object();
      };
      for (const Atom& head : its.rule.head) {
        if (may_be(head.subject)) has_grown |= subjects.insert(kind_of(head)).second;
        if (may_be(head.object) && !head.predicate.is_variable())
          has_grown |= objects.insert(head.predicate.constant()).second;
        if (head.predicate.is_variable() && (may_be(head.subject) || may_be(head.object))) can_follow_ = false;
      }
    }
  }
  find_relevant(subjects, objects);
}

void UpkeepRules::find_relevant(const std::set<Kind>& subjects, const std::set<Huri>& objects) {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const UpkeepRule& its : rules_) {
      const std::vector<std::uint8_t> maybe = maybe_literals(its.rule, subjects, objects);
      const auto matters_for = [&](const Slot& thing) {
        const auto& heads = its.rule.head;
        return heads.empty() || std::any_of(heads.begin(), heads.end(), [&](const Atom& head) {
                 return head.subject != thing || literals_.relevant.contains(kind_of(head));
               });
      };
      for (const Atom& atom : its.rule.body) {
        const bool is_literal = atom.subject.is_variable() && maybe[atom.subject.number()] != 0;
        if (is_literal && matters_for(atom.subject)) has_grown |= literals_.relevant.insert(kind_of(atom)).second;
      }
      for (const Negation& negation : its.rule.absent) {
        for (const Atom& atom : negation.atoms)
          if (may_have(subjects, atom)) has_grown |= literals_.relevant.insert(kind_of(atom)).second;
      }
    }
  }
}

bool UpkeepRules::is_beyond(const Fact& pattern) const {
  if (literals_.relevant.empty() || (!pattern.subject.is_unbound() && !pattern.subject.is_only_object())) return false;
  if (pattern.predicate != parts_->schema.type()) return literals_.relevant.contains({pattern.predicate, kUnbound});
  if (!pattern.object.is_unbound())
    return literals_.relevant.contains({pattern.predicate, pattern.object}) ||
           literals_.relevant.contains({pattern.predicate, kUnbound});
  const auto first = literals_.relevant.lower_bound({pattern.predicate, kUnbound});
  return first != literals_.relevant.end() && first->first == pattern.predicate;
}

bool UpkeepRules::concerns_others(const Fact& fact) const {
  if (matches_.others.has(fact)) return true;
  if (fact.predicate != parts_->schema.same_as()) return false;
  if (literals_.are_compared && fact.object.is_literal()) return true;  // local:named
  const auto is_fixed = [&](Huri its) { return std::binary_search(fixed_classes_.begin(), fixed_classes_.end(), its); };
  return is_fixed(fact.subject) || is_fixed(fact.object);
}

bool UpkeepRules::is_new(const Fact& fact) const {
  if (!fact.graph.is_unbound()) {
    if (!parts_->graphs.has(fact.graph)) return false;
    if (!named_.given.contains({fact.predicate, fact.graph})) return true;
  }
  if (!is_possible(fact.predicate)) return true;
  if (!std::binary_search(predicates_.begin(), predicates_.end(), fact.predicate)) return true;
  return fact.object.is_only_object() &&
         !std::binary_search(literals_.predicates.begin(), literals_.predicates.end(), fact.predicate);
}

}  // namespace quadrille::inferencer
