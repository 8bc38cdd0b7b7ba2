#include "inferencer/inference.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/sort_different.hpp"
#include "inferencer/fact_closure.hpp"
#include "inferencer/schema.hpp"

namespace quadrille::inferencer {

namespace {

bool is_rdf(const Fact& fact) {
  return !fact.subject.is_literal() && fact.predicate.is_iri();
}

Fact fact_of(const Atom& atom) {
  return {atom.subject.constant(), atom.predicate.constant(), atom.object.constant(),
          atom.graph ? atom.graph->constant() : kUnbound};
}

// The work on one set of facts. What was found in one compilation is known to the next.
class Inferring {
 public:
  Inferring(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of,
            const std::function<void(const FactVisit&)>& for_each_given)
      : rules_(read_rules(set, huri_of)), schema_(set, huri_of, rules_), for_each_given_(for_each_given) {
    for (const Rule& rule : rules_) {
      if (rule.body.empty()) {
        for (const Atom& atom : rule.head) known_.insert(fact_of(atom));
      } else if (!schema_.has_body(rule)) {
        of_data_.push_back(rule);
      } else if (!rule.head.empty()) {
        of_schema_.push_back(rule);
      }
    }
  }

  void run() {
    look_at_given();
    while (compile_and_evaluate()) {
    }
  }

  Inference result;
  // All facts that were found, and not given.
  const std::set<Fact>& found() const { return known_; }
  bool is_stored(const Fact& fact) const { return !schema_.is_local(fact.predicate); }

 private:
  // Notes the given facts of the schema, and the predicates.
  void look_at_given() {
    std::set<Huri> predicates;
    Huri last;
    bool last_has_schema = false, last_may_name = false;
    std::vector<Fact> naming;
    for_each_given_([&](const Fact& fact) {
      if (fact.predicate != last) {
        last = fact.predicate;
        predicates.insert(last);
        last_has_schema = schema_.may_have(last);
        last_may_name = schema_.may_name_predicate(last);
      }
      if (last_has_schema && schema_.has(fact)) given_schema_.push_back(fact);
      if (last_may_name && !schema_.has(fact)) naming.push_back(fact);
    });
    stated_.assign(predicates.begin(), predicates.end());
    possible_ = possible_predicates(stated_, given_schema_);
    for (const Fact& fact : naming)
      if (schema_.names_predicate(fact, possible_)) given_schema_.push_back(fact);
  }

  // Returns true if the schema has grown.
  bool compile_and_evaluate() {
    ++result.compilations;
    FactClosure closure(of_schema_);
    for (const Fact& fact : given_schema_) closure.add(fact);
    const std::size_t given = closure.facts().size();
    for (const Fact& fact : known_)
      if (is_of_schema(fact)) closure.add(fact);
    closure.close();
    for (const Fact& fact : closure.facts().subspan(given)) known_.insert(fact);
    const FactIndex schema_facts({closure.facts().begin(), closure.facts().end()});
    find_contradictions(schema_facts);

    std::vector<Huri> stated = stated_;
    for (const Fact& fact : known_) stated.push_back(fact.predicate);
    sort_different(stated);
    possible_ = possible_predicates(stated, schema_facts.facts());
    const std::vector<Rule> special = specialise(of_data_, schema_, schema_facts, possible_);
    result.rules = special.size();
    Program program(special, stated);
    Evaluation evaluation(program);
    give_all(evaluation);
    evaluation.run();
    result.counts = evaluation.counts();
    const auto conflicts = evaluation.contradictions();
    result.contradictions.insert(result.contradictions.end(), conflicts.begin(), conflicts.end());
    bool has_grown = false;
    evaluation.for_each_inferred([&](const Fact& fact) { has_grown |= is_of_schema(fact); });
    evaluation.for_each_inferred([&](const Fact& fact) {
      if (has_grown)
        known_.insert(fact);
      else
        last_.push_back(fact);
    });
    return has_grown;
  }

  bool is_of_schema(const Fact& fact) const { return schema_.has(fact) || schema_.names_predicate(fact, possible_); }

  // What the schema and DATA blocks have as facts of the data may be given, too.
  void give_all(Evaluation& evaluation) {
    std::unordered_set<Huri> unsure;
    for (const Fact& fact : known_) unsure.insert(fact.predicate);
    Huri last;
    bool is_unsure = false;
    for_each_given_([&](const Fact& fact) {
      if (fact.predicate != last) {
        last = fact.predicate;
        is_unsure = unsure.contains(last);
      }
      if (is_unsure) known_.erase(fact);
      evaluation.give(fact);
    });
    for (const Fact& fact : known_) evaluation.give(fact);
  }

  void find_contradictions(const FactIndex& schema_facts) {
    result.contradictions.clear();
    for (const Rule& rule : rules_) {
      if (!rule.head.empty() || rule.body.empty() || !schema_.has_body(rule)) continue;
      Bindings bindings(rule.variables);
      schema_facts.solve(rule.body, bindings, [&](const Bindings& solution) {
        result.contradictions.push_back({rule.source, solution});
      });
    }
  }

  // The possible values of variables that are predicates: those of the data, those of heads, and terms of the schema,
  // which may become predicates of heads.
  std::vector<Huri> possible_predicates(const std::vector<Huri>& stated, std::span<const Fact> schema_facts) const {
    std::vector<Huri> all = stated;
    for (const Rule& rule : rules_) {
      for (const Atom& atom : rule.head)
        if (!atom.predicate.is_variable()) all.push_back(atom.predicate.constant());
    }
    for (const Fact& fact : schema_facts) {
      if (fact.subject.is_iri()) all.push_back(fact.subject);
      if (fact.object.is_iri()) all.push_back(fact.object);
    }
    std::erase_if(all, [&](Huri predicate) { return schema_.is_local(predicate); });
    sort_different(all);
    return all;
  }

  const std::vector<Rule> rules_;
  const Schema schema_;
  const std::function<void(const FactVisit&)>& for_each_given_;
  std::vector<Rule> of_schema_, of_data_;
  std::vector<Fact> given_schema_;
  std::vector<Huri> stated_;    // predicates
  std::vector<Huri> possible_;  // predicates, after rules; ascending
  std::set<Fact> known_;        // found, not given

 public:
  std::vector<Fact> last_;  // found by the last evaluation
};

}  // namespace

Inference infer(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of,
                const std::function<void(const FactVisit&)>& for_each_given, const FactVisit& add) {
  Inferring work(set, huri_of, for_each_given);
  work.run();
  const auto take = [&](const Fact& fact) {
    if (!work.is_stored(fact)) return;
    if (!is_rdf(fact)) {
      ++work.result.counts.dropped;
      return;
    }
    ++work.result.counts.inferred;
    add(fact);
  };
  work.result.counts.inferred = 0;
  for (const Fact& fact : work.found()) take(fact);
  for (const Fact& fact : work.last_) take(fact);
  return std::move(work.result);
}

}  // namespace quadrille::inferencer
