#pragma once

// Terms that came from other images, readable here by their HURIs: what a fetch (term_exchange.hpp) fills and a batch
// of rows is then worked on with.
//
// Either for a batch: clear() forgets the terms and their memory is used again, so that a long stream of batches takes
// as much as its largest one. Or for good: nothing is forgotten and views stay as they are.
//
// One image's, used by one thread. All memory comes from the query's arena.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

class FetchedTerms {
 public:
  explicit FetchedTerms(pgas::QueryArena& arena) : arena_(arena), slots_(&arena), huris_(&arena), terms_(&arena) {}
  ~FetchedTerms() { arena_.free_span(texts_); }
  FetchedTerms(const FetchedTerms&) = delete;
  FetchedTerms& operator=(const FetchedTerms&) = delete;

  std::size_t size() const { return huris_.size(); }
  // The term, or nullptr if it has not been fetched; a view that lives until clear().
  const TermView* find(Huri huri) const;

  // Forgets all terms.
  void clear();
  // Room for the texts of the terms that are added next, for a batch only or for good.
  enum class Lifetime : std::uint8_t { batch, good };
  std::span<std::byte> make_room(std::size_t bytes, Lifetime lifetime);
  // The texts must live as long as this: they lie in make_room()'s or elsewhere.
  void add(Huri huri, TermView term);

 private:
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};
  std::size_t slot_of(Huri huri) const;
  void grow();

  pgas::QueryArena& arena_;
  std::span<std::byte> texts_;             // of batches
  std::pmr::vector<std::uint32_t> slots_;  // open addressing: places, a power of two of them, at most half full
  std::pmr::vector<Huri> huris_;
  std::pmr::vector<TermView> terms_;
};

}  // namespace quadrille
