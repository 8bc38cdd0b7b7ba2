#pragma once

// LocalTerms numbers the terms that a query computes on one image (results of expressions). They are in shared memory,
// so that the other images of the team can read them after rows have been exchanged.
//
// HURI of such a term, below the kind and the volatile bit:
//
//    58      57      42 41                         0
//   | query | image    | number                     |     query = 1; 0 is for the terms of updates
//
// Local: one image adds terms. Others may read them once they have received the HURI through a collective.

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/ids.hpp"
#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::query {

// The place of one image's terms; images send each other its address.
struct LocalTermTable {
  static constexpr std::size_t kFirstChunk = 1024;  // chunk k holds kFirstChunk << k terms
  std::array<TermView*, 32> chunks{};

  const TermView& at(std::uint64_t number) const;
};

class LocalTerms {
 public:
  LocalTerms(pgas::QueryArena& arena, ImageId image);

  // The HURI of a term that is not inline; equal terms have equal HURIs. Copies the texts.
  Huri intern(TermView term);

  const LocalTermTable* table() const { return table_; }
  std::uint64_t size() const { return size_; }

  static ImageId image_of(Huri huri) { return ImageId{static_cast<std::int32_t>(huri.payload() >> 42 & 0xffff)}; }
  static std::uint64_t number_of(Huri huri) { return huri.payload() & ((std::uint64_t{1} << 42) - 1); }

 private:
  static std::uint64_t hash_of(TermView term);

  pgas::QueryArena& arena_;
  const ImageId image_;
  LocalTermTable* table_;
  std::uint64_t size_ = 0;
  std::unordered_multimap<std::uint64_t, Huri> by_hash_;
};

}  // namespace quadrille::query
