#pragma once

// A Pace limits the speed of work in the background. It also tells how far the work is, and ends it on request. The
// work calls pass() every few milliseconds.
//
//   work  pass()  work  pass()  ...       share 0.25: |work|. . . |work|. . . |      the waits are three times as long
//                                                                                   as the work
//
// Waiting for the disk counts as work. Local; one thread.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// The part of a step that an image has done. Steps are measured in shards, rows or windows of terms.
struct CompactionProgress {
  std::string_view step;
  std::uint64_t done = 0, all = 0;
};

// From 0 to 1; 0 while the amount is not known.
double share_done(const CompactionProgress& progress);
// "Index 45 %".
std::string to_text(const CompactionProgress& progress);

// The functions may be empty; an image's own thread calls them every few milliseconds.
struct CompactionOptions {
  double share = 1;  // of the time, on each image: 0 < share <= 1
  std::function<bool()> is_cancelled;
  std::function<void(const CompactionProgress&)> progress;
};

class Pace {
 public:
  // Called inside of team.run().
  Pace(const pgas::Team& team, const CompactionOptions& options);

  // From here on pass() counts the items of this step, of which this image has `items`.
  void begin(std::string_view step, std::uint64_t items) { progress_ = {step, 0, items}; }
  // So many items more are done. Waits as the share requires. Throws ErrorKind::cancelled, and the errors of
  // Team::check_failed(), before and during the wait. With a share of 1 it costs some nanoseconds.
  void pass(std::uint64_t items = 0);

 private:
  void look() const;

  const pgas::Team& team_;
  const CompactionOptions& options_;
  CompactionProgress progress_;
  Stopwatch work_;
};

}  // namespace quadrille
