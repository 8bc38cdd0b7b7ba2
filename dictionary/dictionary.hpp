#pragma once

// Terms to stable HURIs and back, for all kinds: the face of the inline codes and of the vocabulary.
//
//   HURI            term
//   special         none: unbound and the default graph have no term
//   blank           _:b<counter>
//   vocabulary      by rank; the rank must be one that the vocabulary holds
//   inline          in the word
//   volatile        none here: QueryTerms and the delta vocabulary know them
//
// Everything is local and const, for any number of threads. The functions that take no buffer make one, which costs an
// allocation or two (and decompresses a group again); batches are far cheaper by the term.
// Equal terms have equal HURIs; language tags are taken as they come, lower-cased by whoever makes a term.

#include <span>
#include <vector>

#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "dictionary/text_arena.hpp"
#include "dictionary/vocabulary.hpp"

namespace quadrille {

class Dictionary {
 public:
  // The vocabulary must outlive the dictionary.
  explicit Dictionary(const Vocabulary& vocabulary) : vocabulary_(&vocabulary) {}

  const Vocabulary& vocabulary() const { return *vocabulary_; }

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
};

}  // namespace quadrille
