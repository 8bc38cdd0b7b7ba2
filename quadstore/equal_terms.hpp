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
//     literal or triple term as a subject, nothing but an IRI as a predicate.
// E3  A stated row with another term has the mark `stated` alone.
// E4  Named graphs have no classes.
//
// A class may have literals. Its representative is an IRI if it has one, else a blank node if it has one.
//
// A change of some classes keeps the table of all others: it costs what has changed since this table was made, which is
// a small part of it.
//
// Local; immutable.
// Source: B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Handling owl:sameAs via rewriting" (AAAI 2015).

#include <cstdint>
#include <memory>
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
  // The classes after a change. `members`: all members, before or now, of all classes that are others now; a term that
  // has no class any more represents itself. `same_as`: if there were no classes yet.
  EqualTerms with(Huri same_as, std::vector<Member> members) const;

  bool empty() const { return size_ == 0; }
  Huri same_as() const { return same_as_; }
  // A copy of all members, by class: the representative of each class first, then the others, ascending.
  std::vector<Member> all() const;

  // The term that stands for this one: itself, if it has no class. 2 ns for most terms without one, else a search.
  Huri representative(Huri term) const {
    if (changed_.may_have(term))
      if (const Member* const its = changed_.find(term)) return its->representative;
    if (base_ == nullptr || !base_->may_have(term)) return term;
    const Member* const its = base_->find(term);
    return its != nullptr ? its->representative : term;
  }
  // The members of a class, its representative first; none if the term has no class or does not represent it.
  std::span<const Member> members(Huri representative) const {
    if (changed_.may_have(representative) && changed_.find(representative) != nullptr)
      return changed_.find_members(representative);
    const bool may_have = base_ != nullptr && base_->may_have(representative);
    return may_have ? base_->find_members(representative) : std::span<const Member>();
  }
  // False if no class has a literal or a triple term.
  bool has_literals() const { return changed_.has_literals || (base_ != nullptr && base_->has_literals); }

  // The same classes, with the same representatives.
  bool operator==(const EqualTerms& other) const;

 private:
  struct Table {
    Table() = default;
    explicit Table(std::vector<Member> members);

    static std::uint64_t hash(Huri term) { return term.bits() * 0x9e3779b97f4a7c15; }
    bool may_have(Huri term) const {
      if (filter.empty()) return false;
      const std::uint64_t bit = hash(term) >> shift;
      return (filter[bit / 64] >> (bit % 64) & 1) != 0;
    }
    const Member* find(Huri term) const;
    std::span<const Member> find_members(Huri representative) const;

    std::vector<Member> terms;          // ascending
    std::vector<Member> by_class;       // by representative; without those that represent themselves alone
    std::vector<std::uint64_t> filter;  // a bit for each hash that a member has
    int shift = 0;
    bool has_literals = false;
  };

  Huri same_as_;
  std::shared_ptr<const Table> base_;
  Table changed_;  // terms for which `base_` does not count
  std::size_t size_ = 0;
};

// True if `a` represents a class with both: IRIs come first, then blank nodes; among these the lower HURI.
bool represents_before(Huri a, Huri b);

}  // namespace quadrille
