#pragma once

// The dictionary of the terms of a test: their HURIs are those that a database gives them, and so far apart that each
// image owns some of few terms.

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/term.hpp"
#include "dictionary/dictionary.hpp"
#include "dictionary/vocabulary.hpp"

namespace quadrille::tests {

class TestTerms {
 public:
  // Then make().
  void add(TermView term);
  void make();

  const Dictionary& dictionary() const { return *dictionary_; }
  // Of a term that was added.
  Huri huri(TermView term) const { return huris_.at(to_ntriples(term)); }
  // nullptr: it was not added.
  const Term* find(Huri huri) const {
    const auto found = terms_.find(huri);
    return found == terms_.end() ? nullptr : &found->second;
  }

 private:
  std::map<HuriKind, std::map<std::string, Term>> of_kinds_;  // by key
  std::unordered_map<std::string, Huri> huris_;               // by N-Triples form
  std::unordered_map<Huri, Term> terms_;
  std::string part_;
  Vocabulary vocabulary_;
  std::optional<Dictionary> dictionary_;
};

}  // namespace quadrille::tests
