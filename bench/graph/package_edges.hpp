#pragma once

// The graph of a Debian distribution: an edge from each package to each package that it depends on, from the text that
// `apt-cache dumpavail` prints. Alternatives count, versions do not; a name that no package has is left out.

#include <iosfwd>
#include <string>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

// Nodes are packages in the order of the text. Local.
EdgeList package_edges(std::istream& dump);

// Runs `apt-cache dumpavail`, or reads `file` if that is not empty. Error (user) if there are no dependencies.
EdgeList package_edges_from(const std::string& file);

}  // namespace quadrille::bench
