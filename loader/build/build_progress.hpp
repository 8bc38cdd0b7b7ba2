#pragma once

// Shows the progress of a build on standard error: on a terminal a bar that is redrawn in place, elsewhere plain lines.
//
//   Read RDF       [===========>            ]  47 %   812.0 MB  390.1 MB/s   2.2 M quads/s  3 s left
//
// The time left is that of the step, at its average rate so far. Local; the first image shows it for all.

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "base/progress_line.hpp"
#include "loader/build/build_report.hpp"
#include "loader/build/build_step.hpp"

namespace quadrille {

// The text shown after `seconds` of `step`: `items` of `all_items` (0: not known) and `quads` are done.
std::string progress_line(BuildStep step, std::uint64_t items, std::uint64_t all_items, std::uint64_t quads,
                          double seconds);

class BuildProgress {
 public:
  explicit BuildProgress(ProgressDisplay display) : line_(display) {}

  // items: the number of items in the step; 0 if it is not known.
  void begin(BuildStep step, std::uint64_t items);
  // Returns whether it is time to show() again. Reads the clock.
  bool is_due() const { return line_.is_due(); }
  void show(std::uint64_t items, std::uint64_t quads);
  void end(BuildStep step, const BuildReport::Step& done);
  // Shows a line of its own, before a step begins; nothing if it is empty.
  void tell(const std::string& line);

 private:
  ProgressLine line_;
  BuildStep step_ = BuildStep::read_rdf;
  std::uint64_t all_items_ = 0;
  Stopwatch since_begin_;
};

}  // namespace quadrille
