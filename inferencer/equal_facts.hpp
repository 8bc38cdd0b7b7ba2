#pragma once

// EqualFacts are a closure that is stored by representatives (quadstore/equal_terms.hpp), as if it were not: each row
// is all facts that it means.
//
//   row a p o, class {a, b}   -->  a p o, b p o
//   rows a sameAs a, b sameAs a  -->  a sameAs a, a sameAs b, b sameAs a, b sameAs b
//
// A look-up of one fact costs one of its row, whatever the sizes of the classes. What visits many facts makes them one
// by one, so a visitor that ends early does not pay for the others. Without classes, all costs what the rows cost.
//
// If owl:sameAs has a class itself, facts with its other members are equalities, too.
//
// Local; one thread.

#include <span>

#include "inferencer/fact_store.hpp"
#include "quadstore/equal_terms.hpp"

namespace quadrille::inferencer {

class EqualFacts final : public FactStore {
 public:
  // `rows`: those with the mark `closure`; `stated`: those with the mark `stated`. All outlive it.
  EqualFacts(FactStore& rows, FactStore& stated, const EqualTerms& classes);

  bool pairs_of(Huri subject, std::size_t most, std::vector<Pair>& pairs) override;
  bool visit(const Fact& pattern, const Visit& visit) override;
  bool is_stated(const Fact& fact) override { return stated_.is_stated(fact); }
  std::vector<Huri> predicates() override;
  bool has_literals(Huri predicate) override;
  // Of rows, not of facts.
  Size size() override { return rows_.size(); }

  bool contains(const Fact& fact);
  FactStore& rows() { return rows_; }
  FactStore& stated() { return stated_; }
  const EqualTerms& classes() const { return classes_; }

 private:
  std::span<const EqualTerms::Member> members_of(Huri term) const {
    return classes_.members(classes_.representative(term));
  }
  bool is_equality(Huri predicate) const;
  bool visit_equal(const Fact& pattern, const Visit& visit);
  bool visit_all_equal(Huri predicate, const Visit& visit);
  bool expand(const Fact& row, const Fact& pattern, const Visit& visit) const;
  std::size_t count_pairs(Huri subject, std::span<const Pair> of_rows, std::size_t most) const;
  void add_pairs(Huri subject, std::span<const Pair> of_rows, std::vector<Pair>& pairs) const;

  FactStore& rows_;
  FactStore& stated_;
  const EqualTerms& classes_;
};

}  // namespace quadrille::inferencer
