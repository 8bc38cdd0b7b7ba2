#pragma once

// Rows on their way to the index have no place for marks (marks.hpp). Their predicates carry them:
//
//   bit 63   the row follows by rules and was not stated: *closure* alone
//   bit 62   the row was stated, and the closure has it with other terms (equal_terms.hpp): *stated* alone
//   neither  both
//
// Predicates are IRIs, whose HURIs do not have these bits. Exchanges, spill files and partitions by subject or object
// carry the marks with the row. Of equal rows one stays: one with bit 62, else one without, else one with bit 63.

#include <array>

#include "dictionary/huri.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

inline constexpr std::uint64_t kInferredBit = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kMarkBits = kInferredBit | kHiddenBit;
static_assert((Huri::make(HuriKind::iri, 0).bits() & kMarkBits) == 0);

template <int kColumns>
constexpr Marks marks_of_row(const Row<kColumns>& row) {
  const std::uint64_t bits = row[index(Position::predicate)].bits();
  return (bits & kHiddenBit) != 0 ? Marks::stated : (bits & kInferredBit) != 0 ? Marks::closure : Marks::both;
}

// The predicate of a row with marks, and without them.
constexpr Huri with_marks(Huri predicate, Marks marks) {
  return Huri(predicate.bits() | (marks == Marks::closure ? kInferredBit : marks == Marks::stated ? kHiddenBit : 0));
}
constexpr Huri without_marks(Huri predicate) {
  return Huri(predicate.bits() & ~kMarkBits);
}

}  // namespace quadrille
