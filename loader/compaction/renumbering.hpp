#pragma once

// A Renumbering maps the HURIs of one generation to those of the next, which a rebuild has made from a version of it:
//
//   HURI of the old generation                       becomes
//   inline, blank node, default graph                itself
//   of the vocabulary, used by a quad of that version the new rank (rank_map.hpp)
//   of an update's term, likewise                    stable: its rank in the new vocabulary
//   of a triple term, likewise                       the number of its row in the new table
//   any other                                        unbound: the new generation has no such term yet
//
// The last row covers terms that updates have added after that version, and old ones that no quad used then. To carry
// over later quads, the caller takes their terms from the old generation's dictionary and interns them in the new
// generation's delta vocabulary (dictionary/delta_interner.hpp), which first searches the new base.
//
// A value, complete on every image: applying it needs no communication. A copy shares the tables, which are in the
// process's own memory: 3/8 of a byte a term of the old vocabulary, 8 bytes a term of updates, and 8 more for each that
// is used. Any thread can call const functions.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "dictionary/vocabulary_format.hpp"
#include "loader/compaction/born_terms.hpp"
#include "loader/compaction/rank_map.hpp"
#include "loader/compaction/triple_places.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

class Renumbering {
 public:
  using RankMaps = std::array<RankMap, kHuriKinds>;  // by HuriKind

  // born: by place, the new HURIs of the terms of updates; unbound for unused ones.
  Renumbering(RankMaps ranks, BornPlaces places, std::vector<Huri> born);

  // Local. The same with triple terms: (old, new) of all used ones. `places`: of the old generation's.
  Renumbering with_triples(TriplePlaces places, std::span<const std::array<Huri, 2>> numbers) const;

  // Local. The new HURI, or kUnbound.
  Huri operator()(Huri old) const;
  // Local. Replaces every HURI in place; for many HURIs.
  void apply(std::span<Huri> huris) const;
  // Local. The quad in the new generation; nothing if one of its terms does not exist there yet.
  std::optional<Quad> operator()(const Quad& old) const;

  const RankMaps& ranks() const { return tables_->ranks; }

 private:
  struct Tables {
    RankMaps ranks;
    BornPlaces places;
    std::vector<Huri> born;
    TriplePlaces triple_places;
    std::vector<Huri> triples;  // by place
  };
  void prefetch(Huri old) const;

  std::shared_ptr<const Tables> tables_;
};

}  // namespace quadrille
