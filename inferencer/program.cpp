#include "inferencer/program.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/assert.hpp"
#include "base/sort_different.hpp"

namespace quadrille::inferencer {

namespace {

PredicateKey predicate_key(const Atom& atom) {
  QUADRILLE_ASSERT(!atom.predicate.is_variable() && !(atom.graph && atom.graph->is_variable()),
                   "specialised rules have constant predicates");
  return {atom.predicate.constant(), atom.graph ? atom.graph->constant() : kUnbound, atom.is_given};
}

// The predicate or the graph is a variable.
bool is_loose(const Atom& atom) {
  return atom.predicate.is_variable() || (atom.graph && atom.graph->is_variable());
}

bool is_pair(const Atom& atom) {
  return atom.subject.is_variable() && atom.object.is_variable();
}

std::set<PredicateKey> possible_at_first(std::span<const Collector> collectors, std::span<const PredicateKey> stated) {
  std::set<PredicateKey> possible;
  for (const PredicateKey& its : stated) {
    possible.insert({its.predicate, its.graph, false});
    possible.insert({its.predicate, its.graph, true});
  }
  for (const Collector& collector : collectors) {
    if (!collector.is_implicit) continue;
    for (const Collector::Column& column : collector.columns) possible.insert({column.predicate, kUnbound});
  }
  return possible;
}

bool are_possible(std::span<const Atom> atoms, const std::set<PredicateKey>& possible) {
  return std::all_of(atoms.begin(), atoms.end(),
                     [&](const Atom& atom) { return possible.contains(predicate_key(atom)); });
}

// Each predicate of a body is `possible`, because it is stated or derived by such a rule.
std::vector<Rule> useful(std::span<const Rule> rules, std::set<PredicateKey>& possible) {
  std::vector<Rule> all;
  std::vector<std::uint8_t> taken(rules.size(), 0);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const Rule& rule = rules[i];
      if (taken[i] != 0 || !are_possible(rule.body, possible)) continue;
      taken[i] = 1;
      is_new = true;
      all.push_back(rule);
      for (const Atom& atom : rule.head)
        if (!is_loose(atom)) possible.insert(predicate_key(atom));
    }
  }
  return all;
}

}  // namespace

std::vector<Rule> useful_rules(std::span<const Rule> rules, std::span<const Collector> collectors,
                               std::span<const PredicateKey> stated) {
  std::set<PredicateKey> possible = possible_at_first(collectors, stated);
  return useful(rules, possible);
}

Program::Program(std::span<const Rule> rules, std::span<const Collector> collectors,
                 std::span<const PredicateKey> stated, Huri same_as)
    : possible_(possible_at_first(collectors, stated)), same_as_(same_as) {
  useful(rules, possible_);
  find_relations(rules);
  for (const Rule& rule : rules) add(rule);
  for (const Collector& collector : collectors) {
    Collected& its = collected_.emplace_back(Collected{&collector, {}});
    for (const Collector::Column& column : collector.columns) {
      const PredicateUse* const use = find({column.predicate, kUnbound});
      its.columns.push_back(use == nullptr ? std::nullopt : use->relation);
    }
  }
  mirror_classes();
  close_targets();
  note_searches();
}

// A predicate has pairs if some atom has two variables, or if it has classes of subjects and classes of objects: a fact
// may be one of both.
void Program::find_relations(std::span<const Rule> rules) {
  std::map<PredicateKey, std::array<bool, 2>> sides;
  for (const Rule& rule : rules) {
    for_each_atom(rule, [&](const Atom& atom) {
      if (is_loose(atom)) return;
      std::array<bool, 2>& its = sides[predicate_key(atom)];
      its[atom.object.is_variable() ? 1 : 0] = true;
      if (is_pair(atom) || (its[0] && its[1])) relation(predicate_key(atom));
    });
  }
}

const PredicateUse* Program::find(const PredicateKey& predicate) const {
  const auto found = uses_.find(predicate);
  return found == uses_.end() ? nullptr : &found->second;
}

RelationId Program::relation(const PredicateKey& predicate) {
  std::optional<RelationId>& its = uses_[predicate].relation;
  if (!its) {
    its = static_cast<RelationId>(relations_.size());
    relations_.emplace_back().predicate = predicate;
  }
  return *its;
}

ClassId Program::class_number(const Class& its) {
  PredicateUse& use = uses_[its.predicate];
  auto& numbers = its.side == Side::subject ? use.subject_classes : use.object_classes;
  const auto [place, is_new] = numbers.emplace(its.value, static_cast<ClassId>(classes_.size()));
  if (is_new) classes_.push_back(its);
  return place->second;
}

Goal Program::goal(const Atom& atom) {
  const PredicateKey key = predicate_key(atom);
  if (is_pair(atom)) return {relation(key), 0, atom.subject, atom.object};
  if (atom.object.is_variable())
    return {std::nullopt, class_number({key, atom.subject.constant(), Side::object}), atom.object, atom.object};
  return {std::nullopt, class_number({key, atom.object.constant(), Side::subject}), atom.subject, atom.subject};
}

// All but the heads.
Pipeline Program::pipeline_of(const Rule& rule) {
  Pipeline pipeline;
  pipeline.source = rule.source;
  for (const Atom& atom : rule.body) pipeline.body.push_back(goal(atom));
  pipeline.different = rule.different;
  pipeline.computations = rule.computations;
  pipeline.same = rule.same;
  pipeline.blanks = rule.blanks;
  pipeline.identity = rule.identity;
  pipeline.collector = rule.collector;
  pipeline.row = rule.row;
  pipeline.runs_once = rule.runs_once();
  pipeline.stratum = rule.stratum;
  pipeline.variables = rule.variables;
  for (const Negation& negation : rule.absent) {
    if (!are_possible(negation.atoms, possible_)) continue;
    Pipeline& absent = pipeline.absent.emplace_back();
    absent.source = rule.source;
    absent.variables = rule.variables;
    absent.stratum = rule.stratum;
    absent.different = negation.different;
    absent.same = negation.same;
    absent.computations = negation.conditions;
    for (const Atom& atom : negation.atoms) absent.body.push_back(goal(atom));
  }
  return pipeline;
}

// Heads whose form is simple leave the pipeline.
void Program::add(const Rule& rule) {
  Pipeline pipeline = pipeline_of(rule);
  const bool is_simple = pipeline.is_plain() && !pipeline.body.empty();
  if (!pipeline.collector) {
    for (const Atom& head : rule.head) {
      if (is_loose(head)) {
        pipeline.loose_heads.push_back(head);
        continue;
      }
      const Goal its = goal(head);
      if (is_simple && (add_transitive(pipeline, its) || add_same(pipeline, its) || add_simple(pipeline, its)))
        continue;
      pipeline.heads.push_back(its);
    }
  }
  if (!pipeline.is_constraint() || rule.head.empty()) pipelines_.push_back(std::move(pipeline));
}

bool Program::add_transitive(const Pipeline& pipeline, const Goal& head) {
  if (pipeline.body.size() != 2 || !head.relation) return false;
  const Goal &first = pipeline.body[0], &second = pipeline.body[1];
  const bool is_it = first.relation == head.relation && second.relation == head.relation &&
                     first.object == second.subject && head.subject == first.subject && head.object == second.object &&
                     first.subject != first.object && second.subject != second.object && first.subject != second.object;
  if (!is_it || pipeline.different.size() > 1) return false;
  if (!pipeline.different.empty()) {
    const auto& [a, b] = pipeline.different.front();
    const bool is_ends = (a == head.subject && b == head.object) || (b == head.subject && a == head.object);
    if (!is_ends) return false;
  }
  Relation& its = relations_[*head.relation];
  // Two rules: the one that derives more counts.
  its.drops_loops = !pipeline.different.empty() && (!its.is_transitive || its.drops_loops);
  its.is_transitive = true;
  its.transitive_source = pipeline.source;
  return true;
}

bool Program::add_same(const Pipeline& pipeline, const Goal& head) {
  if (same_as_.is_unbound() || !head.relation || pipeline.body.size() != 2 || pipeline.different.size() > 1)
    return false;
  if (relations_[*head.relation].predicate != PredicateKey{same_as_, kUnbound}) return false;
  const Goal &first = pipeline.body[0], &second = pipeline.body[1];
  if (!first.relation || first.relation != second.relation || head.relation == first.relation) return false;
  if (first.subject == first.object || second.subject == second.object || head.subject == head.object) return false;
  const auto are_ends = [&](const Slot& a, const Slot& b) {
    return (a == head.subject && b == head.object) || (b == head.subject && a == head.object);
  };
  const bool of_subject = first.subject == second.subject && are_ends(first.object, second.object);
  const bool of_object = first.object == second.object && are_ends(first.subject, second.subject);
  if (of_subject == of_object) return false;
  if (!pipeline.different.empty() && !are_ends(pipeline.different[0].first, pipeline.different[0].second)) return false;
  Relation& its = relations_[*first.relation];
  (of_subject ? its.same_objects : its.same_subjects) = pipeline.source;
  same_ = head.relation;
  return true;
}

// Kinds (1) to (3).
bool Program::add_simple(const Pipeline& pipeline, const Goal& head) {
  if (!pipeline.different.empty()) return false;
  const bool are_classes = std::all_of(pipeline.body.begin(), pipeline.body.end(), [&](const Goal& goal) {
    return !goal.relation && goal.subject.is_variable() && goal.subject == head.subject;
  });
  if (!head.relation && head.subject.is_variable() && are_classes) {
    std::vector<ClassId> body;
    for (const Goal& goal : pipeline.body) body.push_back(goal.its_class);
    sets_.add_rule(std::move(body), head.its_class);
    return true;
  }
  if (pipeline.body.size() != 1 || !pipeline.body[0].relation) return false;
  const Goal& pair = pipeline.body[0];
  if (pair.subject == pair.object) return false;
  Relation& its = relations_[*pair.relation];
  if (head.relation) {
    const bool same = head.subject == pair.subject && head.object == pair.object;
    const bool flips = head.subject == pair.object && head.object == pair.subject;
    if (!same && !flips) return false;
    its.targets.push_back({*head.relation, flips});
    return true;
  }
  if (head.subject != pair.subject && head.subject != pair.object) return false;
  (head.subject == pair.subject ? its.subject_classes : its.object_classes).push_back(head.its_class);
  return true;
}

// If a predicate has pairs, a thing that gets one of its classes by a rule gets the pair, too.
void Program::mirror_classes() {
  const std::size_t count = classes_.size();
  for (std::size_t number = 0; number < count; ++number) {
    const Class its = classes_[number];
    const auto pairs = uses_[its.predicate].relation;
    if (!pairs || its.predicate.is_given) continue;
    const Slot thing = Slot::variable(0), value = Slot::of(its.value);
    Pipeline mirror;
    mirror.source = kNoRule;
    mirror.body.push_back({std::nullopt, static_cast<ClassId>(number), thing, thing});
    mirror.variables = 1;
    mirror.heads.push_back(its.side == Side::subject ? Goal{pairs, 0, thing, value} : Goal{pairs, 0, value, thing});
    pipelines_.push_back(std::move(mirror));
  }
}

// All that follows from a pair, over any number of rules.
void Program::close_targets() {
  std::vector<Relation> direct = relations_;
  for (RelationId number = 0; number < relations_.size(); ++number) {
    Relation& its = relations_[number];
    std::set<Relation::Target> reached{{number, false}};
    std::vector<Relation::Target> pending{{number, false}};
    while (!pending.empty()) {
      const Relation::Target from = pending.back();
      pending.pop_back();
      for (const Relation::Target& next : direct[from.relation].targets) {
        const Relation::Target to{next.relation, next.flips != from.flips};
        if (reached.insert(to).second) pending.push_back(to);
      }
      const auto &subjects = direct[from.relation].subject_classes, &objects = direct[from.relation].object_classes;
      auto& of_subject = from.flips ? its.object_classes : its.subject_classes;
      auto& of_object = from.flips ? its.subject_classes : its.object_classes;
      of_subject.insert(of_subject.end(), subjects.begin(), subjects.end());
      of_object.insert(of_object.end(), objects.begin(), objects.end());
    }
    reached.erase({number, false});
    its.targets.assign(reached.begin(), reached.end());
    sort_different(its.subject_classes);
    sort_different(its.object_classes);
  }
}

std::uint32_t Program::strata() const {
  std::uint32_t strata = 1;
  for (const Pipeline& pipeline : pipelines_) strata = std::max(strata, pipeline.stratum + 1);
  for (const Collected& its : collected_) strata = std::max(strata, its.collector->stratum + 1);
  return strata;
}

// Which sides of a relation joins may search: any, for an atom that is not alone.
void Program::note_searches() {
  for (const Pipeline& pipeline : pipelines_) {
    const auto note = [&](const Pipeline& its) {
      for (const Goal& goal : its.body) {
        if (!goal.relation) continue;
        relations_[*goal.relation].finds_by_subject = true;
        relations_[*goal.relation].finds_by_object = true;
      }
    };
    if (pipeline.body.size() > 1) note(pipeline);
    for (const Pipeline& absent : pipeline.absent) note(absent);
  }
  for (Relation& its : relations_) {
    if (its.same_subjects) its.finds_by_object = true;
  }
}

}  // namespace quadrille::inferencer
