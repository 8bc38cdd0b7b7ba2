#pragma once

// UpkeepRules are the rules of a database as its upkeep uses them: specialised by the closed schema of a state,
// without local: predicates (unfold.hpp), and found by the facts that their bodies and heads match. They hold as long
// as the schema does.
//
//   followed    atoms, also of named graphs, pairs that differ, FILTER, SET, NOT, stated quads
//   other       blank nodes in heads, subqueries: a change that one of them may see ends upkeep
//
// Facts with a literal as their subject follow inside an inference, but no store has them. Upkeep leaves them out if no
// stored fact depends on them. is_beyond() tells which patterns of such facts a stored fact may depend on.
//
// Local.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inferencer/fact_store.hpp"
#include "inferencer/rule_parts.hpp"

namespace quadrille::inferencer {

// A rule that is followed, with the orders in which its body is solved.
struct UpkeepRule {
  using Order = std::vector<std::uint8_t>;  // of atoms
  struct Absent {                           // a NOT
    std::vector<std::uint32_t> own;         // its variables that the body does not have
    std::vector<Order> after;               // of the body, when this atom of the NOT has matched
    Order of_all;                           // of its atoms, when the body has matched
  };

  Rule rule;  // its stratum is 0
  std::uint32_t stratum = 0;
  std::vector<Order> after_body;  // when this atom of the body has matched: the others
  std::vector<Order> after_head;  // when this atom of the head has matched
  Order of_all;
  std::vector<Absent> absent;
  bool is_transitive = false;  // { ?x p ?z } <- { ?x p ?y . ?y p ?z }, and perhaps ?x and ?z differ
};

class UpkeepRules {
 public:
  // Rules are specialised by the predicates of each named graph. If there are more than these, upkeep cannot use them.
  static constexpr std::size_t kMostNamed = 10'000;

  // Where a fact matches: an atom of a rule.
  struct Place {
    std::uint32_t rule;
    std::uint16_t atom, negation = 0;
  };

  // `schema`: facts of the schema, whose closure is that of the state. `predicates`: of the state's facts, in the
  // default graph and in those that the rules name. `has_literals(predicate)`: some fact has a literal as its object.
  // `with_constraints`: rules without a head, too. `parts` outlive it.
  UpkeepRules(RuleParts& parts, std::span<const Fact> schema, std::span<const PredicateKey> predicates,
              const std::function<bool(Huri)>& has_literals, bool with_constraints);

  // False if upkeep cannot use these rules at all.
  bool can_follow() const { return can_follow_; }
  const FactIndex& schema() const { return schema_; }
  const std::vector<UpkeepRule>& rules() const { return rules_; }   // ascending
  const std::vector<Rule>& others() const { return other_rules_; }  // that are not followed; ascending
  std::uint32_t strata() const { return strata_; }
  // True for facts of DATA blocks.
  bool has_data(const Fact& fact) const { return data_.contains(fact); }
  // True if a stated fact with this predicate, and this kind of object, needs new rules.
  bool is_new(const Fact& fact) const;
  // True if rules with variables as predicates or graphs know those of the fact.
  bool is_possible(const Fact& fact) const {
    return fact.graph.is_unbound() ? is_possible(fact.predicate) : named_.all.contains({fact.predicate, fact.graph});
  }
  // True if the fact belongs to the schema, by which the rules are specialised.
  bool is_of_schema(const Fact& fact) const {
    return parts_->schema.has(fact) || parts_->schema.names_predicate(fact, possible_);
  }

  // The atoms that the fact may match: of bodies; of bodies, if it is stated; of NOT; of heads.
  std::vector<Place> body_places(const Fact& fact) const { return matches_.bodies.of(fact); }
  std::vector<Place> given_places(const Fact& fact) const { return matches_.given.of(fact); }
  std::vector<Place> absent_places(const Fact& fact) const { return matches_.absent.of(fact); }
  std::vector<Place> head_places(const Fact& fact) const { return matches_.heads.of(fact); }
  // True if a rule that upkeep does not follow may see the fact, or derive it.
  bool concerns_others(const Fact& fact) const;
  bool others_derive(const Fact& fact) const { return matches_.other_heads.has(fact); }
  // True if facts with literals as subjects that match the pattern may matter.
  bool is_beyond(const Fact& pattern) const;
  // True if the pattern is that of what is owl:sameAs a thing, and all that this thing is owl:sameAs matches it. So no
  // literal matches if a store has none among that.
  bool is_turned(const Fact& pattern) const {
    return is_symmetric_ && pattern.predicate == parts_->schema.same_as() && pattern.graph.is_unbound() &&
           pattern.subject.is_unbound() && !pattern.object.is_unbound() && !pattern.object.is_only_object();
  }

 private:
  // Atoms by the facts that they match: by predicate, and by the constant that they have.
  class Places {
   public:
    void add(const Atom& atom, Place place);
    std::vector<Place> of(const Fact& fact) const;
    bool has(const Fact& fact) const { return !of(fact).empty(); }

   private:
    struct Key {
      Huri predicate, subject, object;
      bool operator==(const Key&) const = default;
    };
    struct Hash {
      std::size_t operator()(const Key& key) const;
    };
    struct InGraph {
      Place place;
      std::optional<Slot> graph;  // of the atom
    };
    static void append(const std::vector<InGraph>& all, const Fact& fact, std::vector<Place>& places);
    std::unordered_map<Key, std::vector<InGraph>, Hash> all_;
    std::vector<InGraph> loose_;  // with a variable as predicate
  };
  // A predicate, or a class.
  using Kind = std::pair<Huri, Huri>;

  bool is_possible(Huri predicate) const { return std::binary_search(possible_.begin(), possible_.end(), predicate); }
  void compile(const std::function<bool(Huri)>& has_literals);
  std::vector<PredicateKey> all_keys() const;
  bool compares_literals(const Program& program, const std::function<bool(Huri)>& has_literals) const;
  void take(std::vector<Rule> rules);
  void add(Rule rule);
  bool is_local(const Atom& atom) const;
  bool may_have(const std::set<Kind>& subjects, const Atom& atom) const;
  void add_other(Rule rule);
  void look_at_literals(const std::function<bool(Huri)>& has_literals);
  Kind kind_of(const Atom& atom) const;
  void find_relevant(const std::set<Kind>& subjects, const std::set<Huri>& objects);
  std::vector<std::uint8_t> maybe_literals(const Rule& rule, const std::set<Kind>& subjects,
                                           const std::set<Huri>& objects) const;

  RuleParts* parts_;
  bool with_constraints_, can_follow_ = true;
  bool is_symmetric_ = false;  // eq-sym is a rule
  FactIndex schema_;
  std::set<Fact> data_;
  std::vector<Huri> predicates_, possible_;  // ascending
  struct Named {
    std::set<PredicateKey> given, all;  // the predicates of named graphs; and with those of heads
  };
  Named named_;
  std::vector<UpkeepRule> rules_;
  std::vector<Rule> other_rules_;
  std::uint32_t strata_ = 1;
  struct Matches {
    Places bodies, given, absent, heads, others, other_heads;
  };
  Matches matches_;
  struct Literals {
    bool are_compared = false;     // by rules, in their values
    std::vector<Huri> predicates;  // of facts with literals as objects; ascending
    std::set<Kind> relevant;       // of facts about literals that may matter
  };
  Literals literals_;
  std::vector<Huri> fixed_classes_;  // find_strata()
};

}  // namespace quadrille::inferencer
