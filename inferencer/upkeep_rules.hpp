#pragma once

// UpkeepRules are the rules of a database as its upkeep uses them: specialised by the closed schema of a state,
// without local: predicates (unfold.hpp), and found by the facts that their bodies and heads match. They hold as long
// as the schema does.
//
//   plain      atoms and pairs that differ                                     followed
//   other      FILTER, SET, NOT, blank nodes, subqueries, WHERE DATA           a change that one may see ends upkeep
//
// Facts with a literal as their subject follow inside an inference, but no store has them. Upkeep leaves them out where
// nothing that is stored depends on them; is_beyond() tells where something may.
//
// Local.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inferencer/fact_store.hpp"
#include "inferencer/rule_parts.hpp"

namespace quadrille::inferencer {

// A plain rule, with the orders in which its body is solved.
struct UpkeepRule {
  using Order = std::vector<std::uint8_t>;  // of atoms

  Rule rule;
  std::vector<Order> after_body;  // when this atom of the body has matched: the others
  std::vector<Order> after_head;  // when this atom of the head has matched
  Order of_all;
};

class UpkeepRules {
 public:
  // Where a fact matches: an atom of a rule.
  struct Place {
    std::uint32_t rule, atom;
  };

  // `schema`: facts of the schema, whose closure is that of the state. `predicates`: of the state's facts, ascending.
  // `has_literals(predicate)`: some fact has a literal as its object. `with_constraints`: rules without a head, too.
  // `parts` outlive it.
  UpkeepRules(RuleParts& parts, std::span<const Fact> schema, std::vector<Huri> predicates,
              const std::function<bool(Huri)>& has_literals, bool with_constraints);

  // False if upkeep cannot use these rules at all.
  bool can_follow() const { return can_follow_; }
  const FactIndex& schema() const { return schema_; }
  const std::vector<UpkeepRule>& rules() const { return rules_; }   // ascending
  const std::vector<Rule>& others() const { return other_rules_; }  // those that are not plain; ascending
  const std::vector<Huri>& predicates() const { return predicates_; }
  // True for facts of DATA blocks.
  bool has_data(const Fact& fact) const { return data_.contains(fact); }
  // True if a stated fact with this predicate, and this kind of object, needs new rules.
  bool is_new(const Fact& fact) const;
  // True if rules with variables as predicates know this one.
  bool is_possible(Huri predicate) const { return std::binary_search(possible_.begin(), possible_.end(), predicate); }
  // True if the fact belongs to the schema, by which the rules are specialised.
  bool is_of_schema(const Fact& fact) const {
    return parts_->schema.has(fact) || parts_->schema.names_predicate(fact, possible_);
  }

  // Calls use(place) for each atom of a body, or of a head, that the fact may match.
  template <class Use>
  void for_each_in_bodies(const Fact& fact, const Use& use) const {
    bodies_.for_each(fact, use);
  }
  template <class Use>
  void for_each_in_heads(const Fact& fact, const Use& use) const {
    heads_.for_each(fact, use);
  }
  // True if a rule that upkeep does not follow may see the fact, or derive it.
  bool concerns_others(const Fact& fact) const;
  bool others_derive(const Fact& fact) const { return other_heads_.has(fact); }
  // True if facts with literals as subjects that match the pattern may matter.
  bool is_beyond(const Fact& pattern) const;

 private:
  // Atoms by the facts that they match: by predicate, and by the constant that they have.
  class Places {
   public:
    void add(const Atom& atom, Place place);
    template <class Use>
    void for_each(const Fact& fact, const Use& use) const {
      const auto look = [&](const Key& key) {
        const auto found = all_.find(key);
        if (found == all_.end()) return;
        for (const Place& place : found->second) use(place);
      };
      look({fact.predicate, kUnbound, kUnbound});
      look({fact.predicate, fact.subject, kUnbound});
      look({fact.predicate, kUnbound, fact.object});
      for (const Place& place : loose_) use(place);
    }
    bool has(const Fact& fact) const {
      bool found = false;
      for_each(fact, [&](const Place&) { found = true; });
      return found;
    }

   private:
    struct Key {
      Huri predicate, subject, object;
      bool operator==(const Key&) const = default;
    };
    struct Hash {
      std::size_t operator()(const Key& key) const;
    };
    std::unordered_map<Key, std::vector<Place>, Hash> all_;
    std::vector<Place> loose_;  // with a variable as predicate
  };
  // A predicate, or a class.
  using Kind = std::pair<Huri, Huri>;

  void compile();
  void take(std::vector<Rule> rules);
  void add_other(const Rule& rule);
  void look_at_literals(const std::function<bool(Huri)>& has_literals);
  Kind kind_of(const Atom& atom) const;
  void find_relevant(const std::set<Kind>& subjects, const std::set<Huri>& objects);
  std::vector<std::uint8_t> maybe_literals(const Rule& rule, const std::set<Kind>& subjects,
                                           const std::set<Huri>& objects) const;

  RuleParts* parts_;
  bool with_constraints_, can_follow_ = true;
  FactIndex schema_;
  std::set<Fact> data_;
  std::vector<Huri> predicates_, possible_;  // ascending
  std::vector<UpkeepRule> rules_;
  std::vector<Rule> other_rules_;
  Places bodies_, heads_, others_, other_heads_;
  struct Literals {
    bool are_compared = false;     // by rules, in their values
    std::vector<Huri> predicates;  // of facts with literals as objects; ascending
    std::set<Kind> relevant;       // of facts about literals that may matter
  };
  Literals literals_;
  std::vector<Huri> fixed_classes_;  // find_strata()
};

}  // namespace quadrille::inferencer
