#pragma once

// Edges from a text file: two numbers of nodes a line.

#include <iosfwd>
#include <string>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

// Local. The nodes are those up to the greatest number. Error (user) at the first line that is no edge.
EdgeList edges_of_text(std::istream& text);
EdgeList edges_of_file(const std::string& path);

}  // namespace quadrille::bench
