#pragma once

// A PathTask finds the paths of one pair. It stops when it misses lists of other groups, and goes on after a fetch.

#include <cstdint>
#include <memory>

#include "analytics/detail/step_lists.hpp"
#include "analytics/loopless_paths.hpp"

namespace quadrille::analytics {

class PathTask {
 public:
  virtual ~PathTask() = default;
  // Local. Returns true when all paths are found, false if lists are missing.
  virtual bool advance() = 0;
};

struct PathTaskInput {
  StepLists& lists;
  LooplessPaths& found;
  std::uint32_t pair = 0;
  PathPair ends;
  std::uint64_t most = LooplessPathOptions::kAll;
  bool shortest = false;
  double longest = 0;
};

// The first `most` paths, by Yen's algorithm.
std::unique_ptr<PathTask> make_yen_task(const PathTaskInput& input);
// All paths up to a length, by depth-first search.
std::unique_ptr<PathTask> make_walk_task(const PathTaskInput& input);
// The self loops of a vertex that is start and end.
std::unique_ptr<PathTask> make_loop_task(const PathTaskInput& input);

}  // namespace quadrille::analytics
