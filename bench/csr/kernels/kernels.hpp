#pragma once

// Six kernels of the GAP Benchmark Suite, written by hand for arrays and threads. They are the upper limit with which
// `quadrille-bench graph` compares the engine's kernels. The numbers of threads are those of `threads`; results are
// arrays of one value a node.
//
// Sources: Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", arXiv 1508.03619, 2015, for what is computed; and
// for how, the papers that each function names.

#include <cstdint>
#include <span>

#include "bench/csr/kernels/array.hpp"
#include "bench/csr/kernels/threads.hpp"
#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

// Parents in a tree of shortest paths; the source is its own, kNoNode if there is no path. Goes up from the nodes that
// are not reached yet while the frontier has many edges: Beamer, Asanovic, Patterson, "Direction-Optimizing
// Breadth-First Search", SC 2012.
Array<Node> bfs_parents(Threads& threads, const Undirected& graph, Node source);

// Distances, kUnreached if there is no path. Delta-stepping (Meyer, Sanders, J. Algorithms 49, 2003), with a thread's
// own bucket emptied at once while it is small (Zhang et al., CGO 2020). `delta` changes only the time.
Array<Weight> delta_stepping(Threads& threads, const Undirected& graph, Node source, Weight delta);

struct PageRanks {
  Array<float> scores;  // sum 1
  int rounds = 0;
  double change = 0;  // of the last round, L1
};
// Damping 0.85; the ranks of nodes without edges are spread over all. Pull, and a round sees its own new scores
// (Gauss-Seidel), until a round changes less than `tolerance` or there were `most_rounds`.
PageRanks pull_page_rank(Threads& threads, const Undirected& graph, double tolerance, int most_rounds);

// The least node of each node's component: Sutton, Ben-Nun, Barak, "Optimizing Parallel Graph Connectivity Computation
// via Subgraph Sampling", IPDPS 2018.
Array<Node> afforest(Threads& threads, const Undirected& graph);

// The sums of the dependencies of these sources (Brandes, J. Math. Sociology 25, 2001), neither halved nor normalised.
// Paths are counted by push or by pull, like bfs_parents; the way back pulls.
Array<double> brandes(Threads& threads, const Undirected& graph, std::span<const Node> sources);

// Nodes are numbered by descending degree, and each keeps its neighbours of lesser number. For each node these are
// marked, and the lists of its neighbours are merged with the marks.
std::uint64_t count_triangles(Threads& threads, const Undirected& graph);

}  // namespace quadrille::bench
