#pragma once

// A graph of one predicate as two arrays (compressed sparse rows), as in a program written by hand for one query.
//
//   begin     | 0 | 2 | 2 | 5 | ...            one a node, and one behind the last
//   targets   | 7 9 |     | 1 4 8 | ...        the targets of node i: begin[i] .. begin[i + 1] - 1, ascending
//
// Local, immutable. 4 bytes a node and 4 bytes an edge.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::bench {

using Node = std::uint32_t;
using Edge = std::pair<Node, Node>;  // source, target

class Csr {
 public:
  Csr() = default;
  // Of nodes 0 .. nodes - 1. Two counting sorts: by target, then by source.
  Csr(Node nodes, std::span<const Edge> edges);

  std::span<const Node> targets(Node source) const {
    return {targets_.data() + begin_[source], targets_.data() + begin_[source + 1]};
  }
  bool has(Node source, Node target) const {
    for (const Node one : targets(source)) {
      if (one == target) return true;
    }
    return false;
  }
  Node nodes() const { return static_cast<Node>(begin_.size() - 1); }
  std::size_t edges() const { return targets_.size(); }

 private:
  std::vector<std::uint32_t> begin_{0};
  std::vector<Node> targets_;
};

// The nodes of a class: as a list, and as a bit each.
class NodeSet {
 public:
  NodeSet() = default;
  // `members` ascend.
  NodeSet(Node nodes, std::vector<Node> members);

  bool has(Node node) const { return (bits_[node / 64] >> (node % 64) & 1) != 0; }
  std::span<const Node> members() const { return members_; }

 private:
  std::vector<std::uint64_t> bits_;
  std::vector<Node> members_;
};

}  // namespace quadrille::bench
