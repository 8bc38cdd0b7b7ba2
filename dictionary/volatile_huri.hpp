#pragma once

// Volatile HURIs name terms that a query or an update has created; they have no order.
//
//   payload of a volatile HURI (59 bits)     | query : 1 | image or part : 16 | index : 42 |
//     query   1: a term of a query; 0: of the delta vocabulary of updates
//     image   of a query's term: the image that has made it (query/terms)
//     part    of a delta term: which part of the delta vocabulary, on whatever image (delta_vocabulary.hpp)
//     index   in the table of that image or part, in the order of creation

#include <cstdint>

#include "dictionary/huri.hpp"

namespace quadrille {

inline constexpr int kVolatileIndexBits = 42;
inline constexpr int kVolatileTableBits = 16;
inline constexpr std::uint64_t kQueryTermBit = std::uint64_t{1} << (kVolatileIndexBits + kVolatileTableBits);
static_assert(kVolatileIndexBits + kVolatileTableBits + 1 == Huri::kPayloadBits);

constexpr bool is_query_term(Huri huri) {
  return huri.is_volatile() && (huri.bits() & kQueryTermBit) != 0;
}
constexpr bool is_delta_term(Huri huri) {
  return huri.is_volatile() && (huri.bits() & kQueryTermBit) == 0;
}
// For a volatile HURI.
constexpr std::uint64_t volatile_index(Huri huri) {
  return huri.bits() & ((std::uint64_t{1} << kVolatileIndexBits) - 1);
}
// For a delta term's HURI.
constexpr std::uint32_t delta_part(Huri huri) {
  return static_cast<std::uint32_t>(huri.bits() >> kVolatileIndexBits & ((1u << kVolatileTableBits) - 1));
}
constexpr Huri make_delta_huri(HuriKind kind, std::uint32_t part, std::uint64_t index) {
  return Huri::make_volatile(kind, std::uint64_t{part} << kVolatileIndexBits | index);
}

}  // namespace quadrille
