#pragma once

// A PathWalk finds the nodes that a property path leads to from one node in one graph (SPARQL 1.1 Query, 9.3 and
// 18.5). Links, sequences and alternatives count every way; *, + and ? return each node once (ALP: breadth first over
// the nodes visited).

#include <memory>
#include <span>

#include "parser/algebra.hpp"
#include "query/index/edge_lookup.hpp"

namespace quadrille::query {

class PathWalk {
 public:
  PathWalk(Context& context, const GraphScope& scope, const parser::Path& path);
  ~PathWalk();

  // The nodes that the path reaches from `node`; backward: the nodes that reach it. Valid until the next call.
  std::span<const Huri> ends(Huri node, bool backward);

 private:
  class Step;
  Context& context_;
  std::unique_ptr<Step> root_;
  Nodes ends_;
};

}  // namespace quadrille::query
