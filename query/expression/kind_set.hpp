#pragma once

// A KindSet is a set of HURI kinds: those of the terms that a function must have read, or those that columns hold.

#include <cstdint>
#include <initializer_list>

#include "dictionary/huri.hpp"

namespace quadrille::query {

class KindSet {
 public:
  constexpr KindSet() = default;
  constexpr KindSet(std::initializer_list<HuriKind> kinds) {
    for (const HuriKind kind : kinds) bits_ |= 1u << static_cast<unsigned>(kind);
  }

  constexpr bool has(HuriKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr KindSet operator|(KindSet a, KindSet b) { return KindSet(a.bits_ | b.bits_); }
  constexpr KindSet without(KindSet other) const { return KindSet(bits_ & ~other.bits_); }
  friend constexpr KindSet operator&(KindSet a, KindSet b) { return KindSet(a.bits_ & b.bits_); }
  constexpr KindSet& operator|=(KindSet other) { return *this = *this | other; }

 private:
  constexpr explicit KindSet(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

inline constexpr KindSet kNothing{};
// Literals that are unread until their text is there.
inline constexpr KindSet kUnreadKinds{HuriKind::number, HuriKind::temporal, HuriKind::typed};
inline constexpr KindSet kLanguageKinds{HuriKind::language_string, HuriKind::direction_string};
inline constexpr KindSet kStringKinds = kLanguageKinds | KindSet{HuriKind::string};
inline constexpr KindSet kIriKinds{HuriKind::iri};
inline constexpr KindSet kTripleKinds{HuriKind::triple_term};
// Of these, ORDER BY and `=` need more than the HURI, whatever the others are.
inline constexpr KindSet kComparedKinds = kUnreadKinds | kTripleKinds;
inline constexpr KindSet kLiteralKinds = kUnreadKinds | kStringKinds;
inline constexpr KindSet kTermKinds = kLiteralKinds | kIriKinds | kTripleKinds;
// The kinds that effective_boolean() needs to be read.
inline constexpr KindSet kBooleanKinds = kUnreadKinds | kStringKinds;
inline constexpr KindSet kAllKinds = kTermKinds | KindSet{HuriKind::blank};

}  // namespace quadrille::query
