#pragma once

// A Dictionary maps terms to stable HURIs and back, for all kinds: it combines the inline codes and the vocabulary. It
// also maps the HURIs of updates to their terms.
//
//   HURI            term
//   special         none: unbound and the default graph have no term
//   blank           _:b<counter>
//   vocabulary      by rank; the rank must be one that the vocabulary holds
//   inline          in the word
//   triple term     of its components, which the table of triple terms has (triple_terms.hpp)
//   delta           of the delta vocabulary, if there is one (delta_vocabulary.hpp)
//   query           none here: the query that created it has it
//
// If the vocabulary is spread over groups of images, this is one group's part of it: find() and terms() find only
// terms for which holds() is true, and map() finds the part of the others (term_exchange.hpp requests them).
//
// find() finds stable HURIs only: the terms that a query finds in the delta vocabulary depend on when it started
// (DeltaView).
//
// Everything is local and const, for any number of threads. Functions without a buffer make one, which costs an
// allocation or two (and decompresses a group again); batches are much cheaper for each term.
// Equal terms have equal HURIs. Language tags are used unchanged; the maker of a term converts them to lower case.

#include <span>
#include <vector>

#include "base/term.hpp"
#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/huri.hpp"
#include "dictionary/text_arena.hpp"
#include "dictionary/triple_terms.hpp"
#include "dictionary/vocabulary.hpp"
#include "dictionary/vocabulary_map.hpp"

namespace quadrille {

class Dictionary {
 public:
  // The vocabulary, the map if it is one group's part, the triple terms if there are any, and the delta vocabulary must
  // outlive the dictionary.
  explicit Dictionary(const Vocabulary& vocabulary, const VocabularyMap* map = nullptr,
                      const TripleTerms* triples = nullptr, const DeltaVocabulary* delta = nullptr)
      : vocabulary_(&vocabulary), map_(map), triples_(triples), delta_(delta) {}
  // The same base with the terms of updates; in several groups, call it when the map exists.
  Dictionary with(const DeltaVocabulary& delta) const { return Dictionary(*vocabulary_, map_, triples_, &delta); }

  const Vocabulary& vocabulary() const { return *vocabulary_; }
  // The map of the parts of all groups; nullptr if the vocabulary is whole.
  const VocabularyMap* map() const { return map_; }
  // nullptr if there are none.
  const TripleTerms* triples() const { return triples_; }
  // nullptr if there are no updates.
  const DeltaVocabulary* delta() const { return delta_; }

  // The stable HURI of a term, or kUnbound if it has none: it is not in the vocabulary, or is a blank node (a label is
  // valid only in its file).
  Huri find(TermView term) const;
  void find(std::span<const TermView> terms, std::span<Huri> out) const;

  // The stored triple term of these components; kUnbound if there is none, also if a component is kUnbound.
  Huri find(const TripleComponents& components) const;

  // True if term() can return the HURI's term.
  bool holds(Huri huri) const;
  // The term of a HURI for which holds() is true.
  Term term(Huri huri) const;
  // Sets out[i] to the term of huris[i], in `arena`, if holds(huris[i]); other elements do not change.
  void terms(std::span<const Huri> huris, TextArena& arena, std::span<TermView> out) const;
  void terms(std::span<const Huri> huris, KeyBuffer& buffer, TextArena& arena, std::span<TermView> out) const;

  // The stable HURIs in this relation to a constant, as disjoint ranges in ascending order (value_ranges.hpp).
  std::vector<HuriRange> ranges_of(Comparison comparison, const NumericValue& constant) const;
  std::vector<HuriRange> ranges_of(Comparison comparison, const DateTime& constant) const;

 private:
  Huri find_triple(TermView term, KeyBuffer& buffer) const;

  const Vocabulary* vocabulary_;
  const VocabularyMap* map_;
  const TripleTerms* triples_;
  const DeltaVocabulary* delta_;
};

}  // namespace quadrille
