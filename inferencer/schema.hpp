#pragma once

// The schema of a rule set: the atoms that ontologies fill, not data.
//
//   { ?x a ?c } <- { ?p rdfs:domain ?c . ?x ?p ?y }        rdfs:domain is schema
//
//   facts of the schema                        rules over data, with constant predicates
//   worksFor domain Person                     { ?x a Person } <- { ?x worksFor ?y }
//   teacherOf domain Faculty                   { ?x a Faculty } <- { ?x teacherOf ?y }
//
// specialise() replaces the schema's atoms of each rule by every solution that the closed schema has for them. So the
// general rules of OWL become many small ones, and the data are read by predicate.
//
// An atom is of the schema if its predicate is a word of RDF, RDFS or OWL that rules use in bodies, other than
// rdf:type, owl:sameAs and owl:differentFrom; if it gives a thing a class of these vocabularies (?p a
// owl:TransitiveProperty); if its predicate is of the namespace local: and derived from the schema alone; or if it has
// a variable that is a predicate elsewhere in the rule.

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "inferencer/fact_index.hpp"
#include "inferencer/rule.hpp"

namespace quadrille::inferencer {

// True for words of RDF, RDFS and OWL.
bool is_in_vocabulary(std::string_view iri);

class Schema {
 public:
  // Local. `rules`: read_rules(set, huri_of).
  Schema(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of, std::span<const Rule> rules);

  // Facts that this atom can have belong to the schema, whatever the rule.
  bool has(const Atom& atom) const;
  bool has(const Fact& fact) const;
  // False if no fact with this predicate belongs to it.
  bool may_have(Huri predicate) const { return predicate == type_ || predicates_.contains(predicate); }
  // True if all atoms of the body belong to the schema.
  bool has_body(const Rule& rule) const;

  // The predicates and classes of its facts, and the predicates that may_name_predicate(); ascending.
  std::vector<Huri> predicates() const { return {predicates_.begin(), predicates_.end()}; }
  std::vector<Huri> classes() const { return {classes_.begin(), classes_.end()}; }
  std::vector<Huri> naming_predicates() const {
    std::vector<Huri> all;
    for (const auto& [predicate, its] : naming_) all.push_back(predicate);
    return all;
  }

  Huri type() const { return type_; }
  Huri same_as() const { return same_as_; }  // unbound: no pattern has it
  // True if a rule takes a predicate from facts like this one, which is not of the schema otherwise (?p owl:sameAs ?q
  // of eq-rep-p), and the fact has one of `predicates` there, which ascend.
  bool names_predicate(const Fact& fact, std::span<const Huri> predicates) const;
  // False if no fact with this predicate does.
  bool may_name_predicate(Huri predicate) const { return naming_.contains(predicate); }
  // True for predicates of the namespace local:, and those of subqueries.
  bool is_local(Huri predicate) const { return local_.contains(predicate) || is_column(predicate); }
  // True for predicates of the namespace local: that are about literals, and not derived by rules.
  bool is_of_literals(Huri predicate) const { return of_literals_.contains(predicate); }
  // True if the atom is of a named graph.
  bool has_graph(const Atom& atom) const;

 private:
  void find_local(std::span<const Rule> rules);
  void find_naming(std::span<const Rule> rules);

  Huri type_, same_as_;
  std::set<Huri> predicates_;  // of the schema, with those of local:
  std::set<Huri> classes_;     // whose members belong to the schema
  std::set<Huri> local_;
  std::set<Huri> of_literals_;  // those of local: about literals: data
  struct Naming {
    bool by_subject = false, by_object = false;
  };
  std::map<Huri, Naming> naming_;  // by predicate
};

// The values that variables in the place of predicates and of graphs may have: those of the data and of heads.
struct PossibleNames {
  std::span<const Huri> predicates, graphs;
};

// Local. The rules of which some atoms do not belong to the schema, specialised by the facts of the closed schema. A
// predicate or graph that is still a variable becomes each possible one. Different; ascending.
std::vector<Rule> specialise(std::span<const Rule> rules, const Schema& schema, const FactIndex& facts,
                             const PossibleNames& names);

}  // namespace quadrille::inferencer
