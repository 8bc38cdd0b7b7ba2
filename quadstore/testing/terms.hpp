#pragma once

// Terms for tests and benchmarks that need no vocabulary.

#include <cstdint>

#include "dictionary/huri.hpp"

namespace quadrille::detail {

constexpr Huri iri(std::uint64_t rank) {
  return Huri::make(HuriKind::iri, rank);
}
constexpr Huri text(std::uint64_t rank) {
  return Huri::make(HuriKind::string, rank);
}

inline constexpr Huri kType = iri(1);  // the predicate between a member and its class

}  // namespace quadrille::detail
