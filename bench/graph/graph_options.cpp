#include "bench/graph/graph_options.hpp"

namespace quadrille::bench {

void add_graph_options(CLI::App& command, GraphOptions& options) {
  command
      .add_option("--graph", options.graph,
                  "kronecker, uniform, grid, star, packages (of this Debian), or edges (of a file)")
      ->check(CLI::IsMember({"kronecker", "uniform", "grid", "star", "packages", "edges"}))
      ->capture_default_str();
  command.add_option("--scale", options.scale, "Kronecker, uniform and star: 2^SCALE nodes")
      ->check(CLI::Range(1, 28))
      ->capture_default_str();
  command.add_option("--degree", options.degree, "Kronecker and uniform: edges made for each node")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command.add_option("--side", options.side, "Grid: number of rows and of columns")
      ->check(CLI::Range(2, 20'000))
      ->capture_default_str();
  command.add_option("--packages", options.packages, "A file with the output of apt-cache dumpavail")
      ->check(CLI::ExistingFile);
  command.add_option("--edges", options.edges, "A file with two numbers of nodes a line")->check(CLI::ExistingFile);
  command.add_option("--sources", options.sources, "Number of sources of bfs and sssp")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

}  // namespace quadrille::bench
