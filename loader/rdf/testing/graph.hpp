#pragma once

// For tests: a small set of quads, and a test for equality up to the labels of blank nodes.

#include <array>
#include <set>
#include <string>

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::testing {

// Subject, predicate, object, graph, in N-Triples; the default graph is "".
using TextQuad = std::array<std::string, 4>;
using Graph = std::set<TextQuad>;

TextQuad to_text(const QuadView& quad);

class GraphSink : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    graph.insert(to_text(quad));
    ++quads;
  }

  Graph graph;
  std::size_t quads = 0;  // with duplicates
};

// RDF 1.2 Concepts, 3.7; triple terms are compared by their components. Cost: fast if the surroundings distinguish the
// blank nodes, otherwise it tries all mappings.
bool are_isomorphic(const Graph& a, const Graph& b);

}  // namespace quadrille::testing
