#pragma once

// What all steps of a build need: the images, the options, the place, and a pulse. Steps call pulse() every few
// milliseconds: it shows progress, and ends the step when the user has given up or another image has failed.

#include <cstdint>
#include <filesystem>

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

  // One-sided. The slices of work of Read RDF are counted here, by all images: 0, 1, 2, ... A word of the first image:
  // from another group a message there and back.
  std::uint64_t take_slice() { return next_slice_(0).fetch_add(1); }

  // Local, on all images, before Sort Literals: there are to be at least so many shards, if the user has not said how
  // many.
  void want_shards(std::uint32_t shards);

  // Local. A step begins and ends, as progress shows it.
  void begin(BuildStep step, std::uint64_t items);
  void end(BuildStep step);

  // Local. Shows a line beside the progress; nothing if it is empty.
  void tell(const std::string& line) { progress_.tell(line); }

  // Local. `items` and `quads` more are done. Throws ErrorKind::cancelled, or pgas::TeamFailed.
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
