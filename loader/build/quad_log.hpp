#pragma once

// A QuadLog holds what one image has read, but for the terms (term_table.hpp): the rows of both kinds of graphs, and
// the triple terms. Local, one thread.

#include <cstdint>

#include "loader/build/row_log.hpp"
#include "loader/build/triple_table.hpp"

namespace quadrille {

struct QuadLog {
  explicit QuadLog(pgas::QueryArena& arena) : triples(arena), quads(arena), terms(arena) {}
  std::uint64_t size() const { return triples.size() + quads.size(); }
  // Of the rows.
  std::uint64_t size_bytes() const { return triples.size() * sizeof(TripleRow) + quads.size() * sizeof(QuadRow); }

  RowLog<3> triples;  // of the default graph
  RowLog<4> quads;    // of the named graphs
  TripleTable terms;  // the triple terms of the rows
};

}  // namespace quadrille
