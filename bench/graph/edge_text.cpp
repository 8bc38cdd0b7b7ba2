#include "bench/graph/edge_text.hpp"

#include <algorithm>
#include <fstream>

#include "base/error.hpp"

namespace quadrille::bench {

EdgeList edges_of_text(std::istream& text) {
  EdgeList list;
  Node source = 0, target = 0;
  while (text >> source >> target) {
    list.edges.push_back({source, target, 1});
    list.nodes = std::max({list.nodes, source + 1, target + 1});
  }
  if (!text.eof()) {
    fail(ErrorKind::user, "edge {} of the file is not two numbers of nodes below 2^32", list.edges.size() + 1);
  }
  return list;
}

EdgeList edges_of_file(const std::string& path) {
  std::ifstream text(path);
  if (!text) fail(ErrorKind::user, "the file of edges {} cannot be read", path);
  return edges_of_text(text);
}

}  // namespace quadrille::bench
