#pragma once

// FetchedTerms holds terms from other images, readable here by their HURIs. A fetch (term_exchange.hpp) fills it
// before a batch of rows is processed.
//
// It is used for a batch: clear() removes the terms and their memory is used again, so that a long stream of batches
// needs only the memory of its largest one. Or terms are kept permanently: nothing is removed and views stay valid.
//
// For one image, used by one thread. All memory comes from the query's arena.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/number_table.hpp"
#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

class FetchedTerms {
 public:
  explicit FetchedTerms(pgas::QueryArena& arena) : arena_(arena), places_(&arena), huris_(&arena), terms_(&arena) {}
  ~FetchedTerms() { arena_.free_span(texts_); }
  FetchedTerms(const FetchedTerms&) = delete;
  FetchedTerms& operator=(const FetchedTerms&) = delete;

  std::size_t size() const { return huris_.size(); }
  // The term, or nullptr if it has not been fetched; the view is valid until clear().
  const TermView* find(Huri huri) const;

  // Removes all terms.
  void clear();
  // Reserves room for the texts of the terms that are added next, for a batch only or permanently.
  enum class Lifetime : std::uint8_t { batch, good };
  std::span<std::byte> make_room(std::size_t bytes, Lifetime lifetime);
  // The texts must be valid as long as this object: in make_room()'s memory or elsewhere.
  void add(Huri huri, TermView term);

 private:
  pgas::QueryArena& arena_;
  std::span<std::byte> texts_;  // of batches
  NumberTable places_;          // of huris_
  std::pmr::vector<Huri> huris_;
  std::pmr::vector<TermView> terms_;
};

}  // namespace quadrille
