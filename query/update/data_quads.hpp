#pragma once

// DataQuads stores quads that are given as terms: those of INSERT DATA and of documents. Equal labels within the data
// are one blank node, a fresh one of the database. Each different term is looked up in the dictionary once, whatever
// the number of quads.

#include <array>
#include <cstdint>
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

// For one piece of data: a block of quads or a document.
class DataQuads {
 public:
  DataQuads(pgas::Team& team, DeltaInterner& interner, FreshBlanks& blanks)
      : team_(team), interner_(interner), blanks_(blanks) {}

  // Local, with the same labels on all images: they are the same blank nodes everywhere. Other labels belong to the
  // image that reads them.
  void share_label(std::string_view label);

  // Local. Adds a quad to be stored.
  void add(const SourceQuadView& quad);

  // Collective, each member with its own quads or none. Appends the quads added since the last call, with the HURIs
  // that are stored; quads that are not well formed are left out.
  void store(std::vector<Quad>& out);

  // Memory of the terms.
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
  std::uint32_t stored_ = 0;  // terms that have theirs; some shared labels may follow them
  std::vector<NumberedQuad> quads_;
  NumberedQuad last_{};
};

}  // namespace quadrille::query
