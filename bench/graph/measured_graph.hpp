#pragma once

// The graph of a run: edges from a generator or from packages, the same on every image.

#include <string>
#include <vector>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

struct GraphOptions {
  std::string graph = "kronecker";  // kronecker, uniform, grid, star, packages or edges
  int scale = 20, degree = 16;      // of the first two
  Node side = 1000;                 // of the grid
  std::string packages;             // a file in place of the output of apt-cache
  std::string edges;                // a file of edges (edge_text.hpp)
  int sources = 64;
};

struct MeasuredGraph {
  // Error (user) if the options make a graph without edges.
  explicit MeasuredGraph(const GraphOptions& options);

  std::string name;  // "kronecker 2^20, degree 16"
  EdgeList simple;   // with weights
  std::vector<Node> isolated;
  std::vector<Node> sources;
  Weight delta = 0;  // a good one for delta-stepping
};

}  // namespace quadrille::bench
