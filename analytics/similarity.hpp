#pragma once

// Similarity of vertices by the neighbours that they have in common. N(v): the out-neighbours of v without itself.
//
//   jaccard       common / (|N(u)| + |N(v)| - common)
//   overlap       common / min(|N(u)|, |N(v)|)
//   cosine        common / sqrt(|N(u)| |N(v)|)
//   adamic_adar   sum over common neighbours w of 1 / ln(how many vertices have w as a neighbour), in fixed point
//                 (L. Adamic, E. Adar, Friends and neighbors on the web, Social Networks 25, 2003)
//
// The most similar vertices are found by paths of two edges: u -> w <- v. Each image has a counter for each vertex, so
// the cost is the number of these paths: the sum over w of the square of its in-degree. A vertex with very many of them
// is counted by all images, each for a range of other vertices. Between groups the in-lists of ghosts are sent once
// (candidate_lists.hpp).

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

enum class SimilarityMeasure : std::uint8_t { jaccard, overlap, cosine, adamic_adar };

struct SimilarityOptions {
  SimilarityMeasure measure = SimilarityMeasure::jaccard;
  std::uint32_t top = 10;            // at least 1
  std::span<const Huri> of = {};     // the same on all images; those that are no vertices are ignored
  bool of_all = true;                // all vertices instead of `of`
  std::uint64_t together = 1 << 22;  // all images together count the paths of a vertex that has more
};

// For each row an own vertex, with at most `top` others that have common neighbours with it: the most similar first, of
// equal ones the least by HURI. Arrays are shared by the group.
struct SimilarVertices {
  std::span<const Slot> vertices;
  std::span<const std::uint64_t> begins;  // by row: its first other
  std::span<const std::uint32_t> counts;  // by row: of its others
  std::span<const Huri> others;
  std::span<const double> scores;
};

// Collective. Needs out- and in-lists without parallel edges. The result is the same for any number of images and
// groups.
SimilarVertices similar_vertices(Workers& workers, const Graph& graph, const SimilarityOptions& options);

struct VertexPair {
  Huri first, second;
};
struct PairScore {
  std::size_t pair;  // its place
  double score;      // 0 without common neighbours
};

// Collective, with the same pairs on all images. The scores that this image has computed, each pair on one image of all
// groups; pairs with a vertex that is not in the graph have none. Needs lists as above. Cost: a merge of two lists for
// each pair; between groups the list of `second` is sent to the owner of `first`. Fastest with pairs that are sorted by
// their seconds.
std::pmr::vector<PairScore> similarities_of(Workers& workers, const Graph& graph, SimilarityMeasure measure,
                                            std::span<const VertexPair> pairs);

// Local. Bytes of all images' arenas together for similar_vertices(), at most.
std::uint64_t estimate_similarity_bytes(const GraphSize& size, const SimilarityOptions& options);

}  // namespace quadrille::analytics
