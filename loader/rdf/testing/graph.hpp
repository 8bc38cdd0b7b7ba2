#pragma once

// For tests: a small set of quads, and whether two of them are the same up to the labels of blank nodes.

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

// RDF 1.1 Concepts, 3.6. Cost: fast where the surroundings tell blank nodes apart, else it tries all ways.
bool are_isomorphic(const Graph& a, const Graph& b);

}  // namespace quadrille::testing
