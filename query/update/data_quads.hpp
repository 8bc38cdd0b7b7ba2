#pragma once

// Quads that come as terms: those of INSERT DATA and of documents. Equal labels are one blank node within the data, a
// fresh one of the database. Each different term is looked up in the dictionary once, whatever the number of quads.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/term.hpp"
#include "dictionary/delta_interner.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"
#include "query/update/fresh_blanks.hpp"
#include "query/update/quad_source.hpp"
#include "query/update/term_numbers.hpp"

namespace quadrille::query {

// Of one piece of data: a block of quads, a document.
class DataQuads {
 public:
  DataQuads(pgas::Team& team, DeltaInterner& interner, FreshBlanks& blanks)
      : team_(team), interner_(interner), blanks_(blanks) {}

  // Local, with the same labels on all images: they are the same blank nodes everywhere. Others belong to the image
  // that meets them.
  void share_label(std::string_view label);

  // Local. One more quad, to be stored.
  void add(const SourceQuadView& quad);

  // Collective, each member with its own quads or none. Appends those that were added since the last time, with the
  // HURIs that are stored; what is not well formed is left out.
  void store(std::vector<Quad>& out);

  // What the terms take.
  std::size_t bytes() const { return terms_.bytes() + huris_.capacity() * sizeof(Huri); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};  // the default graph
  using NumberedQuad = std::array<std::uint32_t, 4>;

  void store_terms();
  Huri huri(std::uint32_t number) const { return number == kNone ? kDefaultGraph : huris_[number]; }

  pgas::Team& team_;
  DeltaInterner& interner_;
  FreshBlanks& blanks_;
  TermNumbers terms_;
  std::vector<Huri> huris_;   // by number
  std::uint32_t stored_ = 0;  // terms that have theirs, and maybe some shared labels behind them
  std::vector<NumberedQuad> quads_;
  NumberedQuad last_{};
};

}  // namespace quadrille::query
