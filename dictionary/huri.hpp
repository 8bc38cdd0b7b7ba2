#pragma once

// A HURI is the 64-bit identifier of an RDF term. Equal HURIs mean the same term; within a kind, order of stable HURIs
// = order of terms (design page 4).
//
//    63    60 59 58                                                     0
//   | kind   | v | payload                                              |     v = volatile
//
//   kind                  payload of a stable HURI                       order within the kind
//   0  special            0 unbound, 1 the default graph                 -
//   1  blank              counter, never renumbered                      arbitrary
//   2  iri                rank in the vocabulary                         code points of the IRI
//   3  string             rank                                           code points of the text
//   4  language_string    rank                                           (tag, text)
//   5  direction_string   rank                                           (tag, direction, text)
//   6  integer            inline: value, then code                       value, then spelling
//   7  decimal            inline: value, then code                       value, then spelling
//   8  floating           inline: value, then code (double and float)    value, then spelling
//   9  number             rank: numbers that fit no code                 (value, datatype, lexical form)
//  10  boolean            inline: value, then spelling                   false < true
//  11  date_time          inline: instant, then code                     instant, then spelling
//  12  date               inline: first instant, then code               likewise
//  13  temporal           rank: dates and times that fit no code         (datatype, value, lexical form)
//  14  typed              rank: every other literal                      (datatype, lexical form)
//  15  triple_term        shard and row of its table    (depth, components) within a shard (quadstore/sharding.hpp)
//
// A volatile HURI names a term that is not in the base's vocabulary (created by an update or a query); it has identity
// but no order.

#include <cstdint>
#include <functional>

namespace quadrille {

enum class HuriKind : std::uint8_t {
  special = 0,
  blank = 1,
  iri = 2,
  string = 3,
  language_string = 4,
  direction_string = 5,
  integer = 6,
  decimal = 7,
  floating = 8,
  number = 9,
  boolean = 10,
  date_time = 11,
  date = 12,
  temporal = 13,
  typed = 14,
  triple_term = 15,
};

class Huri {
 public:
  static constexpr int kPayloadBits = 59;
  static constexpr std::uint64_t kPayloadMask = (std::uint64_t{1} << kPayloadBits) - 1;
  static constexpr std::uint64_t kVolatileBit = std::uint64_t{1} << kPayloadBits;

  constexpr Huri() = default;  // unbound
  constexpr explicit Huri(std::uint64_t bits) : bits_(bits) {}
  static constexpr Huri make(HuriKind kind, std::uint64_t payload) {
    return Huri(static_cast<std::uint64_t>(kind) << 60 | payload);
  }
  static constexpr Huri make_volatile(HuriKind kind, std::uint64_t payload) {
    return Huri(static_cast<std::uint64_t>(kind) << 60 | kVolatileBit | payload);
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr HuriKind kind() const { return static_cast<HuriKind>(bits_ >> 60); }
  constexpr std::uint64_t payload() const { return bits_ & kPayloadMask; }
  constexpr bool is_volatile() const { return (bits_ & kVolatileBit) != 0; }

  constexpr bool is_unbound() const { return bits_ == 0; }
  constexpr bool is_blank() const { return kind() == HuriKind::blank; }
  constexpr bool is_iri() const { return kind() == HuriKind::iri; }
  constexpr bool is_literal() const { return kind() >= HuriKind::string && kind() != HuriKind::triple_term; }
  // Literals and triple terms are no subjects, predicates or names of graphs.
  constexpr bool is_only_object() const { return kind() >= HuriKind::string; }
  constexpr bool is_numeric() const { return kind() >= HuriKind::integer && kind() <= HuriKind::number; }

  constexpr auto operator<=>(const Huri&) const = default;

 private:
  std::uint64_t bits_ = 0;
};
static_assert(sizeof(Huri) == 8);

inline constexpr Huri kUnbound{};
inline constexpr Huri kDefaultGraph = Huri::make(HuriKind::special, 1);

// The kinds whose stable terms are in the vocabulary; all others are inline in the HURI.
constexpr bool in_vocabulary(HuriKind kind) {
  switch (kind) {
    case HuriKind::iri:
    case HuriKind::string:
    case HuriKind::language_string:
    case HuriKind::direction_string:
    case HuriKind::number:
    case HuriKind::temporal:
    case HuriKind::typed:
      return true;
    default:
      return false;
  }
}
// The kinds whose terms need a table, the vocabulary or that of triple terms: new ones are delta terms in updates.
constexpr bool is_interned(HuriKind kind) {
  return in_vocabulary(kind) || kind == HuriKind::triple_term;
}

}  // namespace quadrille

template <>
struct std::hash<quadrille::Huri> {
  std::size_t operator()(quadrille::Huri huri) const {
    std::uint64_t bits = huri.bits() * 0x9e3779b97f4a7c15;
    return bits ^ (bits >> 32);
  }
};
