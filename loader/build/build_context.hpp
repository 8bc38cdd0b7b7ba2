#pragma once

// A BuildContext holds what all steps of a build need: the images, the options, the folder, and a pulse. Steps call
// pulse() every few milliseconds. It shows progress, and ends the step if the user has stopped the build or another
// image has failed.

#include <cstdint>

#include "loader/build/build_options.hpp"
#include "loader/build/build_progress.hpp"
#include "loader/build/build_report.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/shared_progress.hpp"
#include "pgas/coarray.hpp"
#include "pgas/job.hpp"

namespace quadrille {

class BuildContext final : public ShardedWork {
 public:
  // Collective.
  BuildContext(pgas::Job& job, const BuildOptions& options);

  const BuildOptions& options() const { return options_; }

  // One-sided. Returns the number of the next slice of Read RDF's work: 0, 1, 2, ... All images share the counter, a
  // word of the first image. From another group it costs one message and its answer.
  std::uint64_t take_slice() { return next_slice_(0).fetch_add(1); }

  // Local, on all images, before Sort Literals. Sets the least number of shards; a number that the user has given
  // stays.
  void want_shards(std::uint32_t shards);

  // Local. Marks the start and the end of a step in the progress display.
  void begin(BuildStep step, std::uint64_t items);
  void end(BuildStep step);

  // Local. Shows a line beside the progress; nothing if it is empty.
  void tell(const std::string& line) { progress_.tell(line); }

  // Local. Counts `items` and `quads` as done. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  void pulse(std::uint64_t items, std::uint64_t quads = 0) override;

  BuildReport report;

 private:
  const BuildOptions& options_;
  pgas::coarray<std::uint64_t> next_slice_;
  SharedProgress done_;
  BuildProgress progress_;
  BuildStep step_ = BuildStep::read_rdf;
};

}  // namespace quadrille
