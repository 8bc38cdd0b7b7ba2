#pragma once

// A TripleTable holds the distinct triple terms (RDF 1.2 Concepts, 3.5) that one image has read, as rows of words:
// <<( s p o )>> -> local id, dense from 0. A triple term within another one has the smaller id.
//
//   rows    | s p o | s p o | ...     words as in a QuadLog (provisional_word.hpp)
//   slots   id + 1, open addressing, at most half full; place = the hash's highest bits
//
// Memory: 24 bytes a triple term for the row, and 8 to 16 for the slots, in the arena. Local, one thread.

#include <cstdint>
#include <span>
#include <string_view>

#include "loader/build/row_log.hpp"

namespace quadrille {

class TripleTable {
 public:
  explicit TripleTable(pgas::QueryArena& arena) : arena_(arena), rows_(arena) {}

  // Returns the id of the triple term of these words, a new one at its first appearance.
  std::uint64_t find_or_add(const TripleRow& words);

  std::uint64_t size() const { return rows_.size(); }
  std::uint64_t size_bytes() const { return rows_.size() * sizeof(TripleRow) + slots_.size_bytes(); }
  // Calls visit(span of rows), in the order of ids; visit may change them if nothing is added later.
  template <class Visit>
  void for_each_chunk(Visit&& visit) {
    rows_.for_each_chunk(visit);
  }
  // Frees the memory.
  void clear();

 private:
  std::size_t place(const TripleRow& words) const;
  void grow();

  pgas::QueryArena& arena_;
  RowLog<3> rows_;
  std::span<std::uint64_t> slots_;
};

}  // namespace quadrille
