#pragma once

// ProofRules are the rules of a set as proofs use them: as they are written, found by the facts that they may derive.
//
//   local:, from the ontology   lists and their members   their closure is kept for a state (close_local())
//   local:, from data           local:inAll, local:chain  no store has them; a proof derives them when it needs them
//
// Local; immutable.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "inferencer/fact_store.hpp"
#include "inferencer/fact_table.hpp"
#include "inferencer/rule_parts.hpp"

namespace quadrille::inferencer {

class ProofRules {
 public:
  // A place where a fact may match: an atom of the head of a rule.
  struct Place {
    std::uint32_t rule, atom;
  };

  // `huri_of` gives each constant its HURI. Errors: read_rules().
  ProofRules(std::shared_ptr<const parser::RuleSet> set, const std::function<Huri(TermView)>& huri_of);

  const parser::RuleSet& set() const { return *set_; }
  const Schema& schema() const { return parts_.schema; }
  const Rule& rule(std::uint32_t number) const { return parts_.rules.all[number]; }
  // True if some rule computes terms, or looks at the values of literals: proofs need RuleTerms then.
  bool needs_terms() const { return inferencer::needs_terms(parts_.rules) || parts_.literals; }
  // The part of the language that this rule has and proofs do not support; nullptr: there is none.
  const char* unsupported(std::uint32_t rule) const { return unsupported_[rule]; }
  std::size_t size() const { return parts_.rules.all.size(); }
  const Collector& collector(std::size_t number) const { return parts_.rules.collectors[number]; }
  // True if a DATA block has a blank node, whose facts proofs do not recognise.
  bool has_blank_data() const { return has_blank_data_; }
  // True for facts of DATA blocks.
  bool has_data(const Fact& fact) const { return data_.contains(fact); }
  // True for predicates of the namespace local: that rules derive from data.
  bool is_derived_only(Huri predicate) const {
    return parts_.schema.is_local(predicate) && !parts_.schema.may_have(predicate) && !is_of_literals(predicate) &&
           !is_column(predicate);
  }
  // True for those about the values of literals; their words.
  bool is_of_literals(Huri predicate) const { return parts_.schema.is_of_literals(predicate); }
  const LiteralWords& literal_words() const { return *parts_.literals; }
  // True for the other predicates of the namespace local:.
  bool is_of_local_schema(Huri predicate) const {
    return parts_.schema.is_local(predicate) && parts_.schema.may_have(predicate);
  }

  // The atoms of heads with this predicate of the namespace local:.
  std::vector<Place> heads_of_local(Huri predicate) const;
  // Calls use(place) for each atom of a head that the fact may match.
  template <class Use>
  void for_each_in_heads(const Fact& fact, const Use& use) const {
    const auto look = [&](const Key& key) {
      const auto found = heads_.find(key);
      if (found == heads_.end()) return;
      for (const Place& place : found->second) use(place);
    };
    look({fact.predicate, kUnbound});
    look({fact.predicate, fact.object});
    if (parts_.schema.is_local(fact.predicate)) return;
    for (const Place& place : loose_) use(place);
  }

  // The facts of the namespace local: that follow from the ontology of a store alone. Cost: a pass over the lists of
  // the ontology.
  FactIndex close_local(FactStore& store) const;

 private:
  struct Key {
    Huri predicate, object;  // object: of atoms with a constant
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { return FactHash::mixed(key.predicate.bits(), key.object); }
  };
  void add_heads(std::uint32_t number);
  const char* why_unsupported(const Rule& rule) const;
  std::optional<Huri> local_atom(const Atom& atom) const;

  const std::shared_ptr<const parser::RuleSet> set_;
  const RuleParts parts_;
  std::vector<const char*> unsupported_;  // by rule
  std::unordered_map<Key, std::vector<Place>, Hash> heads_;
  std::vector<Place> loose_;  // with a variable as predicate
  std::set<Fact> data_;
  bool has_blank_data_ = false;
  std::vector<Rule> of_local_;  // rules of the schema that derive local: facts
  std::set<Fact> local_needs_;  // patterns of their bodies, without local:
};

}  // namespace quadrille::inferencer
