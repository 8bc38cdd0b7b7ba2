#pragma once

// BuiltTriples is the table of triple terms of a build that has not ended, for the rules, which may read the text of
// any of them. Each group of images has one copy, in the heap of its first image: 40 bytes a triple term.

#include <span>

#include "dictionary/triple_terms.hpp"
#include "loader/build/build_context.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

class BuiltTriples final : public TripleTerms {
 public:
  // Collective. `owned`: those of this image (TripleRanks::owned()). All images keep it until none reads it any more.
  BuiltTriples(BuildContext& context, std::span<const QuadRow> owned);

  bool holds(Huri triple) const override { return row_of(triple) != nullptr; }
  TripleComponents components(Huri triple) const override;
  Huri find(const TripleComponents& components) const override;

 private:
  // nullptr: there is none.
  const QuadRow* row_of(Huri triple) const;

  pgas::QueryArena arena_;
  std::span<const QuadRow> by_triple_;            // ascending by the triple term, which is the graph of its row
  std::span<const std::uint64_t> by_components_;  // places in by_triple_
};

}  // namespace quadrille
