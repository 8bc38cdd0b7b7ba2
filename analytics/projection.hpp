#pragma once

// A projection makes a Graph from columns of edges. Each image passes the edges that it has, in any order and
// distribution; the graph does not depend on either.
//
//   edges of each image -> owners of targets and sources (several groups) -> numbers of vertices -> buckets by row
//   -> each bucket sorted by (row, neighbour), parallel edges united -> offsets, targets, weights
//
// Edges that can be read in order again and again (edge_streams.hpp) need neither columns nor buckets:
//
//   vertices of all rows -> numbers -> lengths of lists -> offsets -> neighbours, at their places
//
// Cost on one image, both directions: about 50 ns an edge without and 100 ns with weights. From streams of an index
// about 25 ns, and no memory but that of the lists. Between groups each edge
// travels once for each direction that the kernels need. Source: bucket partition with linked chunks after
// Balkesen et al., Main-memory hash joins on multi-core CPUs, ICDE 2013; radix sort in the cache after Satish 2010.

#include <cstddef>
#include <cstdint>
#include <span>

#include "analytics/edge_streams.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "base/error.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

enum class Direction : std::uint8_t {
  out,   // an edge leads from source to target
  in,    // an edge leads from target to source
  both,  // undirected
};

// The weight of edges with the same source and target. Undirected: a -> b and b -> a are parallel. Without weights they
// count once, unless they are separate.
enum class Parallel : std::uint8_t { sum, minimum, maximum, separate };

// The lists that kernels read. With several groups the lists of own vertices refer to ghosts, in both directions.
struct NeededLists {
  bool out = true;
  bool in = true;
  bool out_degrees = false;  // of in-lists alone: Graph::out_degree() is known without out-lists
};

struct ProjectionOptions {
  Direction direction = Direction::out;
  bool weighted = false;
  Parallel parallel = Parallel::sum;
  NeededLists lists;
};

// The edges that one image passes: three columns of the same length; `weights` is empty if the graph has none.
struct EdgeColumns {
  std::span<const Huri> sources;
  std::span<const Huri> targets;
  std::span<const double> weights;
};

// An edge has a weight that is negative, infinite or not a number. All images throw the same: the least such edge by
// source and target. The caller catches it inside of Team::run() to name the edge by its terms.
class BadWeight : public Error {
 public:
  BadWeight(Huri source, Huri target, double weight);
  Huri source() const { return source_; }
  Huri target() const { return target_; }
  double weight() const { return weight_; }

 private:
  Huri source_, target_;
  double weight_;
};

// Collective. Makes the graph of the edges and of `nodes`, which may be isolated. Columns are read during the call
// alone. The graph's arrays live in the arenas of the workers. Errors: BadWeight; Error(unsupported) if a group has
// 2^32 - 1 slots or more; Error(memory).
Graph project(Workers& workers, const EdgeColumns& edges, std::span<const Huri> nodes,
              const ProjectionOptions& options);

// Collective. The same for streams of edges, without weights. Several groups: the edges become columns first.
Graph project(Workers& workers, EdgeStreams& edges, std::span<const Huri> nodes, const ProjectionOptions& options);

// The size of a graph for estimates: vertices and edges of all groups.
struct GraphSize {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  int groups = 1;
  int images = 1;         // of all groups
  bool streamed = false;  // made from streams
};

// Bytes of a kernel in all images' arenas together. The least is without arrays that only make it faster.
struct KernelBytes {
  KernelBytes(std::uint64_t bytes) : least(bytes), most(bytes) {}  // implicit: most kernels have one figure
  KernelBytes(std::uint64_t least_bytes, std::uint64_t most_bytes) : least(least_bytes), most(most_bytes) {}
  std::uint64_t least, most;
};

// Local. Bytes of all images' arenas together: at most during project(), and of the graph after it.
struct ProjectionBytes {
  std::uint64_t most = 0;
  std::uint64_t graph = 0;
};
ProjectionBytes estimate_projection(const GraphSize& size, const ProjectionOptions& options);

}  // namespace quadrille::analytics
