#pragma once

// For tests of writers: random datasets with what is hard to write: nested triple terms, shared and unshared reifiers,
// annotations in all positions, lists that are broken, shared or cyclic, cycles of blank nodes, hostile literals,
// directions, and names with a meaning in some syntax. Local.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/term.hpp"

namespace quadrille::results::testing {

struct OwnQuad {
  Term subject, predicate, object;
  std::optional<Term> graph;
};

class RandomDataset {
 public:
  explicit RandomDataset(std::uint32_t seed) : random_(seed) {}

  // All quads are in the default graph, unless `with_graphs`. The same quad may come twice.
  std::vector<OwnQuad> next(bool with_graphs);

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(std::size_t percent) { return below(100) < percent; }
  template <class Choices>
  auto one_of(const Choices& choices) {
    return choices[below(std::size(choices))];
  }

  Term iri();
  Term predicate();
  Term blank();
  Term new_blank();
  Term node();
  Term literal();
  Term object(int depth = 0);
  Term triple_of(const Term& subject, const Term& predicate, const Term& object);
  std::optional<Term> graph();

  void add(const Term& subject, const Term& predicate, const Term& object);
  void add_list();
  void add_chain();
  void add_reifier();
  void add_reified_part();

  std::mt19937 random_;
  bool with_graphs_ = false;
  std::size_t blanks_ = 0;
  std::optional<Term> graph_;
  std::vector<OwnQuad> quads_;
};

}  // namespace quadrille::results::testing
