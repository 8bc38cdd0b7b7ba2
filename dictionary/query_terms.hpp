#pragma once

// QueryTerms holds the terms that a query computes: results of CONCAT, STR, BIND, aggregates, BNODE(). They get
// volatile HURIs of the right kind, local to the image that made them; terms that are only projected are never looked
// up in the base.
//
//   payload of a volatile HURI (59 bits)     | query : 1 | image or part : 16 | index : 42 |
//     query   1: a term of a query; 0: of the delta vocabulary of updates
//     image   of a query's term: which image's table holds it
//     part    of a delta term: which part of the delta vocabulary, on whatever image (delta_vocabulary.hpp)
//     index   in that table, in the order of creation
//
// Q1  Equal terms interned here have equal HURIs, and a term that is inline has its inline HURI. This class does not
//     test if the base or another image's table has the same term; that is a later step (design page 4). So a volatile
//     HURI of one table may name a term that also has a stable HURI.
// Q2  Fresh blank nodes differ from every other term.
//
// One table serves one query on one image and is used by one thread. Before it grows it calls the budget, which throws
// to stop the query; nothing is lost then, and all terms so far stay readable. Lookup and interning cost about 50 ns.

#include <cstdint>
#include <functional>
#include <vector>

#include "base/ids.hpp"
#include "base/number_table.hpp"
#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "dictionary/text_arena.hpp"

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
// For the HURI of a query's term.
constexpr ImageId volatile_image(Huri huri) {
  return static_cast<ImageId>(delta_part(huri));
}

class QueryTerms {
 public:
  // Called before memory is allocated, with the number of additional bytes. Throws (ErrorKind::memory) to refuse.
  using Budget = std::function<void(std::size_t bytes)>;

  explicit QueryTerms(ImageId image, Budget budget = {});

  // Local. The HURI of a term: inline, or of this table. Copies the term. Throws ErrorKind::unsupported for blank
  // nodes with labels, which have no meaning inside a query, and the exceptions of the budget.
  Huri intern(TermView term);
  // Local. Returns a new blank node, labelled q<image>_<index>.
  Huri fresh_blank();

  // Local. True if this table made the HURI.
  bool holds(Huri huri) const;
  // Local. The term of a HURI for which holds() is true; the views are valid as long as this table.
  TermView term(Huri huri) const;

  std::size_t size() const { return terms_.size(); }
  std::size_t bytes() const { return bytes_; }  // reserved by texts and tables

 private:
  struct Entry {
    TermView term;
    std::uint64_t hash;
    HuriKind kind;
  };

  Huri add(const Entry& entry);
  TermView keep(TermView term);
  void charge(std::size_t bytes);
  Huri huri_at(std::size_t index) const;

  ImageId image_;
  Budget budget_;
  TextArena texts_;
  std::vector<Entry> terms_;
  NumberTable numbers_;  // of terms_
  std::size_t bytes_ = 0;
};

}  // namespace quadrille
