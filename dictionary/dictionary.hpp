#pragma once

// Terms to stable HURIs and back, for all kinds: the face of the inline codes and of the vocabulary. And from HURIs to
// the terms that updates have borne.
//
//   HURI            term
//   special         none: unbound and the default graph have no term
//   blank           _:b<counter>
//   vocabulary      by rank; the rank must be one that the vocabulary holds
//   inline          in the word
//   delta           of the delta vocabulary, if there is one (delta_vocabulary.hpp)
//   query           none here: the query that bore it knows it
//
// Where the vocabulary is spread over groups of images, this is one group's part of it: find() and terms() know what
// holds() is true for, and map() says which part has the others (term_exchange.hpp asks for them).
//
// find() knows stable HURIs alone: what a query finds of the delta vocabulary hangs on when it began (DeltaView).
//
// Everything is local and const, for any number of threads. The functions that take no buffer make one, which costs an
// allocation or two (and decompresses a group again); batches are far cheaper by the term.
// Equal terms have equal HURIs; language tags are taken as they come, lower-cased by whoever makes a term.

#include <span>
#include <vector>

#include "base/term.hpp"
#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/huri.hpp"
#include "dictionary/text_arena.hpp"
#include "dictionary/vocabulary.hpp"
#include "dictionary/vocabulary_map.hpp"

namespace quadrille {

class Dictionary {
 public:
  // The vocabulary, the map if it is one group's part, and the delta vocabulary must outlive the dictionary.
  explicit Dictionary(const Vocabulary& vocabulary, const VocabularyMap* map = nullptr,
                      const DeltaVocabulary* delta = nullptr)
      : vocabulary_(&vocabulary), map_(map), delta_(delta) {}
  // The same base with the terms of updates.
  Dictionary with(const DeltaVocabulary& delta) const { return Dictionary(*vocabulary_, map_, &delta); }

  const Vocabulary& vocabulary() const { return *vocabulary_; }
  // Of the parts of all groups; nullptr if the vocabulary is whole.
  const VocabularyMap* map() const { return map_; }
  // nullptr if there are no updates.
  const DeltaVocabulary* delta() const { return delta_; }

  // The stable HURI of a term, or kUnbound if it has none: it is not in the vocabulary, or a blank node (a label names
  // one only in the file where it stands).
  Huri find(TermView term) const;
  void find(std::span<const TermView> terms, std::span<Huri> out) const;

  // Whether term() knows the HURI's term.
  bool holds(Huri huri) const;
  // The term of a HURI that holds() is true for.
  Term term(Huri huri) const;
  // out[i] becomes the term of huris[i], in `arena`, where holds(huris[i]); the others are left as they are.
  void terms(std::span<const Huri> huris, TextArena& arena, std::span<TermView> out) const;
  void terms(std::span<const Huri> huris, KeyBuffer& buffer, TextArena& arena, std::span<TermView> out) const;

  // The stable HURIs that stand in this relation to a constant, as disjoint ranges in ascending order
  // (value_ranges.hpp).
  std::vector<HuriRange> ranges_of(Comparison comparison, const NumericValue& constant) const;
  std::vector<HuriRange> ranges_of(Comparison comparison, const DateTime& constant) const;

 private:
  const Vocabulary* vocabulary_;
  const VocabularyMap* map_;
  const DeltaVocabulary* delta_;
};

}  // namespace quadrille
