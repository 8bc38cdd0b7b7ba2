#pragma once

// Random walks of second order (A. Grover, J. Leskovec, node2vec: Scalable feature learning for networks, KDD 2016). A
// walk that came from t to v goes on to a neighbour x of v with a probability in proportion to weight(v, x) times
//
//   1/p   if x is t
//   1     if there is an edge from t to x
//   1/q   otherwise
//
// The first step has no t, and goes by weights alone. With p = q = 1 all steps do.
//
// A candidate is drawn by weight, and is taken or rejected (K. Yang et al., KnightKing: A fast distributed graph random
// walk engine, SOSP 2019, 4): probabilities are exact, and a step needs no look at the whole list. Candidates that are
// taken whatever t is need no question for the edge from t; a return that is more likely than all other steps (1/p
// greater than 1 and 1/q) is drawn by itself.
//
// Random numbers are functions of the seed, the start, the walk, the step and the candidate, so a walk is the same for
// any number of images and groups, and whichever other walks are made.
//
// Cost of a step: some random reads, with weights a binary search. The number of candidates is on average at most the
// greatest of (1, 1/q) divided by the mean over the neighbours. In several groups light tasks (pgas/light_tasks.hpp)
// ask the owners of vertices.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct WalkOptions {
  bool from_all = true;               // start at every vertex
  std::span<const Huri> starts = {};  // otherwise at these: ascending, different, the same on all images
  std::uint64_t length = 80;          // vertices of a walk; fewer if it comes to a vertex without out-edges
  std::uint64_t walks = 10;           // from each start
  double p = 1, q = 1;                // positive
  std::uint64_t seed = 0;
};

// The walks of this image. Those of one start may be on several images of a group.
struct Walks {
  struct Walk {
    std::uint64_t start;     // the place of its start: among all vertices by HURI, or among the given starts
    std::uint32_t turn;      // among the walks from there
    std::uint32_t vertices;  // their number
  };
  // The vertices of a walk, by its place in `walks`.
  std::span<const Huri> vertices_of(std::size_t walk) const {
    return vertices.subspan(walk * length, walks[walk].vertices);
  }

  std::uint64_t length = 0;
  std::span<Walk> walks;     // by start, then turn
  std::span<Huri> vertices;  // `length` places for each walk
};

// Collective. Needs out-lists. Starts that are not in the graph have no walks. A walk ends at a
// vertex if all its out-edges have the weight 0.
Walks random_walks(Workers& workers, const Graph& graph, const WalkOptions& options);

// Local. Bytes of all images' arenas together, at most: walks that end early need as many.
std::uint64_t estimate_walk_bytes(const GraphSize& size, bool weighted, const WalkOptions& options);

}  // namespace quadrille::analytics
