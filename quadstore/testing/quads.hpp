#pragma once

// The quads of a small database for tests, the rows that they have in its runs, and random ones.

#include <cstdint>
#include <map>
#include <vector>

#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/testing/random.hpp"
#include "quadstore/testing/terms.hpp"

namespace quadrille::detail {

inline constexpr std::uint32_t kShards = 8;   // of the database
inline constexpr Huri kHeavyObject = iri(7);  // the rows of this object are spread over all shards

using MarkedQuads = std::map<Quad, Marks>;
using Rows = std::vector<std::vector<Huri>>;            // sorted, in the column order of a permutation
using MarkedRows = std::map<std::vector<Huri>, Marks>;  // in the column order of a permutation

// The row of `quad` in the column order of `permutation`.
inline std::vector<Huri> in_order(Permutation permutation, const Quad& quad) {
  std::vector<Huri> row;
  for (const Position position : positions(permutation)) row.push_back(quad[position]);
  return row;
}

// The ranks of the terms of random quads. Subjects, predicates and graphs begin at 0.
struct TermRanks {
  std::uint64_t subjects, predicates, first_object, objects, graphs;  // numbers of terms, except first_object
};

// Every fourth object is the heavy one, and half of the quads are in named graphs.
inline Quad random_quad(Random& random, const TermRanks& ranks) {
  const Huri object = random() % 4 == 0 ? kHeavyObject : iri(ranks.first_object + random() % ranks.objects);
  return {iri(random() % ranks.subjects), iri(random() % ranks.predicates), object,
          random() % 2 == 0 ? iri(random() % ranks.graphs) : kDefaultGraph};
}

// The marks that the rows of a database have. plain: all rows are stated and in the closure, as without rules.
// inferred: some are in the closure only. all: some others are stated only.
enum class MarkKinds { plain, inferred, all };

inline Marks random_marks(Random& random, MarkKinds kinds) {
  if (kinds == MarkKinds::plain) return Marks::both;
  if (kinds == MarkKinds::inferred) return random() % 2 == 0 ? Marks::both : Marks::closure;
  return static_cast<Marks>(1 + random() % 3);
}

}  // namespace quadrille::detail
