#include "inferencer/evaluation.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "inferencer/pair_runs.hpp"
#include "inferencer/predicate_memo.hpp"
#include "inferencer/things.hpp"
#include "inferencer/transitive_closure.hpp"
#include "quadstore/row_packing.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::size_t kClosureBytes = std::size_t{1} << 30;

using Run = PairRuns::Run;

// The bits of pairs that vary, as one number with the order of the pairs (row_packing.hpp).
class PairPacking {
 public:
  PairPacking(std::uint64_t varying_keys, std::uint64_t varying_values, const KeyValue& any)
      : key_(fields_of(varying_keys)), value_(fields_of(varying_values)) {
    int shift = 0;
    for (VaryingField* field : {&value_[1], &value_[0], &key_[1], &key_[0]}) {
      shifts_[static_cast<std::size_t>(count_++)] = field->width == 0 ? 0 : shift;
      shift += field->width;
    }
    bits_ = shift;
    fixed_ = {Huri(any.key.bits() & ~varying_bits(key_)), Huri(any.value.bits() & ~varying_bits(value_))};
  }
  int bits() const { return bits_; }
  std::uint64_t pack(const KeyValue& pair) const {
    return part(pair.value, value_[1]) << shifts_[0] | part(pair.value, value_[0]) << shifts_[1] |
           part(pair.key, key_[1]) << shifts_[2] | part(pair.key, key_[0]) << shifts_[3];
  }
  KeyValue unpack(std::uint64_t key) const {
    return {Huri(fixed_.key.bits() | whole(key, key_[1], shifts_[2]) | whole(key, key_[0], shifts_[3])),
            Huri(fixed_.value.bits() | whole(key, value_[1], shifts_[0]) | whole(key, value_[0], shifts_[1]))};
  }

 private:
  static std::uint64_t mask(const VaryingField& field) { return field.width == 0 ? 0 : field.mask(); }
  static std::uint64_t part(Huri value, const VaryingField& field) { return value.bits() >> field.shift & mask(field); }
  static std::uint64_t whole(std::uint64_t key, const VaryingField& field, int shift) {
    return (key >> shift & mask(field)) << field.shift;
  }
  static std::uint64_t varying_bits(const ColumnFields& fields) {
    return mask(fields[0]) << fields[0].shift | mask(fields[1]) << fields[1].shift;
  }

  ColumnFields key_, value_;
  std::array<int, 4> shifts_{};
  int count_ = 0, bits_ = 0;
  KeyValue fixed_{};
};

constexpr std::size_t kFewPairs = 4096;

// Sorts pairs. It keeps its space for the next ones: new pages cost more time than the sort.
class PairSort {
 public:
  // Sorts and removes duplicates: as keys of 64 bits if the varying bits of the pairs fit, which moves half the bytes.
  void operator()(Run& pairs) {
    if (pairs.size() < kFewPairs) return sort_different(pairs);
    std::uint64_t varying_keys = 0, varying_values = 0;
    for (const KeyValue& pair : pairs) {
      varying_keys |= pair.key.bits() ^ pairs[0].key.bits();
      varying_values |= pair.value.bits() ^ pairs[0].value.bits();
    }
    const PairPacking packing(varying_keys, varying_values, pairs[0]);
    if (packing.bits() > 64) return sort_different(pairs);
    make_room(pairs.size());
    const std::span<std::uint64_t> keys(keys_.get(), pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) keys[i] = packing.pack(pairs[i]);
    sort_keys<std::uint64_t>(keys, {scratch_.get(), pairs.size()}, 0, packing.bits());
    const auto end = std::unique(keys.begin(), keys.end());
    pairs.resize(static_cast<std::size_t>(end - keys.begin()));
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = packing.unpack(keys[i]);
  }

 private:
  void make_room(std::size_t pairs) {
    if (pairs <= room_) return;
    keys_.reset();
    scratch_.reset();
    keys_ = std::make_unique_for_overwrite<std::uint64_t[]>(pairs);
    scratch_ = std::make_unique_for_overwrite<std::uint64_t[]>(pairs);
    room_ = pairs;
  }

  std::unique_ptr<std::uint64_t[]> keys_, scratch_;
  std::size_t room_ = 0;
};

Fact fact_of(const Class& its, Huri thing) {
  const bool is_subject = its.side == Side::subject;
  return {is_subject ? thing : its.value, its.predicate.predicate, is_subject ? its.value : thing, its.predicate.graph};
}

Run flipped(const Run& pairs) {
  Run other;
  other.reserve(pairs.size());
  for (const KeyValue& pair : pairs) other.push_back({pair.value, pair.key});
  return other;
}

// The pairs of a relation: those of earlier rounds, and those that the last round has found.
struct Pairs {
  PairRuns by_subject, by_object;
  Run new_by_subject, new_by_object;
  Run candidates;           // by subject, in any order
  std::size_t room = 0;     // for candidates, until known ones are taken out
  bool is_derived = false;  // pairs may follow by a rule
  bool is_closed = false;   // the new pairs are those of the transitive closure
  Run given;                // likewise; sorted by the first round, and kept if other pairs may follow

  void end_round(bool finds_by_object) {
    by_subject.add(std::move(new_by_subject));
    if (finds_by_object) by_object.add(std::move(new_by_object));
    new_by_subject.clear();
    new_by_object.clear();
  }
  // Of the sorted candidates, those that are not known become new.
  void take_new(Run pairs, bool finds_by_object, PairSort& sort) {
    new_by_subject = std::move(pairs);
    if (!finds_by_object) return;
    new_by_object = flipped(new_by_subject);
    sort(new_by_object);
  }
};

enum class Age : std::uint8_t { old, any };

// How the next goal of a pipeline is matched: by the values that are known.
enum class Access : std::uint8_t { by_subject, by_object, pair, its_class, scan };

struct Step {
  std::size_t goal;
  Access access;
  Age age;
};

// A pipeline from one goal, whose facts are new, through the others.
struct Plan {
  const Pipeline* pipeline;
  std::size_t first;
  std::vector<Step> steps;
};

bool is_known(const Slot& slot, const std::vector<std::uint8_t>& bound) {
  return !slot.is_variable() || bound[slot.number()] != 0;
}

Plan plan_from(const Pipeline& pipeline, std::size_t first) {
  Plan plan{&pipeline, first, {}};
  std::vector<std::uint8_t> bound(pipeline.variables, 0), done(pipeline.body.size(), 0);
  const auto bind = [&](const Goal& goal) {
    for (const Slot& slot : {goal.subject, goal.object})
      if (slot.is_variable()) bound[slot.number()] = 1;
  };
  done[first] = 1;
  bind(pipeline.body[first]);
  while (plan.steps.size() + 1 < pipeline.body.size()) {
    Step best{0, Access::scan, Age::any};
    int best_rank = 9;
    for (std::size_t i = 0; i < pipeline.body.size(); ++i) {
      if (done[i] != 0) continue;
      const Goal& goal = pipeline.body[i];
      const bool subject = is_known(goal.subject, bound), object = is_known(goal.object, bound);
      const Access access = !goal.relation && subject ? Access::its_class
                            : subject && object       ? Access::pair
                            : subject                 ? Access::by_subject
                            : object                  ? Access::by_object
                                                      : Access::scan;
      const int rank = access == Access::its_class ? 0 : access == Access::pair ? 1 : access == Access::scan ? 3 : 2;
      if (rank < best_rank) best_rank = rank, best = {i, access, i < first ? Age::old : Age::any};
    }
    done[best.goal] = 1;
    bind(pipeline.body[best.goal]);
    plan.steps.push_back(best);
  }
  return plan;
}

}  // namespace

class Evaluation::Work {
 public:
  Work(Program& program, const InferenceLimit& limit)
      : program_(program), limit_(limit), pairs_(program.relations().size()) {
    for (const Relation& its : program.relations()) {
      known_.of_subjects.push_back(program_.sets().set_of(its.subject_classes));
      known_.of_objects.push_back(program_.sets().set_of(its.object_classes));
    }
    known_.of_classes.resize(program.classes().size());
    known_.of_given_classes.resize(program.classes().size());
    for (ClassId its = 0; its < known_.of_classes.size(); ++its) {
      known_.of_classes[its] = program_.sets().set_of({&its, 1});
      known_.of_given_classes[its] = given_sets_.set_of({&its, 1});
    }
    for (const Class& its : program.classes())
      has_pairs_.push_back(program.find(its.predicate)->relation.has_value() ? 1 : 0);
    make_plans();
    note_derived();
  }

  void expect(Huri predicate, std::size_t facts);
  void give(const Fact& fact);
  void run();
  void for_each_inferred(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const;

  EvaluationCounts counts;
  Contradictions contradictions;

 private:
  struct ClassOf {
    Huri thing;
    ClassId its_class;
  };

  void make_plans();
  void note_derived();
  void give_pairs();
  void run_pipelines();
  void run_from_pairs(const Plan& plan, const Run& pairs);
  void run_from_things(std::span<const Things::Number> changed);
  void step(const Plan& plan, std::size_t next, Bindings& bindings);
  template <class Use>
  void for_each_match(const Goal& goal, const Step& step, Bindings& bindings, const Use& use);
  std::vector<Fact> facts_of(const Pipeline& pipeline, const Bindings& bindings) const;
  void emit(const Pipeline& pipeline, const Bindings& bindings);
  void make_room();
  void add_candidate(RelationId number, const KeyValue& pair, std::uint32_t source);
  void check_total() const;
  void close_transitive();
  bool integrate(const std::vector<Things::Number>& changed);
  void add_classes(RelationId number, const Run& pairs);
  void add_pairs_as_classes(RelationId number);
  void add_class(Huri thing, SetId set);
  void for_each_inferred_class(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const;

  Program& program_;
  const InferenceLimit& limit_;
  std::vector<Pairs> pairs_;
  Things things_;
  ClassSets given_sets_;
  // The sets that a pair of a relation gives its things, and that a class is.
  struct Sets {
    std::vector<SetId> of_subjects, of_objects, of_classes, of_given_classes;
  };
  Sets known_;
  PredicateMemo<const PredicateUse*> uses_;  // of predicates of given facts
  std::vector<std::vector<Plan>> plans_of_relations_, plans_of_classes_;
  std::vector<ClassOf> class_candidates_;
  std::vector<std::uint8_t> has_pairs_;  // by class: its predicate is a relation, too
  PairSort sort_pairs_;
};

// A plan for each goal that may be new.
void Evaluation::Work::make_plans() {
  plans_of_relations_.resize(program_.relations().size());
  plans_of_classes_.resize(program_.classes().size());
  for (const Pipeline& pipeline : program_.pipelines()) {
    for (std::size_t first = 0; first < pipeline.body.size(); ++first) {
      const Goal& goal = pipeline.body[first];
      (goal.relation ? plans_of_relations_[*goal.relation] : plans_of_classes_[goal.its_class])
          .push_back(plan_from(pipeline, first));
    }
  }
}

void Evaluation::Work::note_derived() {
  const auto relations = program_.relations();
  for (RelationId number = 0; number < relations.size(); ++number) {
    if (relations[number].is_transitive) pairs_[number].is_derived = true;
    for (const Relation::Target& target : relations[number].targets) pairs_[target.relation].is_derived = true;
  }
  for (const Pipeline& pipeline : program_.pipelines())
    if (pipeline.head && pipeline.head->relation) pairs_[*pipeline.head->relation].is_derived = true;
}

void Evaluation::Work::expect(Huri predicate, std::size_t facts) {
  const PredicateUse* const use = program_.find({predicate, kUnbound});
  if (use != nullptr && use->relation) pairs_[*use->relation].given.reserve(facts);
}

void Evaluation::Work::give(const Fact& fact) {
  const auto look = [&](const PredicateKey& predicate) { return program_.find(predicate); };
  const PredicateUse* const use = fact.graph.is_unbound() ? uses_.find(fact.predicate,
                                                                       [&] {
                                                                         return look({fact.predicate, kUnbound});
                                                                       })
                                                          : look({fact.predicate, fact.graph});
  if (use == nullptr) return;
  if (use->relation) pairs_[*use->relation].given.push_back({fact.subject, fact.object});
  const auto give_class = [&](Huri thing, Huri value, const std::unordered_map<Huri, ClassId>& classes) {
    if (classes.empty()) return;
    const auto its = classes.find(value);
    if (its == classes.end()) return;
    const Things::Number number = things_.number(thing);
    SetId& given = things_.given(number);
    given = given_sets_.unite(given, known_.of_given_classes[its->second]);
    things_.add(program_.sets(), number, known_.of_classes[its->second]);
  };
  give_class(fact.subject, fact.object, use->subject_classes);
  give_class(fact.object, fact.subject, use->object_classes);
}

void Evaluation::Work::add_class(Huri thing, SetId set) {
  if (set == 0) return;
  things_.add(program_.sets(), things_.number(thing), set);
}

// The classes that follow from pairs by rules with one atom.
void Evaluation::Work::add_classes(RelationId number, const Run& pairs) {
  const SetId of_subject = known_.of_subjects[number], of_object = known_.of_objects[number];
  if (of_subject == 0 && of_object == 0) return;
  for (const KeyValue& pair : pairs) {
    add_class(pair.key, of_subject);
    add_class(pair.value, of_object);
  }
}

// The classes that new pairs are: those with the other thing as their value.
void Evaluation::Work::add_pairs_as_classes(RelationId number) {
  const PredicateUse& use = *program_.find(program_.relations()[number].predicate);
  const auto add = [&](Huri thing, Huri value, const std::unordered_map<Huri, ClassId>& classes) {
    if (const auto its = classes.find(value); its != classes.end()) add_class(thing, known_.of_classes[its->second]);
  };
  if (use.subject_classes.empty() && use.object_classes.empty()) return;
  for (const KeyValue& pair : pairs_[number].new_by_subject) {
    add(pair.key, pair.value, use.subject_classes);
    add(pair.value, pair.key, use.object_classes);
  }
}

// The given pairs, and all pairs that follow from them by rules with one atom.
void Evaluation::Work::give_pairs() {
  const auto relations = program_.relations();
  std::vector<std::size_t> expected(relations.size());
  for (RelationId number = 0; number < relations.size(); ++number) {
    Run& given = pairs_[number].given;
    sort_pairs_(given);
    add_classes(number, given);
    expected[number] += given.size();
    for (const Relation::Target& target : relations[number].targets) expected[target.relation] += given.size();
  }
  for (RelationId number = 0; number < relations.size(); ++number)
    if (pairs_[number].is_derived) pairs_[number].candidates.reserve(expected[number]);
  for (RelationId number = 0; number < relations.size(); ++number) {
    const Run& given = pairs_[number].given;
    Run& own = pairs_[number].candidates;
    if (pairs_[number].is_derived) own.insert(own.end(), given.begin(), given.end());
    for (const Relation::Target& target : relations[number].targets) {
      Run& candidates = pairs_[target.relation].candidates;
      for (const KeyValue& pair : given) candidates.push_back(target.flips ? KeyValue{pair.value, pair.key} : pair);
    }
  }
  for (RelationId number = 0; number < relations.size(); ++number) {
    Run all = std::exchange(pairs_[number].is_derived ? pairs_[number].candidates : pairs_[number].given, {});
    if (pairs_[number].is_derived) sort_pairs_(all);
    pairs_[number].take_new(std::move(all), relations[number].finds_by_object, sort_pairs_);
    add_pairs_as_classes(number);
  }
}

void Evaluation::Work::run() {
  give_pairs();
  std::vector<Things::Number> changed = things_.take_changed();
  for (bool is_new = true; is_new; ++counts.rounds) {
    check_total();
    make_room();
    for (RelationId number = 0; number < pairs_.size(); ++number) {
      for (const Plan& plan : plans_of_relations_[number]) run_from_pairs(plan, pairs_[number].new_by_subject);
    }
    run_from_things(changed);
    close_transitive();
    is_new = integrate(changed);
    changed = things_.take_changed();
    is_new |= !changed.empty();
  }
}

void Evaluation::Work::run_from_pairs(const Plan& plan, const Run& pairs) {
  const Goal& goal = plan.pipeline->body[plan.first];
  Bindings bindings(plan.pipeline->variables);
  for (const KeyValue& pair : pairs) {
    if (goal.subject == goal.object && pair.key != pair.value) continue;
    bindings[goal.subject.number()] = pair.key;
    bindings[goal.object.number()] = pair.value;
    step(plan, 0, bindings);
  }
}

void Evaluation::Work::run_from_things(std::span<const Things::Number> changed) {
  for (const Things::Number number : changed) {
    const SetId old = things_.old(number);
    for (const ClassId its : program_.sets().classes(things_.now(number))) {
      if (plans_of_classes_[its].empty() || program_.sets().contains(old, its)) continue;
      for (const Plan& plan : plans_of_classes_[its]) {
        const Slot& thing = plan.pipeline->body[plan.first].subject;
        Bindings bindings(plan.pipeline->variables);
        if (!thing.is_variable() && thing.constant() != things_.thing(number)) continue;
        if (thing.is_variable()) bindings[thing.number()] = things_.thing(number);
        step(plan, 0, bindings);
      }
    }
  }
}

// Calls use() for each fact that the goal matches, with its values bound.
template <class Use>
void Evaluation::Work::for_each_match(const Goal& goal, const Step& step, Bindings& bindings, const Use& use) {
  const Huri subject = value_of(goal.subject, bindings), object = value_of(goal.object, bindings);
  if (step.access == Access::its_class) {
    const Things::Number number = things_.find(subject);
    if (number == Things::kNone) return;
    const SetId set = step.age == Age::old ? things_.old(number) : things_.now(number);
    if (program_.sets().contains(set, goal.its_class)) use();
    return;
  }
  if (!goal.relation) {  // all things of a class
    for (Things::Number number = 0; number < things_.size(); ++number) {
      const SetId set = step.age == Age::old ? things_.old(number) : things_.now(number);
      if (!program_.sets().contains(set, goal.its_class)) continue;
      bindings[goal.subject.number()] = things_.thing(number);
      use();
    }
    return;
  }
  const Pairs& pairs = pairs_[*goal.relation];
  const bool with_new = step.age == Age::any;
  switch (step.access) {
    case Access::pair: {
      const KeyValue wanted{subject, object};
      const bool is_new =
          with_new && std::binary_search(pairs.new_by_subject.begin(), pairs.new_by_subject.end(), wanted);
      if (is_new || pairs.by_subject.contains(wanted)) use();
      return;
    }
    case Access::by_subject: {
      const auto take = [&](Huri value) {
        bindings[goal.object.number()] = value;
        use();
      };
      pairs.by_subject.for_each(subject, take);
      if (with_new) PairRuns::for_each(pairs.new_by_subject, subject, take);
      return;
    }
    case Access::by_object: {
      const auto take = [&](Huri value) {
        bindings[goal.subject.number()] = value;
        use();
      };
      pairs.by_object.for_each(object, take);
      if (with_new) PairRuns::for_each(pairs.new_by_object, object, take);
      return;
    }
    default: {
      const auto scan = [&](const Run& run) {
        for (const KeyValue& pair : run) {
          if (goal.subject == goal.object && pair.key != pair.value) continue;
          bindings[goal.subject.number()] = pair.key;
          bindings[goal.object.number()] = pair.value;
          use();
        }
      };
      for (const Run& run : pairs.by_subject.runs()) scan(run);
      if (with_new) scan(pairs.new_by_subject);
    }
  }
}

void Evaluation::Work::step(const Plan& plan, std::size_t next, Bindings& bindings) {
  if (next == plan.steps.size()) return emit(*plan.pipeline, bindings);
  const Step& its = plan.steps[next];
  const Goal& goal = plan.pipeline->body[its.goal];
  for_each_match(goal, its, bindings, [&] { step(plan, next + 1, bindings); });
  if (its.access == Access::by_subject || its.access == Access::scan)
    if (goal.object.is_variable()) bindings[goal.object.number()] = kUnbound;
  if (its.access == Access::by_object || its.access == Access::scan)
    if (goal.subject.is_variable()) bindings[goal.subject.number()] = kUnbound;
}

// Of the body.
std::vector<Fact> Evaluation::Work::facts_of(const Pipeline& pipeline, const Bindings& bindings) const {
  std::vector<Fact> facts;
  for (const Goal& goal : pipeline.body) {
    const Huri subject = value_of(goal.subject, bindings), object = value_of(goal.object, bindings);
    if (goal.relation) {
      const PredicateKey& its = program_.relations()[*goal.relation].predicate;
      facts.push_back({subject, its.predicate, object, its.graph});
    } else {
      facts.push_back(fact_of(program_.classes()[goal.its_class], subject));
    }
  }
  return facts;
}

void Evaluation::Work::emit(const Pipeline& pipeline, const Bindings& bindings) {
  for (const auto& [a, b] : pipeline.different)
    if (value_of(a, bindings) == value_of(b, bindings)) return;
  ++counts.candidates;
  if (!pipeline.head) {
    contradictions.add(pipeline.source, [&] { return facts_of(pipeline, bindings); });
    return;
  }
  const Goal& head = *pipeline.head;
  const Huri subject = value_of(head.subject, bindings), object = value_of(head.object, bindings);
  if (!head.relation) {
    class_candidates_.push_back({subject, head.its_class});
  } else {
    add_candidate(*head.relation, {subject, object}, pipeline.source);
  }
}

// A relation may have as many candidates as facts may follow, beside those that the last round has found.
void Evaluation::Work::make_room() {
  const std::size_t most = std::min<std::uint64_t>(limit_.facts, Run().max_size() / 2);
  for (Pairs& pairs : pairs_) pairs.room = most + pairs.new_by_subject.size();
}

// Many candidates are often few pairs, or known ones, so these are taken out before the limit counts.
void Evaluation::Work::add_candidate(RelationId number, const KeyValue& pair, std::uint32_t source) {
  Pairs& its = pairs_[number];
  its.candidates.push_back(pair);
  if (its.candidates.size() <= its.room) return;
  sort_pairs_(its.candidates);
  its.by_subject.remove_known(its.candidates);
  if (its.candidates.size() > limit_.facts + its.new_by_subject.size()) limit_.refuse(source, counts.rounds + 1);
  its.room = std::max(its.room, 2 * its.candidates.size());
}

void Evaluation::Work::check_total() const {
  std::uint64_t given = 0, all = 0;
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    if (!pairs_[number].is_derived) continue;
    given += pairs_[number].given.size();
    all += pairs_[number].by_subject.size() + pairs_[number].new_by_subject.size();
  }
  if (all - given > limit_.facts) limit_.refuse();
}

void Evaluation::Work::close_transitive() {
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    const Relation& its = program_.relations()[number];
    Pairs& pairs = pairs_[number];
    const bool was_closed = std::exchange(pairs.is_closed, false);
    if (!its.is_transitive || was_closed || pairs.new_by_subject.empty()) continue;
    pairs.is_closed = pairs.candidates.empty();  // if integrate() finds no others
    std::vector<Pair> all;
    const auto take = [&](const Run& run) {
      for (const KeyValue& pair : run) all.push_back({pair.key, pair.value});
    };
    for (const Run& run : pairs.by_subject.runs()) take(run);
    take(pairs.new_by_subject);
    transitive_closure(all, kClosureBytes, [&](Huri subject, std::span<const Huri> objects) {
      for (const Huri object : objects) {
        if (its.drops_loops && object == subject) continue;
        add_candidate(number, {subject, object}, its.transitive_source);
      }
    });
  }
}

// Ends a round: what was new becomes old, and the candidates that are not known become new.
bool Evaluation::Work::integrate(const std::vector<Things::Number>& changed) {
  const auto relations = program_.relations();
  things_.end_round(changed);
  for (RelationId number = 0; number < relations.size(); ++number)
    pairs_[number].end_round(relations[number].finds_by_object);
  for (const ClassOf& candidate : std::exchange(class_candidates_, {}))
    add_class(candidate.thing, known_.of_classes[candidate.its_class]);
  // New pairs, and what follows from each by rules with one atom.
  std::vector<Run> found(relations.size());
  std::vector<std::size_t> own(relations.size());
  for (RelationId number = 0; number < relations.size(); ++number) {
    Run pairs = std::exchange(pairs_[number].candidates, {});
    sort_pairs_(pairs);
    pairs_[number].by_subject.remove_known(pairs);
    own[number] = pairs.size();
    add_classes(number, pairs);
    for (const Relation::Target& target : relations[number].targets) {
      for (const KeyValue& pair : pairs) {
        found[target.relation].push_back(target.flips ? KeyValue{pair.value, pair.key} : pair);
      }
    }
    if (found[number].empty()) {
      found[number] = std::move(pairs);
    } else {
      found[number].insert(found[number].end(), pairs.begin(), pairs.end());
    }
  }
  bool is_new = false;
  for (RelationId number = 0; number < relations.size(); ++number) {
    if (found[number].size() > own[number]) {
      sort_pairs_(found[number]);
      pairs_[number].by_subject.remove_known(found[number]);
      if (found[number].size() > own[number]) pairs_[number].is_closed = false;
    }
    is_new |= !found[number].empty();
    pairs_[number].take_new(std::move(found[number]), relations[number].finds_by_object, sort_pairs_);
    add_pairs_as_classes(number);
  }
  return is_new;
}

void Evaluation::Work::for_each_inferred(const Selection& is_wanted,
                                         const std::function<void(const Fact&)>& use) const {
  const auto relations = program_.relations();
  for (RelationId number = 0; number < relations.size(); ++number) {
    const PredicateKey& predicate = relations[number].predicate;
    if (!pairs_[number].is_derived || !is_wanted(predicate, kUnbound)) continue;
    for (const Run& run : pairs_[number].by_subject.runs()) {
      auto given = pairs_[number].given.begin();
      const auto end = pairs_[number].given.end();
      for (const KeyValue& pair : run) {
        while (given != end && *given < pair) ++given;
        if (given == end || *given != pair) use({pair.key, predicate.predicate, pair.value, predicate.graph});
      }
    }
  }
  for_each_inferred_class(is_wanted, use);
}

// Most things have the sets of the thing before, so what differs is computed once for each pair of sets.
void Evaluation::Work::for_each_inferred_class(const Selection& is_wanted,
                                               const std::function<void(const Fact&)>& use) const {
  std::vector<std::uint8_t> wanted;
  for (ClassId its = 0; its < program_.classes().size(); ++its) {
    const Class& of = program_.classes()[its];
    wanted.push_back(has_pairs_[its] == 0 && is_wanted(of.predicate, of.value) ? 1 : 0);
  }
  std::unordered_map<std::uint64_t, std::vector<ClassId>> differences;
  const auto difference = [&](SetId now, SetId given) -> const std::vector<ClassId>& {
    const auto [place, is_new] = differences.try_emplace(std::uint64_t{now} << 32 | given);
    if (is_new) {
      for (const ClassId its : program_.sets().classes(now))
        if (wanted[its] != 0 && !given_sets_.contains(given, its)) place->second.push_back(its);
    }
    return place->second;
  };
  for (Things::Number number = 0; number < things_.size(); ++number) {
    const Huri thing = things_.thing(number);
    for (const ClassId its : difference(things_.now(number), things_.given(number))) {
      use(fact_of(program_.classes()[its], thing));
    }
  }
}

void InferenceLimit::refuse(std::uint32_t source, std::uint32_t round) const {
  fail(ErrorKind::memory,
       "more than {} quads follow by the rules: in round {} {} adds more (the limit is --max-inferred)", facts, round,
       name_of(source));
}
void InferenceLimit::refuse() const {
  fail(ErrorKind::memory, "more than {} quads follow by the rules (the limit is --max-inferred)", facts);
}

Evaluation::Evaluation(Program& program, const InferenceLimit& limit) : work_(std::make_unique<Work>(program, limit)) {}
Evaluation::~Evaluation() = default;

void Evaluation::expect(Huri predicate, std::size_t facts) {
  work_->expect(predicate, facts);
}
void Evaluation::give(const Fact& fact) {
  work_->give(fact);
}
void Evaluation::run() {
  work_->run();
}
void Evaluation::for_each_inferred(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const {
  work_->for_each_inferred(is_wanted, use);
}
const EvaluationCounts& Evaluation::counts() const {
  return work_->counts;
}
const Contradictions& Evaluation::contradictions() const {
  return work_->contradictions;
}

}  // namespace quadrille::inferencer
