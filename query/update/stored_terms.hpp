#pragma once

// StoredTerms replaces the HURIs in a query's results by those that quads are stored with, for all quads of an
// operation at once:
//
//   term of the query that the database has   its HURI                          (QueryDictionary::make_canonical)
//   other term of the query                   inserted: a delta term            (DeltaInterner)
//                                             deleted: the quad is left out, for it cannot be there
//   blank node of BNODE()                     inserted: a fresh one, the same in every place, also in triple terms,
//                                             and on every image
//   placeholder of a template                 a fresh blank node
//
// Collective: a few exchanges if any image has such a term, else one gather.

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "query/table/context.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

class StoredTerms {
 public:
  StoredTerms(Context& context, DeltaInterner& interner, FreshBlanks& blanks)
      : context_(context), interner_(interner), blanks_(blanks) {}

  // Collective. `placeholders`: the number that this image has used.
  void replace(QuadChanges& changes, std::uint64_t placeholders);

 private:
  using Map = std::unordered_map<Huri, Huri>;
  void make_canonical(QuadChanges& changes);
  void store_terms(std::vector<Quad>& inserts);
  std::unordered_map<std::string, Huri> blanks_within(std::span<const TermView> terms);
  void number_blanks(const std::vector<Huri>& born, Map& stored);

  Context& context_;
  DeltaInterner& interner_;
  FreshBlanks& blanks_;
};

}  // namespace quadrille::query
