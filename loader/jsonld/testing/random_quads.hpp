#pragma once

// For tests: random quads that are hard to write as JSON-LD, and prefixes for them: IRIs that look like compact ones,
// keywords, numbers in odd lexical forms, control characters.

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/name_spaces.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld::testing {

struct OwnQuad {
  Term subject, predicate, object;
  std::optional<Term> graph;

  QuadView view() const;
};

// There are few different terms, so that subjects, predicates and graphs come again.
class RandomQuads {
 public:
  explicit RandomQuads(std::uint64_t seed) : random_(seed) {}

  std::vector<DeclaredPrefix> prefixes();
  // Some of them cannot be expressed in JSON-LD.
  std::vector<OwnQuad> quads();

 private:
  using Texts = std::vector<std::string>;
  const std::string& pick(const Texts& texts) { return texts[random_() % texts.size()]; }
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  Term iri();
  Term node();
  Term object();
  std::string text();

  std::mt19937_64 random_;
};

}  // namespace quadrille::jsonld::testing
