#pragma once

// A Program is a set of specialised rules in the form in which they are evaluated: over relations and classes.
//
//   relation   the pairs (subject, object) of one predicate                    ?x worksFor ?y
//   class      the things with one value of one predicate, on either side      ?x a Person      Berlin capitalOf ?x
//
//   kind of rule                                              form
//   (1) classes of one thing -> class of it                   a rule of ClassSets
//   (2) pair -> the same pair of another relation             Relation::targets: all that follow, over several rules
//   (3) pair -> class of its subject or object                Relation::subject_classes, object_classes: likewise
//   (4) x r y, y r z -> x r z                                 Relation::is_transitive
//   (5) x r y, x r z -> y same z, and x r z, y r z -> x same y
//                                                             Relation::same_objects, same_subjects: by representatives
//   (6) all others                                            Pipeline: joined atom by atom
//
// A predicate in a named graph, and the stated quads of a predicate alone, are relations and classes of their own.
//
// So a new pair gives, in one step, all pairs and classes that follow from it by rules with one atom.
//
// Local; the same on all images.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "inferencer/class_sets.hpp"
#include "inferencer/schema.hpp"

namespace quadrille::inferencer {

using RelationId = std::uint32_t;

enum class Side : std::uint8_t { subject, object };

inline std::vector<PredicateKey> in_default_graph(std::span<const Huri> predicates) {
  std::vector<PredicateKey> keys;
  for (const Huri predicate : predicates) keys.push_back({predicate, kUnbound});
  return keys;
}

struct Class {
  PredicateKey predicate;
  Huri value;
  Side side = Side::subject;  // of the thing: its value is on the other side
  auto operator<=>(const Class&) const = default;
};

// How a program uses the quads of a predicate.
struct PredicateUse {
  std::optional<RelationId> relation;
  // The classes of subjects by the object, and of objects by the subject.
  std::unordered_map<Huri, ClassId> subject_classes, object_classes;
};

struct Relation {
  // A pair of this relation is one of `relation`, too, with its sides exchanged if `flips`.
  struct Target {
    RelationId relation;
    bool flips;
    auto operator<=>(const Target&) const = default;
  };
  PredicateKey predicate;
  std::vector<Target> targets;  // others, direct or not
  std::vector<ClassId> subject_classes, object_classes;
  std::uint32_t transitive_source = 0;  // Rule::source of the transitive rule
  // By representatives: the objects of one subject are the same thing, or the subjects of one object. Rule::source.
  std::optional<std::uint32_t> same_objects, same_subjects;
  bool is_transitive = false, drops_loops = false;         // drops_loops: the transitive rule does not derive x r x
  bool finds_by_subject = false, finds_by_object = false;  // joins search for pairs by these
};

// An atom of a pipeline.
struct Goal {
  std::optional<RelationId> relation;  // otherwise a class of `subject`
  ClassId its_class = 0;
  Slot subject, object;  // of a class: equal
};

// A rule that is evaluated by joins (its parts: Rule); or what a rule must not find (absent), which has the variables
// of the rule.
struct Pipeline {
  std::uint32_t source = 0;  // Rule::source
  std::vector<Goal> body;
  std::vector<Goal> heads;
  std::vector<Atom> loose_heads;  // with variables as predicates or graphs
  SlotPairs different;
  std::vector<Computation> computations;
  SlotPairs same;
  std::vector<Pipeline> absent;
  std::vector<std::uint32_t> blanks;
  std::vector<Slot> identity;
  std::optional<std::uint32_t> collector;
  std::vector<Slot> row;
  bool runs_once = false;
  std::uint32_t stratum = 0;
  std::uint32_t variables = 0;

  // Its solutions are contradictions.
  bool is_constraint() const { return heads.empty() && loose_heads.empty() && !collector; }
  // Its solutions are facts at once.
  bool is_plain() const { return computations.empty() && absent.empty() && blanks.empty() && !collector; }
};

// Local. Those of the rules that data with these predicates may apply: the others have a pattern that no data and no
// rule can match.
std::vector<Rule> useful_rules(std::span<const Rule> rules, std::span<const Collector> collectors,
                               std::span<const PredicateKey> stated);

class Program {
 public:
  // `rules`: useful_rules() of specialise(), without variables as predicates and graphs but in heads. `stated`: the
  // predicates that the data have. `collectors` outlive it. `same_as`: the predicate whose pairs the caller unites, so
  // that some of them are enough to find the classes; kUnbound: none.
  Program(std::span<const Rule> rules, std::span<const Collector> collectors, std::span<const PredicateKey> stated,
          Huri same_as = kUnbound);

  std::span<const Relation> relations() const { return relations_; }
  std::span<const Class> classes() const { return classes_; }
  std::span<const Pipeline> pipelines() const { return pipelines_; }
  // The goals of the columns of collectors; empty if no rule uses them.
  struct Collected {
    const Collector* collector;
    std::vector<std::optional<RelationId>> columns;
  };
  std::span<const Collected> collected() const { return collected_; }
  std::uint32_t strata() const;  // of the pipelines
  ClassSets& sets() { return sets_; }
  // The relation of `same_as`, if some relation has same_objects or same_subjects.
  std::optional<RelationId> same() const { return same_; }

  // nullptr: no rule uses or derives quads with this predicate.
  const PredicateUse* find(const PredicateKey& predicate) const;

 private:
  void find_relations(std::span<const Rule> rules);
  void add(const Rule& rule);
  Pipeline pipeline_of(const Rule& rule);
  bool add_simple(const Pipeline& pipeline, const Goal& head);
  bool add_transitive(const Pipeline& pipeline, const Goal& head);
  bool add_same(const Pipeline& pipeline, const Goal& head);
  void mirror_classes();
  void close_targets();
  void note_searches();
  Goal goal(const Atom& atom);
  RelationId relation(const PredicateKey& predicate);
  ClassId class_number(const Class& its);

  std::set<PredicateKey> possible_;  // predicates that facts may have
  std::map<PredicateKey, PredicateUse> uses_;
  std::vector<Relation> relations_;
  std::vector<Class> classes_;
  std::vector<Pipeline> pipelines_;
  std::vector<Collected> collected_;
  ClassSets sets_;
  const Huri same_as_;
  std::optional<RelationId> same_;
};

}  // namespace quadrille::inferencer
