#pragma once

// A Watch is how the caller of a kernel limits and observes it. The caller implements it: check() throws
// Error(timeout) or Error(cancelled) to end the work, and round() receives a record of each round for a profile.

#include <cstdint>
#include <limits>
#include <string_view>

namespace quadrille::analytics {

// One round of a kernel, as one image sees it. Counts of messages and bytes are those of this image.
struct Round {
  std::string_view direction;  // "push", "pull", or the name of a step such as "sample"
  std::uint64_t frontier = 0;  // vertices that take part, of all groups
  std::uint64_t messages = 0;  // to other groups
  std::uint64_t bytes = 0;     // in these messages
  double ms = 0;
  // Those of exchanges of values if they sent the values of all vertices that another group has, not only those that
  // have changed.
  std::uint64_t unreduced_bytes = 0;
  double residual = std::numeric_limits<double>::quiet_NaN();  // how far results may still change, of kernels that know
};

class Watch {
 public:
  virtual ~Watch() = default;
  // Local. Called at least once for 65,536 edges. It may throw: then the work ends on all images (Team::run).
  virtual void check() {}
  // Local. Called on each image after each round.
  virtual void round(const Round& round) { static_cast<void>(round); }
};

}  // namespace quadrille::analytics
