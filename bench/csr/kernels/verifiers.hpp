#pragma once

// Verifiers of the results of kernels, by simple serial algorithms, as the GAP Benchmark Suite has them. Each check
// returns an empty text if the result is right, and otherwise its first fault. They check the engine's results, too.
//
// Local. All of them read the graph in one thread; count_triangles_serially() takes many times as long as the kernel.

#include <cstdint>
#include <span>
#include <string>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

// The parents are a tree of shortest paths from the source, which is its own parent; kNoNode: not reached.
std::string check_parents(const Undirected& graph, Node source, std::span<const Node> parents);

// By Dijkstra's algorithm; infinity: not reached.
std::string check_distances(const Undirected& graph, Node source, std::span<const double> distances);

// Two nodes have the same label if and only if there is a path between them.
std::string check_components(const Undirected& graph, std::span<const Node> labels);

// The scores have the sum 1, and one more round, damping 0.85, changes them by less than `tolerance` (L1).
std::string check_page_rank(const Undirected& graph, std::span<const double> scores, double tolerance);

// The sums of the dependencies of the sources, neither halved nor normalised; by Brandes' algorithm. Each score may
// differ by `tolerance`, relatively.
std::string check_betweenness(const Undirected& graph, std::span<const Node> sources, std::span<const double> scores,
                              double tolerance);

// The closeness of some nodes, with the factor of Wasserman and Faust, by breadth-first searches.
std::string check_closeness(const Undirected& graph, std::span<const Node> nodes, std::span<const double> scores);

// The number of triangles, by intersections of sorted lists.
std::uint64_t count_triangles_serially(const Undirected& graph);

}  // namespace quadrille::bench
