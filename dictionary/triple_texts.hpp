#pragma once

// The triple terms of a list of terms, and those within them, each once, with their components: for those who look up
// or store triple terms, component by component.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/triple_term.hpp"
#include "dictionary/triple_terms.hpp"

namespace quadrille {

class TripleTexts {
 public:
  // A component: a plain term, by number; a blank node of the database, known; or a triple term of the list.
  struct Component {
    enum class Kind : std::uint8_t { plain, known, triple } kind;
    std::size_t number = 0;  // of plain() or of triples()
    Huri huri;
  };
  struct Triple {
    std::string text;
    std::array<Component, 3> components;
  };

  // Adds a triple term and those within it. Returns its number. Blank nodes have the labels of stored ones (b17).
  // Throws ErrorKind::unsupported for other labels.
  std::size_t add(std::string_view text);

  // One within another one comes before it.
  const std::vector<Triple>& triples() const { return triples_; }
  // The other components, neither blank nor triple, each once.
  const std::vector<Term>& plain() const { return plain_; }

  // The components of a triple term, by the HURIs of the plain ones and of the triple terms before it.
  TripleComponents components(std::size_t triple, std::span<const Huri> plain, std::span<const Huri> triples) const;

 private:
  Component component(TermView term);

  std::vector<Triple> triples_;
  std::vector<Term> plain_;
  std::map<std::string, std::size_t, std::less<>> numbers_, plain_numbers_;  // by text, by N-Triples
};

}  // namespace quadrille
