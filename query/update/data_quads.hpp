#pragma once

// Quads that come as terms: those of INSERT DATA and of documents. Equal labels are one blank node within the data, a
// fresh one of the database.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/term.hpp"
#include "dictionary/delta_interner.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"
#include "query/update/fresh_blanks.hpp"

namespace quadrille::query {

struct QuadView {
  TermView subject, predicate, object;
  std::optional<TermView> graph;  // none: the default graph
};

// Of one piece of data: a block of quads, a document.
class DataQuads {
 public:
  DataQuads(pgas::Team& team, DeltaInterner& interner, FreshBlanks& blanks)
      : team_(team), interner_(interner), blanks_(blanks) {}

  // Local, with the same labels on all images: they are the same blank nodes everywhere. Others belong to the image
  // that meets them.
  void share_label(std::string_view label);

  // Collective, each member with its own quads or none. Appends them with the HURIs that are stored; what is not well
  // formed is left out.
  void add(std::span<const QuadView> quads, std::vector<Quad>& out);

 private:
  pgas::Team& team_;
  DeltaInterner& interner_;
  FreshBlanks& blanks_;
  std::unordered_map<std::string, Huri> labels_;
};

}  // namespace quadrille::query
