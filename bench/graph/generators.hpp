#pragma once

// Makes the graphs of the measurements. Kronecker and uniform graphs, weights and sources are those that the programs
// of the GAP Benchmark Suite make (arXiv 1508.03619, sections 3 and 4): edges come in blocks of 2^18, each from its own
// mt19937, so they do not depend on threads. Lists have loops and parallel edges; simple_edges() removes them.

#include <cstdint>
#include <vector>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

// 2^scale nodes, degree * 2^scale edges. R-MAT with A = 0.57, B = C = 0.19; the nodes are then permuted.
EdgeList kronecker_edges(int scale, int degree);
// Both ends of each edge are uniformly random.
EdgeList uniform_edges(int scale, int degree);
// Each node is linked to the next one in its row and in its column.
EdgeList grid_edges(Node rows, Node columns);
// Edges between node 0 and all others.
EdgeList star_edges(Node nodes);

// Sets all weights to random numbers from 1 to 255.
void set_weights(EdgeList& list);

// Random nodes that have edges, by a bit for each node. At least one has.
std::vector<Node> random_sources(const std::vector<bool>& has_edges, std::size_t count);

}  // namespace quadrille::bench
