#pragma once

// EqualTerms are the classes of terms that are owl:sameAs each other, in a database whose closure is stored by
// representatives: one term of a class stands for all of them.
//
//   stated                  rows, with marks                       the closure
//   a p o, b sameAs a       a p o      stated, closure             a p o, b p o,
//   b q a                   b q a      stated                      a q a, a q b, b q a, b q b,
//                           a q a      closure                     a sameAs a, a sameAs b, ...
//                           b sameAs a stated, closure
//                           a sameAs a closure
//
// E1  A class has a row (m sameAs r) with the mark `closure` for each member m, also for its representative r.
// E2  All other rows of the default graph with the mark `closure` have representatives alone, and terms without a
//     class. Such a row means the quads with any members of the classes in its places, as far as RDF can hold them: no
//     literal as a subject, nothing but an IRI as a predicate.
// E3  A stated row with another term has the mark `stated` alone.
// E4  Named graphs have no classes.
//
// A class may have literals. Its representative is an IRI if it has one, else a blank node if it has one.
//
// Local; immutable.
// Source: B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Handling owl:sameAs via rewriting" (AAAI 2015).

#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille {

class EqualTerms {
 public:
  struct Member {
    Huri term, representative;
    auto operator<=>(const Member&) const = default;
  };

  EqualTerms() = default;
  // `same_as`: owl:sameAs. `members`: each member of each class, once, with the representatives; in any order.
  EqualTerms(Huri same_as, std::vector<Member> members);

  bool empty() const { return terms_.empty(); }
  Huri same_as() const { return same_as_; }
  // All members, by class: the representative of each class first, then the others, ascending.
  std::span<const Member> all() const { return by_class_; }

  // The term that stands for this one: itself, if it has no class. 2 ns for most terms without one, else a search.
  Huri representative(Huri term) const { return may_have(term) ? find(term) : term; }
  // The members of a class, its representative first; none if the term has no class or does not represent it.
  std::span<const Member> members(Huri representative) const {
    return may_have(representative) ? find_members(representative) : std::span<const Member>();
  }
  // True if some class has one of these.
  bool has_literals() const { return has_literals_; }

  bool operator==(const EqualTerms& other) const { return by_class_ == other.by_class_; }

 private:
  static std::uint64_t hash(Huri term) { return term.bits() * 0x9e3779b97f4a7c15; }
  bool may_have(Huri term) const {
    if (filter_.empty()) return false;
    const std::uint64_t bit = hash(term) >> shift_;
    return (filter_[bit / 64] >> (bit % 64) & 1) != 0;
  }
  Huri find(Huri term) const;
  std::span<const Member> find_members(Huri representative) const;

  Huri same_as_;
  std::vector<Member> terms_;          // ascending
  std::vector<Member> by_class_;       // by representative
  std::vector<std::uint64_t> filter_;  // a bit for each hash that a member has
  int shift_ = 0;
  bool has_literals_ = false;
};

// True if `a` represents a class with both: IRIs come first, then blank nodes; among these the lower HURI.
bool represents_before(Huri a, Huri b);

}  // namespace quadrille
