#pragma once

// A DeltaInterner gives the terms of an update the HURIs that its quads are stored with: inline, stable if the base
// has the term, else of the delta vocabulary, where the owner of each term keeps it.
//
//   member 0                               member 2, the owner of "x"
//   "x", "y", "1"^^integer                 "x"
//     inline: 1, base: "y"   --- "x" ---->   intern -> delta HURI
//     "x" -> delta HURI      <------------
//
// Collective: every member of a team of all images of the job calls it with its own terms, or none. One exchange there
// and one back for each batch, without messages in one group; across groups one more before, for the terms of the
// base. One gather before tells whether there are triple terms, which are interned after their components. One image
// alone needs none.

#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "dictionary/delta_vocabulary.hpp"
#include "dictionary/dictionary.hpp"
#include "dictionary/term_exchange.hpp"
#include "dictionary/triple_terms.hpp"

namespace quadrille {

class DeltaInterner {
 public:
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  // `dictionary` is the generation's, `delta` the vocabulary that belongs to it. Its tables on this image may grow to
  // most_bytes: the terms of a failed update stay until the next generation.
  DeltaInterner(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary, DeltaVocabulary& delta,
                std::uint64_t most_bytes = kNoLimit);

  // Collective. Sets out[i] to the HURI of terms[i]. Repeated terms cost the full price each time. Throws
  // ErrorKind::user for terms that no vocabulary can have (term_key.hpp), ErrorKind::unsupported for blank nodes,
  // which the update must replace (also within triple terms, by the labels of stored ones), and ErrorKind::memory
  // beyond most_bytes.
  void intern(std::span<const TermView> terms, std::span<Huri> out);

  // A triple term of the delta vocabulary, with its components.
  struct DeltaTriple {
    TripleComponents components;
    Huri triple;
  };
  // Local. Those that this member has asked for since the last call; the update stores their rows. Some may be stored
  // already.
  std::vector<DeltaTriple> take_triples() { return std::exchange(triples_, {}); }

 private:
  void intern_plain(std::span<const TermView> terms, std::span<Huri> out);
  // Of terms that the base does not have, by their owners.
  void intern_in_delta(std::span<const TermView> terms, std::span<Huri> out);
  // Sets the stable HURIs among the terms at these places; returns the places of the others.
  std::vector<std::uint32_t> find_in_base(std::span<const TermView> terms, std::vector<std::uint32_t> places,
                                          std::span<Huri> out);

  pgas::Team& team_;
  const Dictionary& dictionary_;
  DeltaVocabulary& delta_;
  const std::uint64_t most_bytes_;
  TermExchange exchange_;
  std::vector<DeltaTriple> triples_;
};

}  // namespace quadrille
