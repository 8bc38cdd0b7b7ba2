#include "inferencer/evaluation.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "inferencer/candidates.hpp"
#include "inferencer/collecting.hpp"
#include "inferencer/pair_runs.hpp"
#include "inferencer/pair_sort.hpp"
#include "inferencer/plan.hpp"
#include "inferencer/predicate_memo.hpp"
#include "inferencer/things.hpp"
#include "inferencer/transitive_closure.hpp"
#include "inferencer/word_mail.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::size_t kClosureBytes = std::size_t{1} << 30;
constexpr std::uint64_t kPulseSteps = 1 << 16;
constexpr int kPlaceBits = 40;

using Run = PairRuns::Run;

Fact fact_of(const Class& its, Huri thing) {
  const bool is_subject = its.side == Side::subject;
  return {is_subject ? thing : its.value, its.predicate.predicate, is_subject ? its.value : thing, its.predicate.graph};
}

// The pairs of a relation whose subjects this image owns, and by_object those whose objects it owns: those of earlier
// rounds, and those that the last round has found.
struct Pairs {
  PairRuns by_subject, by_object;
  Run new_by_subject, new_by_object;
  Candidates candidates;    // by subject, of any owner
  std::size_t room = 0;     // for candidates, until known ones are taken out
  std::vector<Pair> edges;  // of a transitive relation, of all images: the closure is that of these
  bool is_derived = false;  // pairs may follow by a rule
  bool has_new = false;     // on any image
  bool is_closed = false;   // the new pairs are those of the transitive closure
  Run given;                // likewise; sorted by the first round, and kept if other pairs may follow

  std::size_t used_bytes() const {
    std::size_t pairs = by_subject.size() + by_object.size() + edges.capacity();
    for (const Run* run : {&new_by_subject, &new_by_object, &given}) pairs += run->capacity();
    return pairs * sizeof(KeyValue) + candidates.used_bytes();
  }
  void end_round() {
    by_subject.add(std::move(new_by_subject));
    by_object.add(std::move(new_by_object));
    new_by_subject.clear();
    new_by_object.clear();
  }
};

// The kinds of words that images send each other.
enum class Kind : std::uint8_t {
  given_pair,   // subject, object, relation
  given_class,  // thing, class
  pair,         // a candidate of a relation, by a rule: subject, object
  object,       // a new pair of a relation: object, subject
  its_class,    // by a rule: thing, giver
  bindings,     // of a step of a plan
  found,        // a solution that waits, by its place and pipeline, has what it must not have
  row,          // of a collector
};

struct Tag {
  Kind kind;
  std::uint32_t number = 0;  // of the relation, plan or collector; for its_class: the rule
  std::uint16_t step = 0;    // for pair: the rule, as rule_word()

  std::uint64_t word() const {
    return static_cast<std::uint64_t>(kind) << 48 | static_cast<std::uint64_t>(step) << 32 | number;
  }
  static Tag of(std::uint64_t word) {
    return {static_cast<Kind>(word >> 48), static_cast<std::uint32_t>(word), static_cast<std::uint16_t>(word >> 32)};
  }
};

constexpr std::uint16_t kNoRuleWord = 0xffff;

std::uint16_t rule_word(std::uint32_t source) {
  return source < kNoRuleWord ? static_cast<std::uint16_t>(source) : kNoRuleWord;
}
std::uint32_t rule_of_word(std::uint16_t word) {
  return word == kNoRuleWord ? kNoRule : word;
}

}  // namespace

class Evaluation::Work {
 public:
  Work(Program& program, const InferenceLimit& limit, const Partition& partition, RuleTerms* terms)
      : program_(program),
        limit_(limit),
        partition_(partition),
        mail_(partition),
        pairs_(program.relations().size()),
        later_(program, partition, terms) {
    for (ClassId its = 0; its < program.classes().size(); ++its) {
      gives_.push_back(program_.sets().set_of({&its, 1}));
      given_.of_classes.push_back(given_.sets.set_of({&its, 1}));
    }
    for (const Relation& its : program.relations()) {
      gives_.push_back(program_.sets().set_of(its.subject_classes));
      gives_.push_back(program_.sets().set_of(its.object_classes));
    }
    for (const Relation& its : program.relations()) given_.has_keys |= its.predicate.is_given;
    for (const Class& its : program.classes()) given_.has_keys |= its.predicate.is_given;
    make_plans();
    note_derived();
  }

  void expect(Huri predicate, std::size_t facts);
  void give(const Fact& fact, bool is_stated);
  void deliver() {
    mail_.deliver([this](std::uint64_t tag, std::span<const std::uint64_t> words) { receive(Tag::of(tag), words); });
    limit_.account(used_bytes());
  }
  void run(const std::function<bool()>& goes_on, const std::function<bool()>& goes_on_after_round);
  void for_each_new(Huri predicate, const std::function<void(Huri, Huri)>& use) const;
  void for_each_inferred(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const;

  struct Results {
    EvaluationCounts counts;
    Contradictions contradictions;
    std::set<Fact> loose;
  };
  Results results;

 private:
  // A giver gives classes to things. It is a class, or a relation, which gives some to its subjects and some to its
  // objects. Givers have numbers.
  using Giver = std::uint32_t;
  Giver to_subjects(RelationId number) const { return static_cast<Giver>(program_.classes().size() + 2 * number); }
  Giver to_objects(RelationId number) const { return to_subjects(number) + 1; }
  struct ClassOf {
    Huri thing;
    Giver giver;
    std::uint32_t source;  // the rule
  };
  struct Plans {
    std::vector<Plan> all;
    std::vector<std::vector<std::uint32_t>> of_relations, of_classes;  // by the first goal
    std::vector<std::uint32_t> of_strata;                              // of all facts: of pipelines above stratum 0
    std::map<const Pipeline*, std::uint32_t> of_absent;
  };
  // Solutions of a pipeline of which more must be done, or of what it must not find.
  struct Waiting {
    const Pipeline* pipeline;
    Solutions solutions;
    std::vector<std::uint8_t> refuted;
  };
  // Solutions that wait for the end of a round, where many are worked on at once.
  struct Later {
    Later(const Program& program, const Partition& partition, RuleTerms* terms);
    void expect(const Pipeline& pipeline, std::size_t variables) {
      numbers.emplace(&pipeline, static_cast<std::uint32_t>(waiting.size()));
      waiting.push_back({&pipeline, Solutions(variables), {}});
    }
    std::size_t used_bytes() const;

    std::vector<Waiting> waiting;
    std::map<const Pipeline*, std::uint32_t> numbers;  // of waiting
    RuleTerms* terms;
    std::optional<Computing> computing;  // if there are terms
    std::vector<Collecting> collecting;
    std::uint64_t things = 0;  // rows of results
  };

  void make_plans();
  void note_derived();
  std::size_t used_bytes() const;
  void pulse(std::uint64_t work = 0, std::uint64_t found = 0) const {
    limit_.pulse(work, found);
    limit_.account(used_bytes());
  }
  void receive(Tag tag, std::span<const std::uint64_t> words);
  void receive_bindings(std::uint32_t plan, std::size_t step, std::span<const std::uint64_t> words);
  void give(const Fact& fact, const PredicateUse* use);
  void give_class(Huri thing, ClassId its);
  void give_pairs();
  bool run_stratum(std::vector<Things::Number>& changed, const std::function<bool()>& goes_on);
  void begin_stratum();
  void run_pipelines(std::span<const Things::Number> changed);
  void find_same();
  void end_pipelines(bool begins);
  void send_all() {
    while (partition_.any(!mail_.is_empty())) deliver();
  }
  void compute(Waiting& waiting);
  void test_waiting();
  void refute(std::span<const Huri> bindings);
  void collect(const Pipeline& pipeline, const Bindings& bindings);
  void end_collecting();
  bool is_in_stratum(std::uint32_t plan) const { return plans_.all[plan].pipeline->stratum <= progress_.stratum; }
  void run_from_pairs(std::uint32_t plan, const Pairs& pairs);
  void run_from_things(std::span<const Things::Number> changed);
  void run_from_things(std::uint32_t plan, std::span<const Things::Number> things);
  void step(std::uint32_t plan, std::size_t next, Bindings& bindings);
  void look_up(std::uint32_t plan, std::size_t next, Bindings& bindings);
  template <class Use>
  void for_each_match(const Goal& goal, const Step& step, Bindings& bindings, const Use& use);
  std::vector<Fact> facts_of(const Pipeline& pipeline, const Bindings& bindings) const;
  void end_of(const Plan& plan, const Bindings& bindings);
  void emit(const Pipeline& pipeline, const Bindings& bindings);
  void emit(const Pipeline& pipeline, const Goal& head, const Bindings& bindings);
  void make_room();
  void add_candidate(RelationId number, const KeyValue& pair, std::uint32_t source);
  void send_candidates();
  void close_transitive();
  void integrate(const std::vector<Things::Number>& changed);
  void pass(const KeyValue& pair, Run& mine, Tag tag);
  void add_targets(RelationId number, const Run& pairs);
  void take_new(RelationId number, Run pairs);
  void end_new();
  bool meet(bool has_changed, std::uint32_t round);
  void count_round(std::uint32_t round);
  [[noreturn]] void refuse() const;
  void add_classes(RelationId number, const Run& pairs);
  void add_pairs_as_classes(RelationId number);
  void add_class(Huri thing, Giver giver, std::uint32_t source = kNoRule);
  Run take_candidates(RelationId number);
  void for_each_inferred_class(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const;

  Program& program_;
  const InferenceLimit& limit_;
  const Partition& partition_;
  WordMail mail_;
  std::vector<Pairs> pairs_;
  Things things_;  // of this image
  Things sent_;    // of others: the classes that they have been sent
  struct Given {
    ClassSets sets;
    std::vector<SetId> of_classes;
    PredicateMemo<const PredicateUse*> uses;  // of predicates
    bool has_keys = false;                    // some relation or class has stated quads alone
  };
  Given given_;
  std::vector<SetId> gives_;  // by giver
  Plans plans_;
  std::vector<ClassOf> found_;  // in this round
  Later later_;
  PairSort sort_pairs_;
  struct Progress {
    std::uint32_t stratum = 0;
    std::uint64_t steps = 0;
    std::vector<RuleWork> of_rules;  // in this round, by Rule::source
    RuleWork of_no_rule;
    RuleWork& of(std::uint32_t source) {
      if (source == kNoRule) return of_no_rule;
      if (source >= of_rules.size()) of_rules.resize(source + 1);
      return of_rules[source];
    }
  };
  // Adds the time that it lives to that of a rule.
  class Timed {
   public:
    Timed(Progress& progress, std::uint32_t source) : progress_(progress), source_(source) {}
    ~Timed() { progress_.of(source_).seconds += watch_.seconds(); }
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;

   private:
    Progress& progress_;
    const std::uint32_t source_;
    const Stopwatch watch_;
  };
  Progress progress_;
};

// A plan for each goal that may be new.
void Evaluation::Work::make_plans() {
  plans_.of_relations.resize(program_.relations().size());
  plans_.of_classes.resize(program_.classes().size());
  for (const Pipeline& pipeline : program_.pipelines()) {
    for (std::size_t first = 0; first < pipeline.body.size() && !pipeline.runs_once; ++first) {
      const Goal& goal = pipeline.body[first];
      (goal.relation ? plans_.of_relations[*goal.relation] : plans_.of_classes[goal.its_class])
          .push_back(static_cast<std::uint32_t>(plans_.all.size()));
      plans_.all.push_back(plan_from(pipeline, first));
    }
    const auto add = [&](Plan plan) {
      plans_.all.push_back(std::move(plan));
      return static_cast<std::uint32_t>(plans_.all.size() - 1);
    };
    if (pipeline.stratum > 0 || pipeline.body.empty()) plans_.of_strata.push_back(add(plan_of_all(pipeline)));
    for (const Pipeline& absent : pipeline.absent)
      plans_.of_absent.emplace(&absent, add(plan_of_absent(absent, pipeline)));
  }
}

std::size_t Evaluation::Work::used_bytes() const {
  std::size_t all = things_.used_bytes() + sent_.used_bytes() + sort_pairs_.used_bytes() +
                    found_.capacity() * sizeof(ClassOf) + later_.used_bytes();
  for (const Pairs& its : pairs_) all += its.used_bytes();
  return all;
}

void Evaluation::Work::note_derived() {
  const auto relations = program_.relations();
  if (program_.same()) pairs_[*program_.same()].is_derived = true;
  for (RelationId number = 0; number < relations.size(); ++number) {
    if (relations[number].is_transitive) pairs_[number].is_derived = true;
    for (const Relation::Target& target : relations[number].targets) pairs_[target.relation].is_derived = true;
  }
  for (const Pipeline& pipeline : program_.pipelines()) {
    for (const Goal& head : pipeline.heads)
      if (head.relation) pairs_[*head.relation].is_derived = true;
  }
  for (const Program::Collected& its : program_.collected()) {
    for (const std::optional<RelationId>& column : its.columns)
      if (column) pairs_[*column].is_derived = true;
  }
}

Evaluation::Work::Later::Later(const Program& program, const Partition& partition, RuleTerms* its_terms)
    : terms(its_terms) {
  if (terms != nullptr) computing.emplace(partition, *terms);
  for (const Pipeline& pipeline : program.pipelines()) {
    if (!pipeline.is_plain()) expect(pipeline, pipeline.variables);
    for (const Pipeline& absent : pipeline.absent)
      if (!absent.computations.empty()) expect(absent, absent.variables + 2);
  }
  for (const Program::Collected& its : program.collected()) {
    QUADRILLE_ASSERT(terms != nullptr, "subqueries need the terms");
    collecting.emplace_back(*its.collector, partition, *terms);
  }
}

std::size_t Evaluation::Work::Later::used_bytes() const {
  std::size_t all = 0;
  for (const Waiting& its : waiting) all += its.solutions.used_bytes();
  for (const Collecting& its : collecting) all += its.used_bytes();
  return all;
}

void Evaluation::Work::expect(Huri predicate, std::size_t facts) {
  const PredicateUse* const use = program_.find({predicate, kUnbound});
  if (use == nullptr || !use->relation) return;
  const auto images = static_cast<std::size_t>(partition_.size());
  pairs_[*use->relation].given.reserve(images == 1 ? facts : facts / images + facts / 16);
}

void Evaluation::Work::give(const Fact& fact, bool is_stated) {
  if (is_stated && given_.has_keys) give(fact, program_.find({fact.predicate, fact.graph, true}));
  const auto look = [&](const PredicateKey& predicate) { return program_.find(predicate); };
  const PredicateUse* const use = fact.graph.is_unbound() ? given_.uses.find(fact.predicate,
                                                                             [&] {
                                                                               return look({fact.predicate, kUnbound});
                                                                             })
                                                          : look({fact.predicate, fact.graph});
  give(fact, use);
}

void Evaluation::Work::give(const Fact& fact, const PredicateUse* use) {
  if (use == nullptr) return;
  if (use->relation) {
    const int owner = partition_.owner(fact.subject);
    if (owner == partition_.rank()) {
      pairs_[*use->relation].given.push_back({fact.subject, fact.object});
    } else {
      mail_.add(owner, Tag{Kind::given_pair}.word(),
                std::array{fact.subject.bits(), fact.object.bits(), std::uint64_t{*use->relation}});
    }
  }
  const auto give_its_class = [&](Huri thing, Huri value, const std::unordered_map<Huri, ClassId>& classes) {
    if (classes.empty()) return;
    const auto its = classes.find(value);
    if (its == classes.end()) return;
    const int owner = partition_.owner(thing);
    if (owner == partition_.rank()) return give_class(thing, its->second);
    mail_.add(owner, Tag{Kind::given_class}.word(), std::array{thing.bits(), std::uint64_t{its->second}});
  };
  give_its_class(fact.subject, fact.object, use->subject_classes);
  give_its_class(fact.object, fact.subject, use->object_classes);
}

void Evaluation::Work::give_class(Huri thing, ClassId its) {
  const Things::Number number = things_.number(thing);
  SetId& given = things_.given(number);
  given = given_.sets.unite(given, given_.of_classes[its]);
  things_.add(program_.sets(), number, gives_[its]);
}

void Evaluation::Work::receive(Tag tag, std::span<const std::uint64_t> words) {
  if (tag.kind == Kind::bindings) return receive_bindings(tag.number, tag.step, words);
  if (tag.kind == Kind::row) {
    Collecting& its = later_.collecting[tag.number];
    const std::size_t width = std::max<std::size_t>(its.width(), 1);
    for (; !words.empty(); words = words.subspan(width))
      its.add(std::span(reinterpret_cast<const Huri*>(words.data()), its.width()));
    return;
  }
  if (tag.kind == Kind::given_pair) {
    for (std::size_t i = 0; i < words.size(); i += 3)
      pairs_[words[i + 2]].given.push_back({Huri(words[i]), Huri(words[i + 1])});
    return;
  }
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const Huri thing(words[i]);
    const std::uint64_t other = words[i + 1];
    switch (tag.kind) {
      case Kind::given_class:
        give_class(thing, static_cast<ClassId>(other));
        break;
      case Kind::pair:
        pairs_[tag.number].candidates.add(rule_of_word(tag.step), {thing, Huri(other)});
        break;
      case Kind::found:
        later_.waiting[other].refuted[words[i]] = 1;
        break;
      case Kind::object:
        pairs_[tag.number].new_by_object.push_back({thing, Huri(other)});
        break;
      default:
        add_class(thing, static_cast<Giver>(other), tag.number);
    }
  }
}

// Nothing is sent to an owner twice. `source`: the rule of which a class is the head.
void Evaluation::Work::add_class(Huri thing, Giver giver, std::uint32_t source) {
  const SetId set = gives_[giver];
  if (set == 0) return;
  const int owner = partition_.owner(thing);
  if (owner == partition_.rank()) {
    const Things::Number number = things_.number(thing);
    if (source != kNoRule && !program_.sets().contains(things_.now(number), giver)) {
      RuleWork& work = progress_.of(source);
      ++(is_rdf(fact_of(program_.classes()[giver], thing)) ? work.found : work.dropped);
    }
    return things_.add(program_.sets(), number, set);
  }
  const Things::Number number = sent_.number(thing);
  const SetId before = sent_.now(number);
  sent_.add(program_.sets(), number, set);
  if (sent_.now(number) == before) return;
  mail_.add(owner, Tag{Kind::its_class, source}.word(), std::array{thing.bits(), std::uint64_t{giver}});
  progress_.of(source).sent_bytes += 2 * sizeof(std::uint64_t);
}

// The classes that follow from pairs by rules with one atom.
void Evaluation::Work::add_classes(RelationId number, const Run& pairs) {
  const Giver to_subject = to_subjects(number), to_object = to_objects(number);
  if (gives_[to_subject] == 0 && gives_[to_object] == 0) return;
  for (const KeyValue& pair : pairs) {
    add_class(pair.key, to_subject);
    add_class(pair.value, to_object);
  }
}

// The classes that new pairs are: those with the other thing as their value.
void Evaluation::Work::add_pairs_as_classes(RelationId number) {
  const PredicateUse& use = *program_.find(program_.relations()[number].predicate);
  const auto add = [&](Huri thing, Huri value, const std::unordered_map<Huri, ClassId>& classes) {
    if (const auto its = classes.find(value); its != classes.end()) add_class(thing, its->second);
  };
  if (use.subject_classes.empty() && use.object_classes.empty()) return;
  for (const KeyValue& pair : pairs_[number].new_by_subject) {
    add(pair.key, pair.value, use.subject_classes);
    add(pair.value, pair.key, use.object_classes);
  }
}

// Adds a pair to `mine`, or sends it to the owner of its key.
void Evaluation::Work::pass(const KeyValue& pair, Run& mine, Tag tag) {
  const int owner = partition_.owner(pair.key);
  if (owner == partition_.rank()) {
    mine.push_back(pair);
  } else {
    mail_.add(owner, tag.word(), std::array{pair.key.bits(), pair.value.bits()});
  }
}

// Adds the pairs that follow from pairs by rules with one atom to the candidates.
void Evaluation::Work::add_targets(RelationId number, const Run& pairs) {
  const Tag tag{Kind::pair, 0, kNoRuleWord};
  for (const Relation::Target& target : program_.relations()[number].targets) {
    Run& candidates = pairs_[target.relation].candidates.of_no_rule();
    if (!target.flips) {
      candidates.insert(candidates.end(), pairs.begin(), pairs.end());
      continue;
    }
    for (const KeyValue& pair : pairs) pass({pair.value, pair.key}, candidates, {tag.kind, target.relation, tag.step});
  }
}

// Notes new pairs. If joins search by object, the pairs are also sent to the owners of their objects.
void Evaluation::Work::take_new(RelationId number, Run pairs) {
  Pairs& its = pairs_[number];
  its.new_by_subject = std::move(pairs);
  add_pairs_as_classes(number);
  if (!program_.relations()[number].finds_by_object) return;
  const Tag tag{Kind::object, number};
  its.new_by_object.reserve(its.new_by_subject.size());
  for (const KeyValue& pair : its.new_by_subject) pass({pair.value, pair.key}, its.new_by_object, tag);
}

// After take_new() for all relations.
void Evaluation::Work::end_new() {
  deliver();
  for (Pairs& pairs : pairs_) sort_pairs_(pairs.new_by_object);
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
    pulse(given.size() / InferenceLimit::kPasses);
  }
  for (RelationId number = 0; number < relations.size(); ++number)
    if (pairs_[number].is_derived) pairs_[number].candidates.of_no_rule().reserve(expected[number]);
  for (RelationId number = 0; number < relations.size(); ++number) {
    const Run& given = pairs_[number].given;
    Run& own = pairs_[number].candidates.of_no_rule();
    if (pairs_[number].is_derived) own.insert(own.end(), given.begin(), given.end());
    add_targets(number, given);
  }
  deliver();
  for (RelationId number = 0; number < relations.size(); ++number) {
    Run all = pairs_[number].is_derived ? take_candidates(number) : std::exchange(pairs_[number].given, {});
    const std::size_t size = all.size(), given = pairs_[number].given.size();
    take_new(number, std::move(all));
    pulse(size / InferenceLimit::kPasses, pairs_[number].is_derived ? size - given : 0);
  }
  end_new();
}

void Evaluation::Work::run(const std::function<bool()>& goes_on, const std::function<bool()>& goes_on_after_round) {
  give_pairs();
  std::vector<Things::Number> changed = things_.take_changed();
  meet(false, 0);
  for (; progress_.stratum < program_.strata(); ++progress_.stratum) {
    if (!run_stratum(changed, goes_on_after_round)) return;
    if (progress_.stratum + 1 < program_.strata() && !goes_on()) return;
  }
}

// Rounds with the pipelines of this stratum and the lower ones, until they find nothing new. Those of this stratum see
// all facts in the first round, which are old but in the lowest stratum. Returns false if `goes_on` does.
bool Evaluation::Work::run_stratum(std::vector<Things::Number>& changed, const std::function<bool()>& goes_on) {
  bool begins = true;
  for (bool is_new = true; is_new; ++results.counts.rounds) {
    make_room();
    run_pipelines(changed);
    if (begins) begin_stratum();
    end_pipelines(std::exchange(begins, false));
    close_transitive();
    integrate(changed);
    changed = things_.take_changed();
    is_new = meet(!changed.empty(), results.counts.rounds + 1);
    if (goes_on && !goes_on()) return false;
  }
  return true;
}

void Evaluation::Work::for_each_new(Huri predicate, const std::function<void(Huri, Huri)>& use) const {
  const PredicateUse* const its = program_.find({predicate, kUnbound});
  if (its == nullptr || !its->relation) return;
  for (const KeyValue& pair : pairs_[*its->relation].new_by_subject) use(pair.key, pair.value);
}

void Evaluation::Work::begin_stratum() {
  if (!partition_.is_first()) return;
  for (const std::uint32_t plan : plans_.of_strata) {
    const Pipeline& pipeline = *plans_.all[plan].pipeline;
    Bindings bindings(pipeline.variables);
    if (pipeline.stratum == progress_.stratum) step(plan, 0, bindings);
  }
}

// The images tell each other whether they have anything new, and how many pairs. Returns true if any has. `round`: the
// one that ends; 0: none has begun.
bool Evaluation::Work::meet(bool has_changed, std::uint32_t round) {
  // Is anything new; pairs given, and all; derivations.
  std::vector<std::uint64_t> mine{has_changed ? 1u : 0u, 0, 0, results.counts.candidates};
  for (const Pairs& pairs : pairs_) {
    if (!pairs.new_by_subject.empty()) mine[0] = 1;
    if (!pairs.is_derived) continue;
    mine[1] += pairs.given.size();
    mine[2] += pairs.by_subject.size() + pairs.new_by_subject.size();
  }
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    if (!program_.relations()[number].is_transitive) continue;
    mine.push_back(pairs_[number].new_by_subject.empty() ? 0 : 1);
    mine.push_back(pairs_[number].is_closed ? 0 : 1);
  }
  const std::vector<std::uint64_t> gathered = partition_.gather(mine);
  std::vector<std::uint64_t> all(mine.size());
  for (std::size_t i = 0; i < gathered.size(); ++i) all[i % mine.size()] += gathered[i];
  auto next = all.begin() + 4;
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    if (!program_.relations()[number].is_transitive) continue;
    pairs_[number].has_new = *next++ != 0;
    pairs_[number].is_closed = *next++ == 0;
  }
  if (all[2] - all[1] > limit_.facts) refuse();
  if (round > 0) {
    count_round(round);
    limit_.end_round({round, all[3]});
  }
  progress_.of_rules.clear();
  return all[0] != 0;
}

void Evaluation::Work::count_round(std::uint32_t round) {
  EvaluationCounts& counts = results.counts;
  counts.of_rules.resize(std::max(counts.of_rules.size(), progress_.of_rules.size()));
  for (std::uint32_t source = 0; source < progress_.of_rules.size(); ++source) {
    const RuleWork& work = progress_.of_rules[source];
    counts.of_rules[source] += work;
    if (work.derivations > 0) counts.rule_rounds.push_back({source, round});
  }
}

// Collective. Names the rule that has derived most in this round.
void Evaluation::Work::refuse() const {
  std::vector<std::uint64_t> mine(limit_.rules);
  for (std::size_t i = 0; i < std::min(mine.size(), progress_.of_rules.size()); ++i)
    mine[i] = progress_.of_rules[i].derivations;
  const std::vector<std::uint64_t> gathered = partition_.gather(mine);
  std::vector<std::uint64_t> all(limit_.rules);
  for (std::size_t i = 0; i < gathered.size(); ++i) all[i % all.size()] += gathered[i];
  const auto most = std::max_element(all.begin(), all.end());
  if (most == all.end() || *most == 0) limit_.refuse();
  limit_.refuse(static_cast<std::uint32_t>(most - all.begin()), results.counts.rounds + 1);
}

// Bindings travel to the owner of what their next step looks up, all those of a step together.
void Evaluation::Work::run_pipelines(std::span<const Things::Number> changed) {
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    for (const std::uint32_t plan : plans_.of_relations[number])
      if (is_in_stratum(plan)) run_from_pairs(plan, pairs_[number]);
  }
  run_from_things(changed);
  if (program_.same()) find_same();
}

// Each new value of a key is the same as the first one: enough for the caller, who unites them.
void Evaluation::Work::find_same() {
  const auto relations = program_.relations();
  const auto find = [&](const PairRuns& old, const Run& found, std::uint32_t source) {
    for (auto begin = found.begin(); begin != found.end();) {
      Huri first = begin->value;
      bool is_known = false;
      old.for_each(begin->key, [&](Huri value) { first = std::exchange(is_known, true) ? first : value; });
      auto end = begin;
      for (; end != found.end() && end->key == begin->key; ++end) {
        if (++progress_.steps % kPulseSteps == 0) pulse();
        if (end->value != first) add_candidate(*program_.same(), {end->value, first}, source);
      }
      begin = end;
    }
  };
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    const Pairs& its = pairs_[number];
    if (const auto source = relations[number].same_objects) find(its.by_subject, its.new_by_subject, *source);
    if (const auto source = relations[number].same_subjects) find(its.by_object, its.new_by_object, *source);
  }
}

// Until no bindings are under way. Then the solutions that wait are done. Pipelines that run once have some at the
// beginning of a stratum alone.
void Evaluation::Work::end_pipelines(bool begins) {
  send_all();
  if (later_.waiting.empty() && later_.collecting.empty()) return;
  const auto has_some = [&](const Pipeline& pipeline) {
    return pipeline.runs_once ? begins && pipeline.stratum == progress_.stratum : pipeline.stratum <= progress_.stratum;
  };
  for (Waiting& its : later_.waiting)
    if (its.solutions.variables() == its.pipeline->variables && has_some(*its.pipeline)) compute(its);
  test_waiting();
  for (Waiting& its : later_.waiting) {
    const Timed timed(progress_, its.pipeline->source);
    for (std::size_t row = 0; row < its.solutions.size(); ++row)
      if (its.refuted[row] == 0) emit(*its.pipeline, its.solutions.bindings(row));
    its.solutions.clear();
  }
  if (begins) end_collecting();
}

// Collective.
void Evaluation::Work::compute(Waiting& waiting) {
  const Pipeline& pipeline = *waiting.pipeline;
  const Timed timed(progress_, pipeline.source);
  Solutions& solutions = waiting.solutions;
  if (!pipeline.computations.empty()) {
    QUADRILLE_ASSERT(later_.computing, "computations need the terms");
    later_.computing->run(pipeline.computations, solutions);
  }
  if (!pipeline.same.empty()) {
    solutions.filter([&](std::size_t row) {
      return std::all_of(pipeline.same.begin(), pipeline.same.end(), [&](const auto& pair) {
        return solutions.value(pair.first, row) == solutions.value(pair.second, row);
      });
    });
  }
  for (std::uint32_t number = 0; number < pipeline.blanks.size(); ++number) {
    const std::span<Huri> column = solutions.column(pipeline.blanks[number]);
    std::vector<Huri> name;
    for (std::size_t row = 0; row < solutions.size(); ++row) {
      name.assign(1, Huri(std::uint64_t{pipeline.source} << 32 | number));
      for (const Slot& slot : pipeline.identity) name.push_back(solutions.value(slot, row));
      column[row] = later_.terms->blank_of(name);
    }
    later_.terms->make_canonical(partition_, column);
  }
}

// Each waiting solution searches for its negations. Its place, with that of its pipeline, and its image are two more
// bindings, so that the image with a match can report it.
void Evaluation::Work::test_waiting() {
  for (Waiting& its : later_.waiting) its.refuted.assign(its.solutions.size(), 0);
  if (plans_.of_absent.empty()) return;
  for (std::uint32_t number = 0; number < later_.waiting.size(); ++number) {
    const Waiting& its = later_.waiting[number];
    for (const Pipeline& absent : its.pipeline->absent) {
      for (std::size_t row = 0; row < its.solutions.size(); ++row) {
        Bindings bindings = its.solutions.bindings(row);
        bindings.emplace_back(std::uint64_t{number} << kPlaceBits | row);
        bindings.emplace_back(static_cast<std::uint64_t>(partition_.rank()));
        step(plans_.of_absent.at(&absent), 0, bindings);
      }
    }
  }
  send_all();
  for (Waiting& its : later_.waiting) {
    if (!plans_.of_absent.contains(its.pipeline)) continue;
    later_.computing->run(its.pipeline->computations, its.solutions);
    for (std::size_t row = 0; row < its.solutions.size(); ++row) refute(its.solutions.bindings(row));
    its.solutions.clear();
  }
  send_all();
}

void Evaluation::Work::refute(std::span<const Huri> bindings) {
  const std::uint64_t word = bindings[bindings.size() - 2].bits();
  const std::uint64_t number = word >> kPlaceBits, row = word & ((std::uint64_t{1} << kPlaceBits) - 1);
  const auto image = static_cast<int>(bindings.back().bits());
  if (image == partition_.rank()) {
    later_.waiting[number].refuted[row] = 1;
  } else {
    mail_.add(image, Tag{Kind::found}.word(), std::array{row, number});
  }
}

// Gives a solution to the image that has its group.
void Evaluation::Work::collect(const Pipeline& pipeline, const Bindings& bindings) {
  Collecting& its = later_.collecting[*pipeline.collector];
  std::vector<Huri> row;
  for (const Slot& slot : pipeline.row) row.push_back(value_of(slot, bindings));
  const int owner = its.owner(row);
  if (owner == partition_.rank()) return its.add(row);
  if (row.empty()) row.push_back(kUnbound);
  mail_.add(owner, Tag{Kind::row, *pipeline.collector}.word(),
            std::span(reinterpret_cast<const std::uint64_t*>(row.data()), row.size()));
}

// The results of the subqueries of this stratum, as facts of new things. Collective.
void Evaluation::Work::end_collecting() {
  if (later_.collecting.empty()) return;
  send_all();
  for (std::size_t number = 0; number < later_.collecting.size(); ++number) {
    const Program::Collected& collected = program_.collected()[number];
    if (collected.collector->stratum != progress_.stratum) continue;
    const Solutions rows = later_.collecting[number].finish(*later_.computing);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const Huri thing = Huri::make_volatile(
          HuriKind::special, static_cast<std::uint64_t>(partition_.rank()) << kPlaceBits | later_.things++);
      for (std::size_t column = 0; column < collected.columns.size(); ++column) {
        if (!collected.columns[column]) continue;
        pairs_[*collected.columns[column]].candidates.add(
            kNoRule, {thing, rows.column(collected.collector->columns[column].variable)[row]});
      }
    }
  }
}

void Evaluation::Work::run_from_pairs(std::uint32_t plan, const Pairs& pairs) {
  const Plan& its = plans_.all[plan];
  const Timed timed(progress_, its.pipeline->source);
  const Goal& goal = its.pipeline->body[its.first];
  const Slot& key = its.begins_by_object ? goal.object : goal.subject;
  const Slot& value = its.begins_by_object ? goal.subject : goal.object;
  Bindings bindings(its.pipeline->variables);
  for (const KeyValue& pair : its.begins_by_object ? pairs.new_by_object : pairs.new_by_subject) {
    if (key == value && pair.key != pair.value) continue;
    bindings[key.number()] = pair.key;
    bindings[value.number()] = pair.value;
    step(plan, 0, bindings);
  }
}

void Evaluation::Work::run_from_things(std::span<const Things::Number> changed) {
  constexpr std::size_t kThingsAtOnce = 1 << 14;
  if (changed.empty()) return;
  std::vector<std::vector<Things::Number>> begins(plans_.all.size());
  for (; !changed.empty(); changed = changed.subspan(std::min(changed.size(), kThingsAtOnce))) {
    for (const Things::Number number : changed.first(std::min(changed.size(), kThingsAtOnce))) {
      const SetId old = things_.old(number);
      for (const ClassId its : program_.sets().classes(things_.now(number))) {
        if (plans_.of_classes[its].empty() || program_.sets().contains(old, its)) continue;
        for (const std::uint32_t plan : plans_.of_classes[its])
          if (is_in_stratum(plan)) begins[plan].push_back(number);
      }
    }
    for (std::uint32_t plan = 0; plan < begins.size(); ++plan) {
      run_from_things(plan, begins[plan]);
      begins[plan].clear();
    }
  }
}

void Evaluation::Work::run_from_things(std::uint32_t plan, std::span<const Things::Number> things) {
  if (things.empty()) return;
  const Pipeline& pipeline = *plans_.all[plan].pipeline;
  const Timed timed(progress_, pipeline.source);
  const Slot& thing = pipeline.body[plans_.all[plan].first].subject;
  for (const Things::Number number : things) {
    Bindings bindings(pipeline.variables);
    if (!thing.is_variable() && thing.constant() != things_.thing(number)) continue;
    if (thing.is_variable()) bindings[thing.number()] = things_.thing(number);
    step(plan, 0, bindings);
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

// Goes on with the step where its facts are.
void Evaluation::Work::step(std::uint32_t plan, std::size_t next, Bindings& bindings) {
  const Plan& its = plans_.all[plan];
  if (++progress_.steps % kPulseSteps == 0) pulse();
  if (next == its.steps.size()) return end_of(its, bindings);
  if (partition_.is_alone()) return look_up(plan, next, bindings);
  const auto send = [&](int image) {
    static const Bindings kNothing{kUnbound};
    const Bindings& values = bindings.empty() ? kNothing : bindings;
    progress_.of(its.pipeline->source).sent_bytes += values.size() * sizeof(Huri);
    mail_.add(image, Tag{Kind::bindings, plan, static_cast<std::uint16_t>(next)}.word(),
              std::span(reinterpret_cast<const std::uint64_t*>(values.data()), values.size()));
  };
  if (its.steps[next].access == Access::scan) {
    for (int image = 0; image < partition_.size(); ++image)
      if (image != partition_.rank()) send(image);
    return look_up(plan, next, bindings);
  }
  const int owner = partition_.owner(value_of(its.key_of(its.steps[next]), bindings));
  owner == partition_.rank() ? look_up(plan, next, bindings) : send(owner);
}

void Evaluation::Work::receive_bindings(std::uint32_t plan, std::size_t step, std::span<const std::uint64_t> words) {
  const Timed timed(progress_, plans_.all[plan].pipeline->source);
  const bool is_absent = plans_.of_absent.contains(plans_.all[plan].pipeline);
  const std::size_t variables = plans_.all[plan].pipeline->variables + (is_absent ? 2 : 0);
  const std::size_t size = std::max<std::size_t>(variables, 1);
  Bindings bindings(variables);
  for (; !words.empty(); words = words.subspan(size)) {
    for (std::size_t i = 0; i < variables; ++i) bindings[i] = Huri(words[i]);
    look_up(plan, step, bindings);
  }
}

void Evaluation::Work::look_up(std::uint32_t plan, std::size_t next, Bindings& bindings) {
  const Step& its = plans_.all[plan].steps[next];
  const Goal& goal = plans_.all[plan].goal_of(its);
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

void Evaluation::Work::end_of(const Plan& plan, const Bindings& bindings) {
  const Pipeline& pipeline = *plan.pipeline;
  if (!all_differ(pipeline.different, bindings)) return;
  const bool is_absent = bindings.size() > pipeline.variables;
  if (is_absent && !all_same(pipeline.same, bindings)) return;
  if (is_absent ? pipeline.computations.empty() : pipeline.is_plain())
    return is_absent ? refute(bindings) : emit(pipeline, bindings);
  later_.waiting[later_.numbers.at(&pipeline)].solutions.add(bindings);
}

void Evaluation::Work::emit(const Pipeline& pipeline, const Bindings& bindings) {
  ++results.counts.candidates;
  if (pipeline.collector) return collect(pipeline, bindings);
  if (pipeline.is_constraint())
    results.contradictions.add(pipeline.source, [&] { return facts_of(pipeline, bindings); });
  for (const Goal& head : pipeline.heads) emit(pipeline, head, bindings);
  for (const Atom& head : pipeline.loose_heads) results.loose.insert(fact_of(head, bindings));
}

void Evaluation::Work::emit(const Pipeline& pipeline, const Goal& head, const Bindings& bindings) {
  const Huri subject = value_of(head.subject, bindings), object = value_of(head.object, bindings);
  if (!head.relation) {
    ++progress_.of(pipeline.source).derivations;
    found_.push_back({subject, head.its_class, pipeline.source});
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
  ++progress_.of(source).derivations;
  its.candidates.add(source, pair);
  if (its.candidates.size() <= its.room) return;
  its.candidates.remove_known(sort_pairs_, its.by_subject);
  if (its.candidates.size() > limit_.facts + its.new_by_subject.size())
    limit_.refuse(source, results.counts.rounds + 1);
  its.room = std::max(its.room, 2 * its.candidates.size());
}

// To their owners.
void Evaluation::Work::send_candidates() {
  if (partition_.is_alone()) return;
  const auto is_foreign = [&](const KeyValue& pair) { return !partition_.owns(pair.key); };
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    pairs_[number].candidates.take_out(is_foreign, [&](std::uint32_t source, Run& foreign) {
      sort_pairs_(foreign);
      const std::uint64_t tag = Tag{Kind::pair, number, rule_word(source)}.word();
      for (const KeyValue& pair : foreign)
        mail_.add(partition_.owner(pair.key), tag, std::array{pair.key.bits(), pair.value.bits()});
      progress_.of(source).sent_bytes += foreign.size() * sizeof(KeyValue);
    });
  }
}

// All images compute the closure, and each takes the pairs of its subjects.
void Evaluation::Work::close_transitive() {
  for (RelationId number = 0; number < pairs_.size(); ++number) {
    const Relation& its = program_.relations()[number];
    Pairs& pairs = pairs_[number];
    const bool was_closed = std::exchange(pairs.is_closed, false);
    if (!its.is_transitive || was_closed || !pairs.has_new) continue;
    pairs.is_closed = pairs.candidates.size() == 0;  // if integrate() finds no others
    const Timed timed(progress_, its.transitive_source);
    std::vector<Pair> edges;
    edges.reserve(pairs.new_by_subject.size());
    for (const KeyValue& pair : pairs.new_by_subject) edges.push_back({pair.key, pair.value});
    edges = partition_.gather(edges);
    pairs.edges.insert(pairs.edges.end(), edges.begin(), edges.end());
    const auto is_mine = [&](Huri subject) { return partition_.owns(subject); };
    transitive_closure(pairs.edges, kClosureBytes, is_mine, [&](Huri subject, std::span<const Huri> objects) {
      progress_.steps += objects.size();
      if (progress_.steps >= kPulseSteps) progress_.steps = 0, pulse();
      for (const Huri object : objects) {
        if (its.drops_loops && object == subject) continue;
        add_candidate(number, {subject, object}, its.transitive_source);
      }
    });
  }
}

// Those that are new, which are counted for the rules.
Run Evaluation::Work::take_candidates(RelationId number) {
  const PredicateKey& predicate = program_.relations()[number].predicate;
  Pairs& pairs = pairs_[number];
  return pairs.candidates.take(sort_pairs_, pairs.by_subject, [&](std::uint32_t source, const Run& found) {
    if (source == kNoRule) return;
    const auto dropped = static_cast<std::uint64_t>(std::count_if(found.begin(), found.end(), [&](const KeyValue& its) {
      return !is_rdf({its.key, predicate.predicate, its.value, predicate.graph});
    }));
    progress_.of(source).found += found.size() - dropped;
    progress_.of(source).dropped += dropped;
  });
}

// Ends a round: what was new becomes old, and the candidates that are not known become new.
void Evaluation::Work::integrate(const std::vector<Things::Number>& changed) {
  const auto relations = program_.relations();
  things_.end_round(changed);
  for (Pairs& pairs : pairs_) pairs.end_round();
  for (const ClassOf& its : std::exchange(found_, {})) add_class(its.thing, its.giver, its.source);
  send_candidates();
  deliver();
  // New pairs, and what follows from each by rules with one atom.
  std::vector<Run> own(relations.size());
  for (RelationId number = 0; number < relations.size(); ++number) {
    own[number] = take_candidates(number);
    add_classes(number, own[number]);
    pulse();
  }
  for (RelationId number = 0; number < relations.size(); ++number) add_targets(number, own[number]);
  deliver();
  for (RelationId number = 0; number < relations.size(); ++number) {
    Run found = pairs_[number].candidates.take(sort_pairs_);
    if (found.empty()) {
      found = std::move(own[number]);
    } else {
      const std::size_t before = own[number].size();
      found.insert(found.end(), own[number].begin(), own[number].end());
      sort_pairs_(found);
      pairs_[number].by_subject.remove_known(found);
      if (found.size() > before) pairs_[number].is_closed = false;
    }
    const std::size_t size = found.size();
    take_new(number, std::move(found));
    pulse(0, size);
  }
  end_new();
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
  for (const Class& its : program_.classes()) {
    const bool has_pairs = program_.find(its.predicate)->relation.has_value();
    wanted.push_back(!has_pairs && !its.predicate.is_given && is_wanted(its.predicate, its.value) ? 1 : 0);
  }
  std::unordered_map<std::uint64_t, std::vector<ClassId>> differences;
  const auto difference = [&](SetId now, SetId given) -> const std::vector<ClassId>& {
    const auto [place, is_new] = differences.try_emplace(std::uint64_t{now} << 32 | given);
    if (is_new) {
      for (const ClassId its : program_.sets().classes(now))
        if (wanted[its] != 0 && !given_.sets.contains(given, its)) place->second.push_back(its);
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

RuleWork& RuleWork::operator+=(const RuleWork& other) {
  derivations += other.derivations;
  found += other.found;
  dropped += other.dropped;
  sent_bytes += other.sent_bytes;
  seconds += other.seconds;
  return *this;
}

void InferenceLimit::refuse(std::uint32_t source, std::uint32_t round) const {
  if (source >= rules) refuse();  // kNoRule
  fail(ErrorKind::memory,
       "more than {} quads follow by the rules: in round {} {} adds more (the limit is --max-inferred)", facts + before,
       round, name_of(source));
}
void InferenceLimit::refuse() const {
  fail(ErrorKind::memory, "more than {} quads follow by the rules (the limit is --max-inferred)", facts + before);
}

Evaluation::Evaluation(Program& program, const InferenceLimit& limit, const Partition& partition, RuleTerms* terms)
    : work_(std::make_unique<Work>(program, limit, partition, terms)) {}
Evaluation::~Evaluation() = default;

void Evaluation::expect(Huri predicate, std::size_t facts) {
  work_->expect(predicate, facts);
}
void Evaluation::give(const Fact& fact, bool is_stated) {
  work_->give(fact, is_stated);
}
void Evaluation::deliver() {
  work_->deliver();
}
void Evaluation::run(const std::function<bool()>& goes_on, const std::function<bool()>& goes_on_after_round) {
  work_->run(goes_on, goes_on_after_round);
}
void Evaluation::for_each_new(Huri predicate, const std::function<void(Huri, Huri)>& use) const {
  work_->for_each_new(predicate, use);
}
void Evaluation::for_each_inferred(const Selection& is_wanted, const std::function<void(const Fact&)>& use) const {
  work_->for_each_inferred(is_wanted, use);
}
const EvaluationCounts& Evaluation::counts() const {
  return work_->results.counts;
}
const Contradictions& Evaluation::contradictions() const {
  return work_->results.contradictions;
}
const std::set<Fact>& Evaluation::loose() const {
  return work_->results.loose;
}

}  // namespace quadrille::inferencer
