#pragma once

// A file of edges for the programs of other libraries, so that all measure the same graph.
//
//   | nodes | edges | sources | delta |  source ...  |  source target weight  |  source target weight  | ...
//
// delta: a good width of buckets for delta-stepping. All are unsigned numbers of 32 bits, in the machine's order of
// bytes. An undirected edge is there once.

#include <span>
#include <string>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

// Error (io) if the file cannot be written.
void write_edge_file(const std::string& path, const EdgeList& simple, std::span<const Node> sources, Weight delta);

}  // namespace quadrille::bench
