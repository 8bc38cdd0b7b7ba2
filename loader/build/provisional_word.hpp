#pragma once

// The word of a term without a HURI in a row: its local id, coded so that no HURI of the base equals it.
//
//   | special | volatile | staged | id |      staged: the id counts in the current batch
//   | triple_term | volatile | id |           of a triple term: its id in the TripleTable

#include <cstdint>

#include "dictionary/huri.hpp"

namespace quadrille {

inline constexpr std::uint64_t kStagedBit = std::uint64_t{1} << 58;

constexpr Huri provisional_word(std::uint64_t local_id) {
  return Huri::make_volatile(HuriKind::special, local_id);
}
constexpr Huri staged_word(std::uint64_t staged) {
  return Huri::make_volatile(HuriKind::special, kStagedBit | staged);
}

constexpr Huri triple_word(std::uint64_t local_id) {
  return Huri::make_volatile(HuriKind::triple_term, local_id);
}

constexpr bool is_triple_word(Huri word) {
  return word.kind() == HuriKind::triple_term && word.is_volatile();
}
constexpr bool is_provisional(Huri word) {
  return word.bits() >> Huri::kPayloadBits == 1;
}
constexpr bool is_staged(Huri word) {
  return word.bits() >> 58 == 3;
}
constexpr std::uint64_t id_of(Huri word) {
  return word.payload() & ~kStagedBit;
}

}  // namespace quadrille
