#pragma once

// Rows on their way to the index have no place for marks (marks.hpp). A row that follows by rules and was not stated
// has the highest bit in its predicate: its inferred mark. Predicates are IRIs, whose HURIs do not have this bit.
// Exchanges, spill files and partitions by subject or object carry the mark with the row.

#include <array>

#include "dictionary/huri.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

inline constexpr std::uint64_t kInferredBit = std::uint64_t{1} << 63;
static_assert((Huri::make(HuriKind::iri, 0).bits() & kInferredBit) == 0);

template <int kColumns>
constexpr bool is_inferred(const Row<kColumns>& row) {
  return (row[index(Position::predicate)].bits() & kInferredBit) != 0;
}

// The predicate of a row with and without the mark.
constexpr Huri as_inferred(Huri predicate) {
  return Huri(predicate.bits() | kInferredBit);
}
constexpr Huri as_stated(Huri predicate) {
  return Huri(predicate.bits() & ~kInferredBit);
}

}  // namespace quadrille
