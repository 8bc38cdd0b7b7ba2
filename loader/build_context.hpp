#pragma once

// What all steps of a build need: the images, the options, the place, and a pulse. Steps call pulse() every few
// milliseconds: it shows progress, and ends the step when the user has given up or another image has failed.

#include <cstdint>
#include <filesystem>

#include "loader/build_options.hpp"
#include "loader/build_progress.hpp"
#include "loader/build_report.hpp"
#include "loader/shared_progress.hpp"
#include "pgas/coarray.hpp"
#include "pgas/job.hpp"

namespace quadrille {

class BuildContext {
 public:
  // Collective.
  BuildContext(pgas::Job& job, const BuildOptions& options);

  pgas::Team& team() { return job_.team(); }
  pgas::Heap& heap() { return job_.heap(); }
  const BuildOptions& options() const { return options_; }
  std::uint32_t shards() const { return shards_; }

  // Whose work a shard, or a range of the vocabulary, is: each image has consecutive ones.
  int member_of_shard(std::uint32_t shard) const;
  std::uint32_t first_shard(int member) const;
  std::uint32_t first_shard() { return first_shard(team().rank()); }
  std::uint32_t end_shard() { return first_shard(team().rank() + 1); }
  std::uint32_t most_shards() const { return (shards_ + report.images - 1) / report.images; }  // that an image has

  // One-sided. The slices of work of Read RDF are counted here, by all images: 0, 1, 2, ... A word of the first image:
  // from another group a message there and back.
  std::uint64_t take_slice() { return next_slice_(0).fetch_add(1); }

  // Local. A step begins and ends, as progress shows it.
  void begin(BuildStep step, std::uint64_t items);
  void end(BuildStep step);

  // Local. `items` and `quads` more are done. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  void pulse(std::uint64_t items, std::uint64_t quads = 0);

  BuildReport report;

 private:
  pgas::Job& job_;
  const BuildOptions& options_;
  const std::uint32_t shards_;
  pgas::coarray<std::uint64_t> next_slice_;
  SharedProgress done_;
  BuildProgress progress_;
  BuildStep step_ = BuildStep::read_rdf;
};

}  // namespace quadrille
