#include "inferencer/rule_parts.hpp"

#include "base/sort_different.hpp"
#include "inferencer/equality.hpp"

namespace quadrille::inferencer {

namespace {

Rules rules_of(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of, bool without_equality) {
  Rules rules = read_rules(set, huri_of);
  if (without_equality) {
    const Huri same_as = huri_of(TermView::iri(kOwlSameAs));
    std::erase_if(rules.all, [&](const Rule& rule) { return is_equality_rule(rule, same_as); });
  }
  return rules;
}

}  // namespace

RuleParts::RuleParts(const parser::RuleSet& its_set, const std::function<Huri(TermView)>& huri_of,
                     bool without_equality)
    : set(its_set),
      rules(rules_of(its_set, huri_of, without_equality)),
      schema(its_set, huri_of, rules.all),
      literals(LiteralWords::find(its_set, huri_of)) {
  for (const Rule& rule : rules.all) {
    if (rule.is_data()) {
      data_blocks.push_back(&rule);
    } else if (!schema.has_body(rule)) {
      of_data.push_back(rule);
    } else if (!rule.head.empty()) {
      of_schema.push_back(rule);
    }
    for_each_atom(rule, [&](const Atom& atom) {
      if (!schema.has_graph(atom)) return;
      graphs.used = true;
      if (atom.graph->is_variable()) {
        graphs.any = true;
      } else {
        graphs.names.push_back(atom.graph->constant());
      }
    });
  }
  sort_different(graphs.names);
}

std::vector<Huri> RuleParts::possible_predicates(std::span<const PredicateKey> stated,
                                                 std::span<const Fact> schema_facts) const {
  std::vector<Huri> all;
  for (const PredicateKey& key : stated) all.push_back(key.predicate);
  for (const Rule& rule : rules.all) {
    for (const Atom& atom : rule.head)
      if (!atom.predicate.is_variable()) all.push_back(atom.predicate.constant());
  }
  for (const Fact& fact : schema_facts) {
    if (fact.subject.is_iri()) all.push_back(fact.subject);
    if (fact.object.is_iri()) all.push_back(fact.object);
  }
  std::erase_if(all, [&](Huri predicate) { return schema.is_local(predicate); });
  sort_different(all);
  return all;
}

}  // namespace quadrille::inferencer
