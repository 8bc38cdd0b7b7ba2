#pragma once

// How fast work in the background may go, and whether it should go on: asked between pieces of some milliseconds.
//
//   work  pass()  work  pass()  ...       share 0.25: |work|. . . |work|. . . |      it waits three times as long as
//                                                                                   it works
//
// Time that the work waits for the disk counts as work. Local; one thread.

#include <functional>

#include "base/clock.hpp"
#include "pgas/team.hpp"

namespace quadrille {

struct CompactionOptions {
  double share = 1;                    // of the time, on each image: above 0, up to 1
  std::function<bool()> is_cancelled;  // may be empty; called by each image's own thread
};

class Pace {
 public:
  // Inside of team.run().
  Pace(const pgas::Team& team, const CompactionOptions& options);

  // Waits as the share says. Throws ErrorKind::cancelled, and what Team::check_failed() throws, before and while it
  // waits. With a share of 1 it costs some nanoseconds.
  void pass();

 private:
  void look() const;

  const pgas::Team& team_;
  const CompactionOptions& options_;
  Stopwatch work_;
};

}  // namespace quadrille
