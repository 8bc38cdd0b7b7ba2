#pragma once

// A TestDictionary holds a few terms for tests, with HURIs as the engine makes them: inline if the term has a code,
// ranks in the order of terms for those given at construction, volatile for later ones.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/term.hpp"
#include "query/expression/evaluation_context.hpp"

namespace quadrille::query {

class TestDictionary : public TermReader {
 public:
  explicit TestDictionary(std::vector<Term> terms = {});

  // The term's HURI; a volatile one if it is unknown, or if `as_volatile` and it is not inline.
  Huri huri(const Term& term, bool as_volatile = false);
  // For the context's `find`: finds only the terms given at construction.
  void find(std::span<const TermView> terms, std::span<Huri> out) const;
  void read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource& arena) override;

  std::size_t calls = 0;        // of read()
  std::vector<Huri> asked_for;  // by all of them

 private:
  std::map<std::string, Huri> stable_, volatile_;  // by N-Triples form
  std::map<std::uint64_t, Term> terms_;            // by HURI
};

}  // namespace quadrille::query
