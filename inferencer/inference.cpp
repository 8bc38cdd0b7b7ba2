#include "inferencer/inference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_set>

#include "base/sort_different.hpp"
#include "inferencer/fact_closure.hpp"
#include "inferencer/predicate_memo.hpp"
#include "inferencer/rule_parts.hpp"
#include "inferencer/rule_sets.hpp"
#include "inferencer/strata.hpp"
#include "inferencer/word_mail.hpp"

namespace quadrille::inferencer {

namespace {

std::vector<Fact> body_facts(const Rule& rule, const Bindings& bindings) {
  std::vector<Fact> facts;
  for (const Atom& atom : rule.body) facts.push_back(fact_of(atom, bindings));
  return facts;
}

// The work on one set of facts. What was found in one compilation is known to the next.
class Inferring {
 public:
  // `equal`: nullptr, or the classes whose representatives the facts have.
  Inferring(const Partition& partition, const parser::RuleSet& set, const ImageFacts& image,
            std::optional<std::uint64_t> most, const EqualTerms* equal)
      : partition_(partition),
        parts_(set, image.huri_of, equal != nullptr),
        image_(image),
        most_(most),
        equality_{.terms = equal} {
    limit_.rules = set.rules.size();
    limit_.name_of = [&set](std::uint32_t source) { return name_of(set, source); };
    limit_.pulse = image.pulse;
    limit_.account = image.account;
    limit_.end_round = image.end_round;
    for (const Rule* const block : parts_.data_blocks) {
      const Bindings blanks = blanks_of_data(*block);
      for (const Atom& atom : block->head) known_.insert(fact_of(atom, blanks));
    }
  }

  // nullopt: there are same_pairs(), and nothing has been added. `stops_early`: after the first round that finds some.
  std::optional<Inference> run(bool stops_early) {
    equality_.stops_early = stops_early;
    look_at_given();
    if (finds_same()) return std::nullopt;
    while (compile_and_evaluate()) {
    }
    if (equality_.found) return std::nullopt;
    for (const Fact& fact : found_) take(fact);
    if (partition_.is_first())
      for (const Fact& fact : known_) take(fact);
    refuse_same_classes();
    result_.limit = limit_.facts + limit_.before;
    result_.add_up(partition_);
    if (result_.counts.inferred > limit_.facts) limit_.refuse();
    return std::move(result_);
  }

  // Of this image: terms that are the same and have not one class.
  const TermPairs& same_pairs() const { return equality_.pairs; }

  // False: there are same_pairs().
  bool compile_alone(const std::function<void(const CompiledRules&)>& use) {
    look_at_given();
    if (finds_same()) return false;
    const FactIndex schema_facts = close_schema();
    CompiledRules compiled;
    compile(schema_facts, compiled);
    compiled.all = result_.rules;
    compiled.collectors = rules_.collectors;
    compiled.words = parts_.words();
    compiled.schema = schema_facts.facts().size();
    compiled.rows_of_given = given_.rows;
    use(compiled);
    return true;
  }

 private:
  // The same on all images.
  Bindings blanks_of_data(const Rule& rule) {
    Bindings blanks(rule.variables);
    const auto number = static_cast<std::uint64_t>(&rule - rules_.all.data()) << 32;
    for (std::size_t i = 0; i < blanks.size(); ++i)
      blanks[i] = image_.terms->blank_of(std::array{kUnbound, Huri(number | i)});
    if (!blanks.empty()) image_.terms->make_canonical(partition_, blanks);
    return blanks;
  }

  // Notes a fact that find_strata() has left out.
  void look_at_class(const Fact& fact) {
    const std::vector<Huri>& fixed = given_.fixed_classes;
    if (fact.predicate != schema_.same_as() || fact.subject == fact.object) return;
    if (std::binary_search(fixed.begin(), fixed.end(), fact.subject) ||
        std::binary_search(fixed.begin(), fixed.end(), fact.object))
      given_.same_class = fact;
  }

  // Collective.
  void refuse_same_classes() {
    if (!partition_.any(given_.same_class.has_value())) return;
    fail(ErrorKind::unsupported,
         "a class of the rules is owl:sameAs another term; with NOT, SET, blank nodes in heads or subqueries in rules "
         "this is not supported yet: state owl:equivalentClass instead");
  }

  void note_same(const Fact& fact) {
    if (equality_.terms != nullptr && fact.predicate == schema_.same_as() && fact.subject != fact.object)
      equality_.pairs.emplace_back(fact.subject, fact.object);
  }
  // Collective.
  bool finds_same() {
    if (equality_.terms == nullptr) return false;
    if (partition_.is_first())
      for (const Fact& fact : known_) note_same(fact);
    return equality_.found = partition_.any(!equality_.pairs.empty());
  }
  // Likewise.
  bool finds_same(const Evaluation& evaluation) {
    if (equality_.terms == nullptr) return false;
    const Huri same_as = schema_.same_as();
    evaluation.for_each_inferred([&](const PredicateKey& its, Huri) { return its.predicate == same_as; },
                                 [&](const Fact& fact) { note_same(fact); });
    evaluation.for_each_new(same_as, [&](Huri subject, Huri object) { note_same({subject, same_as, object}); });
    return finds_same();
  }
  // Collective. True if the last round has found some.
  bool has_new_same(const Evaluation& evaluation) const {
    bool has = false;
    evaluation.for_each_new(schema_.same_as(), [&](Huri subject, Huri object) { has = has || subject != object; });
    return partition_.any(has);
  }
  // A fact of a class with itself, which has a row anyway.
  bool is_of_class(const Fact& fact) const {
    return equality_.terms != nullptr && fact.predicate == schema_.same_as() &&
           !equality_.terms->members(fact.subject).empty();
  }

  // Passes on a fact that was found and not given.
  void take(const Fact& fact) {
    if (is_of_class(fact)) return;
    if (!given_.fixed_classes.empty()) look_at_class(fact);
    if (schema_.is_local(fact.predicate)) return;
    if (!is_rdf(fact)) {
      ++result_.counts.dropped;
      return;
    }
    if (++result_.counts.inferred > limit_.facts) limit_.refuse();
    image_.add(fact);
  }

  // Notes the given facts of the schema, and the predicates.
  void look_at_given() {
    struct PredicateRows {
      Huri predicate;
      std::uint64_t rows;
    };
    struct Of {
      bool may_be_schema, may_name, is_same_as;
      std::size_t rows = 0;
    };
    PredicateMemo<Of> predicates;
    std::vector<Fact> naming;
    image_.for_each([&](std::span<const TripleRow> rows) {
      for (const TripleRow& row : rows) {
        Of& of = predicates.find(row[1], [&] {
          return Of{schema_.may_have(row[1]), schema_.may_name_predicate(row[1]), row[1] == schema_.same_as()};
        });
        ++of.rows;
        if (of.is_same_as) note_same({row[0], row[1], row[2]});
        if (!of.may_be_schema && !of.may_name) continue;
        const Fact fact{row[0], row[1], row[2]};
        if (schema_.has(fact)) {
          given_.schema.push_back(fact);
        } else if (of.may_name) {
          naming.push_back(fact);
        }
      }
      limit_.pulse(rows.size() / InferenceLimit::kPasses, 0);
    });
    const std::uint64_t of_graphs = look_at_given_graphs();
    std::vector<PredicateRows> of_image;
    for (const auto& [predicate, of] : predicates.all()) of_image.push_back({predicate, of.rows});
    std::uint64_t rows = of_graphs;
    for (const PredicateRows& of : partition_.gather(of_image)) {
      given_.rows[of.predicate] += of.rows;
      rows += of.rows;
    }
    const std::uint64_t most = most_.value_or(most_inferred(rows));
    result_.given = rows;
    limit_.before = std::min(image_.found_before, most);
    limit_.facts = most - limit_.before;
    given_.schema = partition_.gather(given_.schema);
    possible_ = parts_.possible_predicates(all_stated(), given_.schema);
    std::erase_if(naming, [&](const Fact& fact) { return !schema_.names_predicate(fact, possible_); });
    naming = partition_.gather(naming);
    given_.schema.insert(given_.schema.end(), naming.begin(), naming.end());
  }

  // Notes the predicates of the given quads of named graphs. Returns the number of the quads, of all images.
  std::uint64_t look_at_given_graphs() {
    if (!parts_.graphs.used) return 0;
    constexpr std::size_t kMostGraphs = 10'000;
    std::uint64_t rows = 0;
    std::set<PredicateKey> keys;
    PredicateKey last{};
    image_.for_each_quad([&](std::span<const QuadRow> quads) {
      for (const QuadRow& quad : quads) {
        const PredicateKey key{quad[1], quad[3]};
        if (key == last) continue;
        last = key;
        if (parts_.graphs.has(key.graph)) keys.insert(key);
      }
      rows += quads.size();
      limit_.pulse(0, 0);
    });
    given_.graphs.keys = partition_.gather(std::vector<PredicateKey>(keys.begin(), keys.end()));
    sort_different(given_.graphs.keys);
    given_.graphs.names = parts_.graphs.names;
    for (const PredicateKey& key : given_.graphs.keys) given_.graphs.names.push_back(key.graph);
    sort_different(given_.graphs.names);
    if (parts_.graphs.any && given_.graphs.names.size() > kMostGraphs) {
      fail(ErrorKind::unsupported,
           "the rules have GRAPH with a variable, and there are {} graphs; the most is {} (--rule-graphs each applies "
           "rules without GRAPH to each graph)",
           given_.graphs.names.size(), kMostGraphs);
    }
    return partition_.sum(rows);
  }

  // Returns true if the schema has grown.
  bool compile_and_evaluate() {
    ++result_.compilations;
    const FactIndex schema_facts = close_schema();
    if (finds_same()) return false;
    find_contradictions(schema_facts);
    CompiledRules compiled;
    const std::vector<Fact> of_literals = compile(schema_facts, compiled);
    compiled.rules = {};  // the program has them
    Evaluation evaluation(*compiled.program, limit_, partition_, image_.terms);
    for (const Fact& fact : of_literals) evaluation.give(fact, false);
    give_all(evaluation);
    std::function<bool()> goes_on_after_round;
    if (equality_.terms != nullptr && equality_.stops_early)
      goes_on_after_round = [&] { return !has_new_same(evaluation); };
    evaluation.run([&] { return !partition_.any(has_new_schema(evaluation) || has_new_loose(evaluation)); },
                   goes_on_after_round);
    result_.counts = evaluation.counts();
    if (finds_same(evaluation)) return false;
    result_.contradictions.add(evaluation.contradictions());
    const bool has_grown = end(evaluation);
    if (!has_grown) complete_contradictions(schema_facts);
    return has_grown;
  }

  // The given facts of the schema, and what follows from it alone.
  FactIndex close_schema() {
    FactClosure closure(parts_.of_schema);
    for (const Fact& fact : given_.schema) closure.add(fact);
    const std::size_t given = closure.facts().size();
    for (const Fact& fact : known_)
      if (is_of_schema(fact)) closure.add(fact);
    closure.close();
    for (const Fact& fact : closure.facts().subspan(given)) {
      known_.insert(fact);
      found_.erase(fact);
    }
    result_.schema.clear();
    for (const Fact& fact : closure.facts())
      if (!schema_.is_local(fact.predicate)) result_.schema.push_back(fact);
    return FactIndex({closure.facts().begin(), closure.facts().end()});
  }

  // Returns the facts about literals that the rules need, of this image.
  std::vector<Fact> compile(const FactIndex& schema_facts, CompiledRules& compiled) {
    std::vector<PredicateKey> stated = all_stated();
    possible_ = parts_.possible_predicates(stated, schema_facts.facts());
    std::vector<Huri> graphs = given_.graphs.names;
    for (const PredicateKey& key : stated)
      if (parts_.graphs.any && !schema_.is_local(key.predicate) && key.graph.is_iri()) graphs.push_back(key.graph);
    sort_different(graphs);
    const std::vector<Rule> special = specialise(parts_.of_data, schema_, schema_facts, {possible_, graphs});
    result_.rules = special.size();
    compile(special, stated, compiled);
    std::vector<Fact> of_literals = facts_of_literals(*compiled.program, schema_facts);
    std::vector<Huri> their_predicates;
    for (const Fact& fact : of_literals) their_predicates.push_back(fact.predicate);
    sort_different(their_predicates);
    their_predicates = partition_.gather(their_predicates);
    if (!their_predicates.empty()) {
      for (const Huri predicate : their_predicates) stated.push_back({predicate, kUnbound});
      compile(special, stated, compiled);
    }
    return of_literals;
  }

  void compile(std::span<const Rule> special, std::span<const PredicateKey> stated, CompiledRules& compiled) {
    compiled.rules = useful_rules(special, rules_.collectors, stated);
    given_.fixed_classes = find_strata(parts_.set, compiled.rules, rules_.collectors, parts_.words());
    const Huri same_as = equality_.terms != nullptr ? schema_.same_as() : kUnbound;
    compiled.program.emplace(compiled.rules, rules_.collectors, stated, same_as);
  }

  // About the literals that this image was given, and those of the schema.
  std::vector<Fact> facts_of_literals(const Program& program, const FactIndex& schema_facts) {
    const std::optional<LiteralWords>& words = parts_.literals;
    if (!words) return {};
    const bool has_equal = equality_.has_classes() && equality_.terms->has_literals();
    const LiteralNeeds needs(program, *words, has_equal);
    if (!needs.any()) return {};
    LiteralFacts literals(needs, *words);
    const auto& for_each = image_.for_each_literal ? image_.for_each_literal : image_.for_each;
    for_each([&](std::span<const TripleRow> rows) {
      literals.add(rows);
      limit_.pulse(0, 0);
    });
    if (partition_.is_first()) {
      for (const Fact& fact : schema_facts.facts())
        if (fact.object.is_literal()) literals.add(fact.object);
      if (has_equal)
        for (const EqualTerms::Member& its : equality_.terms->all())
          if (its.term.is_literal()) literals.add(its.term);
    }
    if (image_.terms != nullptr) image_.terms->fetch(partition_, literals.huris());
    std::vector<Fact> facts = literals.facts(image_.terms_of);
    if (equality_.terms != nullptr)
      for (Fact& fact : facts) fact = represented(*equality_.terms, fact);
    return facts;
  }

  std::vector<Huri> given_predicates() const {
    std::vector<Huri> all;
    for (const auto& [predicate, rows] : given_.rows) all.push_back(predicate);
    return all;
  }

  // The predicates of given facts and of those that were found.
  std::vector<PredicateKey> all_stated() const {
    std::vector<PredicateKey> found;
    for (const Fact& fact : found_) found.push_back({fact.predicate, fact.graph});
    sort_different(found);
    std::vector<PredicateKey> all = partition_.gather(found);
    for (const Huri predicate : given_predicates()) all.push_back({predicate, kUnbound});
    all.insert(all.end(), given_.graphs.keys.begin(), given_.graphs.keys.end());
    for (const Fact& fact : known_) all.push_back({fact.predicate, fact.graph});
    if (equality_.has_classes()) all.push_back({schema_.same_as(), kUnbound});
    sort_different(all);
    return all;
  }

  using SchemaVisit = std::function<void(const Fact&)>;
  void for_each_new_of_schema(const Evaluation& evaluation, const SchemaVisit& visit) const {
    const auto may_be_schema = [&](const PredicateKey& its, Huri value) {
      if (!its.graph.is_unbound() && !schema_.is_local(its.predicate)) return false;
      if (schema_.may_name_predicate(its.predicate)) return true;
      return value.is_unbound() ? schema_.may_have(its.predicate) : schema_.has(Fact{kUnbound, its.predicate, value});
    };
    evaluation.for_each_inferred(may_be_schema, [&](const Fact& fact) {
      if (is_of_schema(fact)) visit(fact);
    });
  }

  // Rules of higher strata must see what follows from a larger schema.
  bool has_new_schema(const Evaluation& evaluation) const {
    bool has = false;
    for_each_new_of_schema(evaluation, [&](const Fact&) { has = true; });
    return has;
  }

  // Keeps what was found if the schema has grown on any image; else passes it on.
  bool end(const Evaluation& evaluation) {
    std::vector<Fact> of_schema;
    for_each_new_of_schema(evaluation, [&](const Fact& fact) { of_schema.push_back(fact); });
    of_schema = partition_.gather(of_schema);
    known_.insert(of_schema.begin(), of_schema.end());
    bool has_grown = !of_schema.empty();
    for (const Fact& fact : new_loose(evaluation)) {
      has_grown = true;
      known_.insert(fact);
      found_.erase(fact);
    }
    const auto all = [](const PredicateKey&, Huri) { return true; };
    evaluation.for_each_inferred(all, [&](const Fact& fact) {
      if (!has_grown)
        take(fact);
      else if (!is_column(fact.predicate) && !known_.contains(fact))
        found_.insert(fact);
    });
    return has_grown;
  }

  bool has_new_loose(const Evaluation& evaluation) const {
    return std::any_of(evaluation.loose().begin(), evaluation.loose().end(),
                       [&](const Fact& fact) { return !loose_.contains(fact); });
  }

  // Those that no compilation has found before, of all images.
  std::vector<Fact> new_loose(const Evaluation& evaluation) {
    std::vector<Fact> facts(evaluation.loose().begin(), evaluation.loose().end());
    std::erase_if(facts, [&](const Fact& fact) { return loose_.contains(fact); });
    facts = partition_.gather(facts);
    sort_different(facts);
    loose_.insert(facts.begin(), facts.end());
    return facts;
  }

  bool is_of_schema(const Fact& fact) const { return schema_.has(fact) || schema_.names_predicate(fact, possible_); }

  // Facts that were found in the schema or in DATA blocks may also be given.
  void give_all(Evaluation& evaluation) {
    std::unordered_set<Huri> unsure;
    for (const Fact& fact : known_) unsure.insert(fact.predicate);
    for (const auto& [predicate, rows] : given_.rows) evaluation.expect(predicate, rows);
    PredicateMemo<bool> is_unsure;
    std::vector<Fact> given;
    image_.for_each([&](std::span<const TripleRow> rows) {
      for (const TripleRow& row : rows) {
        const Fact fact{row[0], row[1], row[2]};
        if (is_unsure.find(row[1], [&] { return unsure.contains(row[1]); }) && known_.contains(fact))
          given.push_back(fact);
        evaluation.give(fact, true);
        if (!given_.fixed_classes.empty()) look_at_class(fact);
      }
      evaluation.deliver();
      limit_.pulse(result_.compilations == 1 ? rows.size() / InferenceLimit::kPasses : 0, 0);
    });
    if (parts_.graphs.used) {
      image_.for_each_quad([&](std::span<const QuadRow> quads) {
        for (const QuadRow& quad : quads) {
          const Fact fact{quad[0], quad[1], quad[2], quad[3]};
          if (known_.contains(fact)) given.push_back(fact);
          evaluation.give(fact, true);
        }
        evaluation.deliver();
        limit_.pulse(0, 0);
      });
    }
    for (const Fact& fact : partition_.gather(given)) known_.erase(fact);
    if (partition_.is_first()) {
      for (const Fact& fact : known_) evaluation.give(fact, false);
      give_classes(evaluation);
    }
    for (const Fact& fact : found_) evaluation.give(fact, false);
    evaluation.deliver();
  }

  // Rules that ask for owl:sameAs see each class as its representative, which is the same as itself.
  void give_classes(Evaluation& evaluation) const {
    if (!equality_.has_classes()) return;
    for (const EqualTerms::Member& its : equality_.terms->all())
      if (its.term == its.representative) evaluation.give({its.term, schema_.same_as(), its.term}, true);
  }

  void find_contradictions(const FactIndex& schema_facts) {
    result_.contradictions = {};
    if (!partition_.is_first()) return;
    for (const Rule& rule : rules_.all) {
      if (!rule.head.empty() || rule.body.empty() || !schema_.has_body(rule)) continue;
      Bindings bindings(rule.variables);
      schema_facts.solve(rule.body, bindings, [&](const Bindings& solution) {
        result_.contradictions.add(rule.source, [&] { return body_facts(rule, solution); });
      });
    }
  }

  const Rule& constraint(std::uint32_t source) const {
    return *std::find_if(rules_.all.begin(), rules_.all.end(),
                         [&](const Rule& rule) { return rule.source == source && !rule.collector; });
  }

  // The facts of the schema are added to those of the data: all that the body of the rule has, as it was written.
  void complete_contradictions(const FactIndex& schema_facts) {
    if (result_.contradictions.kept().empty()) return;
    std::vector<Fact> facts(schema_facts.facts().begin(), schema_facts.facts().end());
    for (const Contradiction& conflict : result_.contradictions.kept())
      facts.insert(facts.end(), conflict.facts.begin(), conflict.facts.end());
    sort_different(facts);
    const FactIndex index(std::move(facts));
    for (Contradiction& conflict : result_.contradictions.kept()) {
      const Rule& rule = constraint(conflict.source);
      const std::vector<Fact> of_data = std::exchange(conflict.facts, {});
      Bindings bindings(rule.variables);
      index.solve(rule.body, bindings, [&](const Bindings& solution) {
        if (!conflict.facts.empty()) return;
        std::vector<Fact> all = body_facts(rule, solution);
        const bool has_data = std::all_of(of_data.begin(), of_data.end(), [&](const Fact& fact) {
          return std::find(all.begin(), all.end(), fact) != all.end();
        });
        if (has_data && all_differ(rule.different, solution)) conflict.facts = std::move(all);
      });
      if (conflict.facts.empty()) conflict.facts = of_data;
    }
  }

  struct Graphs {
    std::vector<Huri> names;         // that the rules or the data have; ascending
    std::vector<PredicateKey> keys;  // of given quads
  };

  const Partition& partition_;
  RuleParts parts_;
  Rules& rules_ = parts_.rules;
  const Schema& schema_ = parts_.schema;
  const ImageFacts& image_;
  const std::optional<std::uint64_t> most_;
  InferenceLimit limit_;
  Inference result_;
  struct Given {
    std::vector<Fact> schema;            // of all images
    std::map<Huri, std::uint64_t> rows;  // of all images, by predicate
    Graphs graphs;
    std::vector<Huri> fixed_classes;  // of find_strata()
    std::optional<Fact> same_class;   // a fact that it did not expect
  };
  Given given_;
  std::vector<Huri> possible_;  // predicates, after rules; ascending
  // Found, not given: the schema, what follows from it alone and loose facts, the same on all images; and what this
  // image has found.
  std::set<Fact> known_, found_;
  std::set<Fact> loose_;  // facts that Evaluation::loose() had, of all images
  struct OfEquality {
    const EqualTerms* terms = nullptr;
    bool stops_early = false, found = false;
    TermPairs pairs = {};
    bool has_classes() const { return terms != nullptr && !terms->empty(); }
  };
  OfEquality equality_;
};

// The work by representatives.
class Representing {
 public:
  Representing(const Partition& partition, const parser::RuleSet& set, const ImageFacts& image,
               std::optional<std::uint64_t> most)
      : partition_(partition),
        set_(set),
        image_(image),
        most_(most),
        same_as_(image.huri_of(TermView::iri(kOwlSameAs))) {
    seen_.huri_of = [this](TermView term) { return equal_.representative(image_.huri_of(term)); };
    seen_.for_each = [this](const RowsVisit& visit) { for_each(visit, true); };
    seen_.for_each_literal = [this](const RowsVisit& visit) { for_each(visit, false); };
  }

  Inference run() {
    // Rounds that find pairs often find them early, so the first ones are not completed.
    constexpr int kStopsEarly = 3;
    for (int time = 0;; ++time) {
      Inferring work(partition_, set_, seen_, most_, &equal_);
      std::optional<Inference> found = work.run(time < kStopsEarly);
      compilations_ += found ? found->compilations : 1;
      if (!found) {
        unite(work.same_pairs());
        continue;
      }
      found->compilations = compilations_;
      give_rows(*found);
      found->equal = std::move(equal_);
      return *std::move(found);
    }
  }

  void compile(const std::function<void(const CompiledRules&)>& use) {
    for (;;) {
      Inferring work(partition_, set_, seen_, most_, &equal_);
      if (work.compile_alone(use)) return;
      unite(work.same_pairs());
    }
  }

 private:
  void unite(const TermPairs& pairs) {
    static const EqualTerms kNone;
    equal_ = united(partition_, equal_, same_as_, pairs, image_.preferred == nullptr ? kNone : *image_.preferred);
  }

  // The given rows, as the representatives have them; or with those of predicates alone.
  void for_each(const RowsVisit& visit, bool all) const {
    if (equal_.empty()) return image_.for_each(visit);
    std::vector<TripleRow> seen;
    image_.for_each([&](std::span<const TripleRow> rows) {
      seen.assign(rows.begin(), rows.end());
      for (TripleRow& row : seen) {
        row[1] = equal_.representative(row[1]);
        if (!all) continue;
        row[0] = equal_.representative(row[0]);
        row[2] = equal_.representative(row[2]);
      }
      visit(seen);
    });
  }

  // Collective. Adds the rows of the classes, and those of given facts with the representatives.
  void give_rows(Inference& found) {
    if (equal_.empty()) return;
    std::vector<Fact> wanted, present;
    look_at_given(wanted, present);
    for (const EqualTerms::Member& its : equal_.all())
      if (partition_.owns(its.term)) wanted.push_back({its.term, same_as_, its.representative});
    sort_different(wanted);
    sort_different(present);
    std::uint64_t added = 0;
    for (auto at = present.begin(); const Fact& fact : wanted) {
      at = std::lower_bound(at, present.end(), fact);
      if (at != present.end() && *at == fact) continue;
      ++added;
      image_.add(fact);
    }
    found.counts.inferred += partition_.sum(added);
    if (found.counts.inferred + image_.found_before > found.limit) found.refuse();
  }

  // Of the given facts with terms of classes: what they become, and those that stay as they are. The owner of the
  // subject gets them.
  void look_at_given(std::vector<Fact>& wanted, std::vector<Fact>& present) {
    WordMail mail(partition_);
    const auto pass = [&](std::vector<Fact>& facts, const Fact& fact) {
      const int owner = partition_.owner(fact.subject);
      if (owner == partition_.rank()) return facts.push_back(fact);
      mail.add(owner, &facts == &wanted ? 1 : 0,
               std::array{fact.subject.bits(), fact.predicate.bits(), fact.object.bits()});
    };
    const auto take = [&](std::uint64_t is_wanted, std::span<const std::uint64_t> words) {
      for (std::size_t i = 0; i < words.size(); i += 3)
        (is_wanted != 0 ? wanted : present).push_back({Huri(words[i]), Huri(words[i + 1]), Huri(words[i + 2])});
    };
    image_.for_each([&](std::span<const TripleRow> rows) {
      for (const TripleRow& row : rows) {
        const Fact fact{row[0], row[1], row[2]}, normal = represented(equal_, fact);
        const bool is_same_as = normal.predicate == same_as_ && !equal_.members(normal.object).empty();
        if (normal == fact || (is_same_as && fact.predicate == same_as_ && fact.object == normal.object)) {
          if (has_class(fact)) pass(present, fact);
        } else {
          image_.hide(fact);
          if (!is_same_as) pass(wanted, normal);
        }
      }
      mail.deliver(take);
      image_.account((wanted.capacity() + present.capacity()) * sizeof(Fact));
      image_.pulse(0, 0);
    });
  }

  bool has_class(const Fact& fact) const {
    return !equal_.members(fact.subject).empty() || !equal_.members(fact.predicate).empty() ||
           !equal_.members(fact.object).empty();
  }

  const Partition& partition_;
  const parser::RuleSet& set_;
  const ImageFacts& image_;
  const std::optional<std::uint64_t> most_;
  const Huri same_as_;
  ImageFacts seen_ = image_;
  EqualTerms equal_;
  std::uint32_t compilations_ = 0;
};

}  // namespace

void Inference::add(const Inference& other) {
  counts.rounds = std::max(counts.rounds, other.counts.rounds);
  counts.inferred += other.counts.inferred;
  counts.dropped += other.counts.dropped;
  counts.candidates += other.counts.candidates;
  counts.of_rules.resize(std::max(counts.of_rules.size(), other.counts.of_rules.size()));
  for (std::size_t rule = 0; rule < other.counts.of_rules.size(); ++rule)
    counts.of_rules[rule] += other.counts.of_rules[rule];
  counts.rule_rounds.insert(counts.rule_rounds.end(), other.counts.rule_rounds.begin(), other.counts.rule_rounds.end());
  sort_different(counts.rule_rounds);
  contradictions.add(other.contradictions);
}

void Inference::add_up(const Partition& partition) {
  if (partition.is_alone()) return;
  counts.rounds = partition.max(counts.rounds);
  counts.inferred = partition.sum(counts.inferred);
  counts.dropped = partition.sum(counts.dropped);
  counts.candidates = partition.sum(counts.candidates);
  counts.of_rules.resize(static_cast<std::size_t>(partition.max(counts.of_rules.size())));
  const std::vector<RuleWork> work = partition.gather(counts.of_rules);
  const std::size_t each = counts.of_rules.size();
  counts.of_rules.assign(each, {});
  for (std::size_t i = 0; i < work.size(); ++i) counts.of_rules[i % each] += work[i];
  counts.rule_rounds = partition.gather(counts.rule_rounds);
  sort_different(counts.rule_rounds);
  const std::vector<std::uint64_t> all = partition.gather(contradictions.words());
  contradictions = partition.is_first() ? Contradictions::of_words(all) : Contradictions();
}

void Inference::refuse() const {
  InferenceLimit all;
  all.facts = limit;
  all.refuse();
}

std::uint64_t most_inferred(std::uint64_t given) {
  constexpr std::uint64_t kForEach = 20, kForFew = 10'000'000;
  return kForEach * given + kForFew;
}

Inference infer(const Partition& partition, const parser::RuleSet& set, const ImageFacts& facts,
                std::optional<std::uint64_t> most) {
  if (facts.by_representatives) return Representing(partition, set, facts, most).run();
  return *Inferring(partition, set, facts, most, nullptr).run(false);
}

void compile(const Partition& partition, const parser::RuleSet& set, const ImageFacts& facts,
             const std::function<void(const CompiledRules&)>& use) {
  if (facts.by_representatives) return Representing(partition, set, facts, std::nullopt).compile(use);
  Inferring(partition, set, facts, std::nullopt, nullptr).compile_alone(use);
}

std::string name_of(const parser::RuleSet& set, std::uint32_t number) {
  const parser::InferenceRule& rule = set.rules[number];
  if (rule.name.empty()) {
    const std::string line = fmt::format("the rule of line {}", rule.position.line);
    const bool has_several = set.files.size() > 1 && !set.files[rule.file].empty();
    return has_several ? fmt::format("{} of {}", line, set.files[rule.file]) : line;
  }
  if (rule.name.starts_with(kRuleNamespace)) return rule.name.substr(kRuleNamespace.size());
  return fmt::format("<{}>", rule.name);
}

}  // namespace quadrille::inferencer
