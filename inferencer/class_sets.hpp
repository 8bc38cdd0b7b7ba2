#pragma once

// ClassSets numbers the sets of classes that things have, and computes each set's closure once.
//
//   set 0   {}                        set 0 + {Student}  = set 3      looked up afterwards
//   set 3   {Student, Person}         set 3 + {Employee} = set 7
//   set 7   {Student, Person, Employee, TeachingAssistant}            because Student, Employee -> TeachingAssistant
//
// A "class" is any condition on one thing that rules derive or use: `?x a :C`, `?x :p :c`. Most things of a database
// have one of few sets, so a thing's classes are one number, a new class of a thing is one lookup, and a class that it
// has already costs no more. A closure makes each derivation once for a set, not once for a thing.
//
// Local; one thread. Memory: the sets, and 16 bytes for each pair of sets that has been united.

#include <cstdint>
#include <span>
#include <vector>

#include "base/number_table.hpp"

namespace quadrille::inferencer {

using ClassId = std::uint32_t;  // a condition on one thing
using SetId = std::uint32_t;    // 0: the empty set

class ClassSets {
 public:
  ClassSets();

  // Before the first set is made: whoever has all classes of `body` has `head`.
  void add_rule(std::vector<ClassId> body, ClassId head);

  // The closure of a set; `classes` in any order.
  SetId set_of(std::span<const ClassId> classes);
  // The closure of the union. About 5 ns if it has been asked before.
  SetId unite(SetId a, SetId b);

  // Ascending.
  std::span<const ClassId> classes(SetId set) const {
    return {classes_.data() + begins_[set], classes_.data() + begins_[set + 1]};
  }
  bool contains(SetId set, ClassId wanted) const;

  std::size_t size() const { return begins_.size() - 1; }

 private:
  struct Rule {
    std::vector<ClassId> body;
    ClassId head;
  };
  std::vector<ClassId> closure(std::vector<ClassId> classes) const;
  SetId find_or_add(const std::vector<ClassId>& closed);

  std::vector<Rule> rules_;
  std::vector<std::vector<std::uint32_t>> rules_with_;  // by class: the rules that have it in their bodies
  std::vector<ClassId> classes_;                        // of all sets
  std::vector<std::size_t> begins_;                     // by set, and the end: in classes_
  NumberTable sets_;                                    // by their classes
  struct Union {
    SetId a, b, united;
  };
  std::vector<Union> unions_;
  NumberTable known_unions_;
};

}  // namespace quadrille::inferencer
