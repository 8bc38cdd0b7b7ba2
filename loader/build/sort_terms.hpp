#pragma once

// Sorts the different terms of one image by their texts (kind, then key: memcmp order).
//
// Multikey quicksort that keeps the next eight bytes of each text beside its address, so that most comparisons are of
// words and texts are touched once every eight bytes of what they share. Local. Memory: 16 bytes a term.
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
  std::uint64_t cache;  // while sorting: eight bytes of the text, the first one highest, zeros behind its end
  const unsigned char* address;

  TermRecord record() const { return TermRecord(address); }
};
static_assert(sizeof(SortedTerm) == 16);

// `terms` have their addresses and differ. `pulse(n)` is called now and then: n more are in their final place.
void sort_terms(std::span<SortedTerm> terms, const std::function<void(std::uint64_t)>& pulse);

// The terms of a table, sorted; in the arena.
std::span<SortedTerm> sorted_terms(const TermTable& terms, pgas::QueryArena& arena,
                                   const std::function<void(std::uint64_t)>& pulse);

}  // namespace quadrille
