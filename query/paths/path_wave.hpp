#pragma once

// A PathWave finds the nodes that a property path leads to from many nodes at once, where each image reads its own
// shards alone. A step of the path is one EdgeBatch for the current nodes of all images; *, + and ? go breadth first,
// one level of all nodes at a time. All images take part in every step until none has a node left. PathWalk does the
// same for one node where all shards are open, and describes the meaning of each kind of path.

#include <memory>
#include <span>

#include "parser/algebra.hpp"
#include "query/index/edge_batch.hpp"
#include "query/paths/reached_set.hpp"

namespace quadrille::query {

class PathWave {
 public:
  PathWave(Context& context, const GraphScope& scope, const parser::Path& path);
  ~PathWave();

  // Collective. The nodes that the path reaches from each of `nodes`; backward: those that reach them. Valid until the
  // next call.
  std::span<const Reached> ends(std::span<const Huri> nodes, bool backward);

  class Step;  // a node of the path's tree; path_wave.cpp

 private:
  std::unique_ptr<Step> root_;
  ReachedRows ends_;
};

}  // namespace quadrille::query
