#pragma once

// Paths between pairs of vertices that visit no vertex twice: the k shortest, all shortest, or all up to a length.
//
//   J. Y. Yen, Finding the k shortest loopless paths in a network, Management Science 17, 1971;
//   E. L. Lawler, A procedure for computing the k best solutions to discrete optimization problems, 1972: a path
//   deviates from an earlier one at one vertex. Deviations are completed only when their bounds are the least.
//
// One search from the end, against the edges, gives the distance from each vertex to the end. With these distances the
// paths from the start are found in few lists: without weights the next vertex of a shortest path is the first whose
// distance is less by one. In several groups the lists of other groups are fetched in rounds.
//
// Paths of a pair are in order: by length, then by number of steps, then by the HURIs of their vertices and the
// ordinals of parallel edges. A length is added from the start on. A path has at least one step; if start and end are
// the same, the only paths are their self loops.
//
// Cost: a search for each different end, then time in proportion to the paths and the lists along them. The number of
// paths may grow exponentially with `longest`.

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct PathPair {
  Huri start;
  Huri end = kUnbound;  // unbound: every vertex is an end; for LooplessPathOptions::all without `most`
  auto operator<=>(const PathPair&) const = default;
};

struct LooplessPathOptions {
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  std::span<const PathPair> pairs;  // the same on all images; vertices that are not in the graph have no paths
  std::uint64_t most = 1;           // paths of a pair: the first ones
  bool shortest = false;            // only those of the least length of their pair
  double longest = std::numeric_limits<double>::infinity();  // greatest length
};

// An edge of a path.
struct PathStep {
  Huri to;
  std::uint32_t ordinal = 0;  // its place among the parallel edges of a list, if they are separate
  auto operator<=>(const PathStep&) const = default;
};

// The paths that this image has found. A pair's paths are on one image.
struct LooplessPaths {
  struct Path {
    std::uint32_t pair = 0;  // its place in the options
    std::uint32_t steps = 0;
    std::uint64_t begin = 0;   // its first step
    std::uint64_t number = 0;  // among the paths of all images: those of the first pair, then of the second, ...
    double length = 0;
  };
  explicit LooplessPaths(std::pmr::memory_resource* memory) : paths(memory), steps(memory) {}
  std::span<const PathStep> steps_of(const Path& path) const {
    return std::span(steps).subspan(path.begin, path.steps);
  }

  std::pmr::vector<Path> paths;  // by number
  std::pmr::vector<PathStep> steps;
};

// Collective. Needs both lists. The paths and their numbers are the same for any number of images and groups.
LooplessPaths loopless_paths(Workers& workers, const Graph& graph, const LooplessPathOptions& options);

// Local. Bytes of all images' arenas together, at most, beside the paths and the lists along them.
std::uint64_t estimate_loopless_path_bytes(const GraphSize& size, bool weighted);

}  // namespace quadrille::analytics
