#include "inferencer/inference.hpp"

#include <algorithm>
#include <set>

#include "base/sort_different.hpp"
#include "inferencer/fact_closure.hpp"
#include "inferencer/schema.hpp"

namespace quadrille::inferencer {

namespace {

bool is_rdf(const Fact& fact) {
  return !fact.subject.is_literal() && fact.predicate.is_iri();
}

std::vector<Huri> predicates_of(std::span<const Fact> facts) {
  std::set<Huri> predicates;
  for (const Fact& fact : facts) predicates.insert(fact.predicate);
  return {predicates.begin(), predicates.end()};
}

// The possible values of variables that are predicates: those of the data, and those of heads.
std::vector<Huri> possible_predicates(const std::vector<Huri>& stated, std::span<const Rule> rules,
                                      const FactIndex& schema_facts, const Schema& schema) {
  std::vector<Huri> all = stated;
  for (const Rule& rule : rules) {
    for (const Atom& atom : rule.head)
      if (!atom.predicate.is_variable()) all.push_back(atom.predicate.constant());
  }
  // Any term that the schema mentions may become a predicate of a head.
  for (const Fact& fact : schema_facts.facts()) {
    if (fact.subject.is_iri()) all.push_back(fact.subject);
    if (fact.object.is_iri()) all.push_back(fact.object);
  }
  std::erase_if(all, [&](Huri predicate) { return schema.is_local(predicate); });
  sort_different(all);
  return all;
}

}  // namespace

Inference infer(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of,
                std::span<const Fact> given) {
  const std::vector<Rule> rules = read_rules(set, huri_of);
  const Schema schema(set, huri_of, rules);
  std::vector<Rule> of_schema;
  std::vector<Fact> known(given.begin(), given.end());
  for (const Rule& rule : rules) {
    if (!rule.body.empty() && schema.has_body(rule) && !rule.head.empty()) of_schema.push_back(rule);
    if (!rule.body.empty()) continue;
    for (const Atom& atom : rule.head)
      known.push_back({atom.subject.constant(), atom.predicate.constant(), atom.object.constant()});
  }
  sort_different(known);

  Inference inference;
  for (bool has_grown = true; has_grown; ++inference.compilations) {
    FactClosure closure(of_schema);
    for (const Fact& fact : known)
      if (schema.has(fact)) closure.add(fact);
    closure.close();
    std::set<Fact> all(known.begin(), known.end());
    all.insert(closure.facts().begin(), closure.facts().end());
    const FactIndex schema_facts({closure.facts().begin(), closure.facts().end()});
    std::vector<Fact> facts(all.begin(), all.end());
    const std::vector<Huri> stated = predicates_of(facts);
    std::vector<Rule> others = rules;
    std::erase_if(others, [&](const Rule& rule) { return schema.has_body(rule); });
    const std::vector<Rule> special =
        specialise(others, schema, schema_facts, possible_predicates(stated, rules, schema_facts, schema));
    inference.rules = special.size();
    Program program(special, stated);
    Evaluation evaluation(program);
    for (const Fact& fact : facts) evaluation.give(fact);
    evaluation.run();
    has_grown = false;
    evaluation.for_each_inferred([&](const Fact& fact) {
      has_grown |= schema.has(fact) && !all.contains(fact);
      all.insert(fact);
    });
    known.assign(all.begin(), all.end());
    inference.counts = evaluation.counts();
    inference.contradictions.assign(evaluation.contradictions().begin(), evaluation.contradictions().end());
    for (const Rule& rule : rules) {
      if (!rule.head.empty() || !schema.has_body(rule)) continue;
      Bindings bindings(rule.variables);
      schema_facts.solve(rule.body, bindings, [&](const Bindings& solution) {
        inference.contradictions.push_back({rule.source, solution});
      });
    }
  }
  const std::set<Fact> before(given.begin(), given.end());
  for (const Fact& fact : known) {
    if (before.contains(fact) || schema.is_local(fact.predicate)) continue;
    if (is_rdf(fact)) {
      inference.facts.push_back(fact);
    } else {
      ++inference.counts.dropped;
    }
  }
  return inference;
}

}  // namespace quadrille::inferencer
