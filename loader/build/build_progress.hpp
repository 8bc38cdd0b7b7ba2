#pragma once

// How far a build is, on standard error: a bar that is drawn again and again on a terminal, plain lines elsewhere.
//
//   Read RDF       [===========>            ]  47 %   812.0 MB  390.1 MB/s   2.2 M quads/s  3 s left
//
// The time left is the step's, at the rate that it has had so far. Local; the first image shows it for all.

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "loader/build/build_options.hpp"
#include "loader/build/build_report.hpp"
#include "loader/build/build_step.hpp"

namespace quadrille {

// What is shown while `seconds` of `step` have passed: `items` of `all_items` (0: not known) and `quads` are done.
std::string progress_line(BuildStep step, std::uint64_t items, std::uint64_t all_items, std::uint64_t quads,
                          double seconds);

class BuildProgress {
 public:
  explicit BuildProgress(ProgressDisplay display);

  // items: how many there are to do, 0 if that is not known.
  void begin(BuildStep step, std::uint64_t items);
  // Is it time to show() again? Costs a look at the clock.
  bool is_due();
  void show(std::uint64_t items, std::uint64_t quads);
  void end(BuildStep step, const BuildReport::Step& done);
  // A line of its own, before a step begins; nothing if it is empty.
  void tell(const std::string& line) const;

 private:
  ProgressDisplay display_;
  double interval_seconds_;
  BuildStep step_ = BuildStep::read_rdf;
  std::uint64_t all_items_ = 0;
  Stopwatch since_begin_, since_shown_;
};

}  // namespace quadrille
