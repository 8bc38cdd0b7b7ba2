#pragma once

// Where a property path leads from many nodes at once, where each image reads its own shards alone: a step of the path
// is one EdgeBatch for all nodes that all images stand at, *, + and ? go breadth first, a level of all of them at a
// time. All images take part in every step until none has a node left. PathWalk is the same for one node where all
// shards are open; the meaning of each kind of path is there.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "parser/algebra.hpp"
#include "query/index/edge_batch.hpp"
#include "query/paths/reached_set.hpp"

namespace quadrille::query {

class PathWave {
 public:
  PathWave(Context& context, const GraphScope& scope, const parser::Path& path);
  ~PathWave();

  // Collective. What the path reaches from each of `nodes`; backward: what reaches it. Good until the next call.
  std::span<const Reached> ends(std::span<const Huri> nodes, bool backward);

  class Step;  // of the tree of a path; path_wave.cpp

 private:
  std::unique_ptr<Step> root_;
  ReachedRows ends_;
};

}  // namespace quadrille::query
