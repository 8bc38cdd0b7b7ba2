#pragma once

// The words that the images of a build share: the first image's are everybody's counters, each image's own are read by
// the first to show progress. They lie in symmetric memory.

#include <array>
#include <atomic>
#include <cstdint>

#include "loader/build_step.hpp"

namespace quadrille {

struct BuildWords {
  std::atomic<std::uint64_t> next_item{0};  // of the plan; the first image's counts
  std::atomic<std::uint32_t> failed{0};     // somebody has failed: the others stop; the first image's counts

  struct Done {
    std::atomic<std::uint64_t> items{0};
    std::atomic<std::uint64_t> quads{0};
  };
  std::array<Done, kBuildSteps> done;  // by this image; relaxed, for show
};

}  // namespace quadrille
