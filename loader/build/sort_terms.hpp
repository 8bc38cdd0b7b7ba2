#pragma once

// Sorts the distinct terms of one image by their texts (kind, then key: memcmp order).
//
// Multikey quicksort that caches the next eight bytes of each text beside its address: most comparisons are of words,
// and a shared prefix is read only once every eight bytes. Local. Memory: 16 bytes a term.
// Source: Bentley and Sedgewick, "Fast Algorithms for Sorting and Searching Strings" (1997); the cached bytes after Ng
// and Kakehi, "Cache Efficient Radix Sort for String Sorting" (2007).

#include <cstdint>
#include <functional>
#include <span>

#include "loader/build/term_record.hpp"
#include "loader/build/term_table.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

struct SortedTerm {
  std::uint64_t cache;  // while sorting: eight bytes of the text, first byte highest, zeros after its end
  const unsigned char* address;

  TermRecord record() const { return TermRecord(address); }
};
static_assert(sizeof(SortedTerm) == 16);

// `terms` have their addresses and are distinct. `pulse(n)` is called now and then: n more are in their final place.
void sort_terms(std::span<SortedTerm> terms, const std::function<void(std::uint64_t)>& pulse);

// The terms of a table, sorted; in the arena.
std::span<SortedTerm> sorted_terms(const TermTable& terms, pgas::QueryArena& arena,
                                   const std::function<void(std::uint64_t)>& pulse);

}  // namespace quadrille
